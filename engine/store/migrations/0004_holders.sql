-- Version 4: who held a seat before, so that a move is told with the name of whoever made it.

CREATE TABLE holder (
    session INTEGER NOT NULL REFERENCES session (id),
    seat    INTEGER NOT NULL,
    until   INTEGER NOT NULL,                     -- the table's last move then
    name    TEXT    NOT NULL,
    user_id INTEGER,                              -- whom the name tells; null: a computer player, or a former player
    PRIMARY KEY (session, seat, until)
) STRICT, WITHOUT ROWID;

CREATE INDEX holders_of_a_user ON holder (user_id);

-- What is known of departures so far: of whom somebody else has taken the seat, no name was kept.
INSERT INTO holder (session, seat, until, name, user_id)
SELECT departure.session, departure.seat, gone,
       CASE departure.user_id
           WHEN player.user_id THEN name
           WHEN away THEN replace(replace(name, ' (computer)', ''), ' (away)', '')
           ELSE 'A former player'
       END,
       CASE WHEN departure.user_id > 0 THEN departure.user_id END
FROM departure JOIN player ON player.session = departure.session AND player.seat = departure.seat
WHERE TRUE ON CONFLICT DO NOTHING;
