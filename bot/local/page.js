// Shows one simulated channel at a time, each in a frame of its own. Knows nothing of what happens inside them.
"use strict";

const HINTS = {
  table: "Choose a player under “Viewing as”, then type / for commands. Start with /game new. To act as someone else, choose again.",
  demo: "Computer players in action, with a move every few seconds.",
};
const WAITING = "Setting up this channel…";
const GLANCE = 2000; // milliseconds between two looks at which worlds there are
const tabs = [...document.querySelectorAll("[role=tab]")];
const frames = {};
let shown = "table";
let worlds = {};

function show(world) {
  shown = world;
  for (const tab of tabs) tab.setAttribute("aria-selected", String(tab.dataset.world === world));
  draw();
}

function draw() {
  document.getElementById("hint").textContent = worlds[shown] ? HINTS[shown] : WAITING;
  const address = worlds[shown] && `/world?${shown}#${worlds[shown]}`;
  if (address && frames[shown]?.dataset.address !== address) {
    frames[shown]?.remove(); // a demo that ended; the next one is another world
    const frame = Object.assign(document.createElement("iframe"), { title: HINTS[shown], src: address });
    frame.dataset.address = address;
    frames[shown] = frame;
    document.querySelector("main").append(frame);
  }
  for (const [name, frame] of Object.entries(frames)) frame.classList.toggle("shown", name === shown);
}

async function glance() {
  worlds = await fetch("/worlds").then((answer) => answer.json()).catch(() => worlds);
  draw();
  setTimeout(glance, GLANCE);
}

for (const tab of tabs) tab.addEventListener("click", () => show(tab.dataset.world));
glance();
