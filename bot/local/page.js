// Shows one simulated channel at a time, each in a frame of its own: the first one, threads, direct messages, and the demo.
"use strict";

const HINTS = {
  table: "Choose a player under “Viewing as”, then press Play now or type /. To act as someone else, choose again.",
  demo: "Computer players in action, with a move every few seconds.",
};
const OTHER = "Choose a player under “Viewing as”. #table is one press away.";
const WAITING = "Setting up this channel…";
const POLL = 2000; // milliseconds between two requests for the list of pages
const frames = {};
const nav = document.querySelector("nav");
let shown = "table";
const FIXED = [{ name: "table", label: "#table" }, { name: "demo", label: "Demo: computer players" }];
let pages = FIXED;

function show(name) {
  shown = name;
  draw();
}

function draw() {
  const page = pages.find((one) => one.name === shown);
  document.getElementById("hint").textContent = page?.key ? HINTS[shown] ?? OTHER : WAITING;
  for (const one of pages) drawTab(one);
  const address = page?.key && `/world?${shown}#${page.key}`;
  if (address && frames[shown]?.dataset.address !== address) {
    frames[shown]?.remove(); // a demo that ended; the next one is another simulation
    const frame = Object.assign(document.createElement("iframe"), { title: page.label, src: address });
    frame.dataset.address = address;
    frames[shown] = frame;
    document.querySelector("main").append(frame);
  }
  for (const [name, frame] of Object.entries(frames)) frame.classList.toggle("shown", name === shown);
}

function drawTab(page) {
  let tab = nav.querySelector(`[data-page="${page.name}"]`);
  if (!tab) {
    tab = Object.assign(document.createElement("button"), { type: "button", role: "tab" });
    tab.dataset.page = page.name;
    tab.addEventListener("click", () => show(page.name));
    nav.insertBefore(tab, page.name === "demo" ? null : nav.querySelector("[data-page=demo]"));
  }
  tab.textContent = page.label;
  tab.setAttribute("aria-selected", String(page.name === shown));
}

async function fetchPages() {
  const listed = await fetch("/pages").then((answer) => answer.json()).catch(() => null);
  if (listed) {
    const missing = FIXED.filter((page) => !listed.some((one) => one.name === page.name));
    pages = [...listed, ...missing];
  }
  for (const tab of nav.querySelectorAll("button")) if (!pages.some((page) => page.name === tab.dataset.page)) tab.remove();
  draw();
}

// A link to another channel was pressed in a frame. Of threads with the same name the newest is meant, which may not be listed yet.
async function follow(target) {
  for (let tries = 0; tries < 3; tries += 1) {
    const page = pages.findLast((one) => (target.channel ? one.channel === target.channel : one.label === target.label));
    if (page) return show(page.name);
    await new Promise((resolve) => { setTimeout(resolve, POLL); });
    await fetchPages();
  }
  return undefined;
}

async function poll() {
  await fetchPages();
  setTimeout(poll, POLL);
}

window.addEventListener("message", (event) => {
  const fromDemo = event.source === frames.demo?.contentWindow; // another simulation, with the same ids
  if (event.origin === location.origin && !fromDemo) follow(event.data);
});
poll();
