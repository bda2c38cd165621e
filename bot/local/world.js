// In SimCord's page: a link to a message of this channel goes to that message instead of to the real Discord.
"use strict";

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href^='https://discord.com/channels/']") : null;
  if (!link) return;
  event.preventDefault();
  const message = document.querySelector(`[data-message-id="${link.href.split("/").pop()}"]`);
  message?.scrollIntoView({ behavior: "smooth", block: "start" });
}, true);
