// In SimCord's page: follows the conversation as Discord does, and keeps links to messages inside the page.
"use strict";

const NEAR = 160; // pixels from the end at which a reader still follows
const HAND = 400; // milliseconds after a wheel, touch, key or press in which scrolling is the reader's own
const app = document.getElementById("preview-app");
const timeline = document.getElementById("channel-timeline");
let following = true;
let touched = 0;

// Not while a menu is open: what is under the pointer stays there.
function toEnd() {
  const go = () => {
    if (following && !timeline.querySelector(".preview-select.is-open")) timeline.scrollTop = timeline.scrollHeight;
  };
  go(); // before the change is seen, so that nothing moves under the pointer
  requestAnimationFrame(go);
}

// A message's buttons are shown once all its pictures have their size. (world.css)
function mark(image) {
  if (image.matches?.(".attachment-image, .gallery-image")) image.classList.add("is-loaded");
}
for (const kind of ["load", "error"]) timeline.addEventListener(kind, (event) => mark(event.target), true);
new MutationObserver(() => {
  for (const image of timeline.querySelectorAll("img:not(.is-loaded)")) if (image.complete) mark(image);
}).observe(timeline, { childList: true, subtree: true });

// Opening a menu makes SimCord draw every message anew, for a moment without pictures; then the menu is far from where it
// was, and is closed as one that is out of sight. So each message keeps its height until its pictures are back.
function hold() {
  if (app.getAttribute("aria-busy") === "true") return;
  const messages = [...timeline.querySelectorAll(".channel-message")];
  for (const message of messages) message.style.minHeight = "";
  const heights = messages.map((message) => message.getBoundingClientRect().height);
  messages.forEach((message, at) => { message.style.minHeight = `${heights[at]}px`; });
}

for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"]) {
  timeline.addEventListener(kind, () => { touched = Date.now(); }, { capture: true, passive: true });
}
timeline.addEventListener("scroll", () => {
  if (Date.now() - touched > HAND) return;
  following = timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight < NEAR;
}, { passive: true });
new ResizeObserver(toEnd).observe(document.getElementById("channel-message-list"));
new MutationObserver(() => { hold(); toEnd(); }).observe(app, { attributeFilter: ["aria-busy"] });
window.addEventListener("resize", hold);

// The label of the channel that a mention, the line under a post with a thread, or the news of a new thread names.
function channelLabel(target) {
  const mention = target.closest(".mention")?.textContent.match(/^#(.*)$/);
  const summary = target.closest(".thread-summary")?.textContent.match(/^(.*) · \d+ messages?/);
  const news = target.closest(".message-system")?.textContent.match(/started a thread: (.*)\./);
  const name = (mention ?? summary ?? news)?.[1];
  return name === "table" ? "#table" : name;
}

// Whoever presses, sends or changes places wants to see what comes of it, and that comes at the end.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='https://discord.com/channels/']");
  const label = channelLabel(event.target);
  if (label) window.parent.postMessage({ label }, location.origin);
  if (link) {
    event.preventDefault();
    const message = timeline.querySelector(`[data-message-id="${link.href.split("/").pop()}"]`);
    if (!message) {
      window.parent.postMessage({ channel: new URL(link.href).pathname.split("/")[3] }, location.origin);
      return;
    }
    following = false;
    timeline.scrollTop += message.getBoundingClientRect().top - timeline.getBoundingClientRect().top;
  } else if (event.target.closest("#channel-message-list button.component-button, .select-option")) {
    following = true;
  }
}, true);
document.addEventListener("submit", () => { following = true; }, true);
document.getElementById("viewer-picker").addEventListener("change", () => { following = true; });

// Discord offers an option's completions before anything is typed; SimCord waits for the first letter.
document.addEventListener("focusin", (event) => {
  const field = event.target;
  if (field.matches(".command-option-input[aria-autocomplete]") && !field.value) {
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
});

// SimCord writes "in 6 seconds" once and lets it stand; Discord keeps counting.
const UNITS = [["second", 60, 1], ["minute", 3600, 60], ["hour", 86400, 3600], ["day", 604800, 86400], ["week", Infinity, 604800]];
const COUNTED = /^in \d|\bago$|^(now|yesterday|tomorrow|(this|last|next) (minute|hour|week))$/;
const words = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });

function count() {
  for (const time of document.querySelectorAll("time.discord-timestamp")) {
    if (!COUNTED.test(time.textContent)) continue;
    const seconds = (Date.parse(time.dateTime) - Date.now()) / 1000;
    const [unit, , length] = UNITS.find(([, limit]) => Math.abs(seconds) < limit);
    const said = words.format(Math.round(seconds / length), unit);
    if (said !== time.textContent) time.textContent = said;
  }
}
new MutationObserver(count).observe(document.getElementById("channel-message-list"), { childList: true, subtree: true });
setInterval(count, 1000);
