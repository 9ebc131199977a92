/* The live camera, and what is only shown while it is held. Photos and everything else work without this file. */

import { opened } from "./lens.js";

const EVERY = 350; // milliseconds between two frames
const WIDE = 1920; // pixels across of a frame, where a page asks for no more
/* What this tab remembers: the camera that is on; that the card held out was played and may still be there. */
const ON = "scan.on", SPENT = "scan.spent";
const SVG = "http://www.w3.org/2000/svg";

// -- held: read in private ----------------------------------------------------------------------------------------

for (const button of document.querySelectorAll(".hold")) {
  const show = (event) => {
    button.classList.add("held");
    if (event.pointerId !== undefined) button.setPointerCapture?.(event.pointerId);
  };
  const hide = () => button.classList.remove("held");
  button.addEventListener("pointerdown", show);
  for (const end of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) button.addEventListener(end, hide);
  button.addEventListener("keydown", (event) => (event.key === " " || event.key === "Enter") && show(event));
  button.addEventListener("keyup", hide);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  addEventListener("visibilitychange", hide);
}

/** A private page is not kept by the browser's way back. */
if (document.body.classList.contains("in-private")) {
  addEventListener("pageshow", (event) => event.persisted && location.reload());
}

// -- frames -------------------------------------------------------------------------------------------------------

for (const box of document.querySelectorAll("[data-camera]")) prepare(box);

function prepare(box) {
  const find = (name) => box.querySelector(name);
  const video = find("video"), image = find("img"), drawing = find("svg"), said = find(".live-said");
  const form = box.closest("form");
  const canvas = document.createElement("canvas");
  let stream = null, watching = false, running = false, film = "";
  const live = Boolean(navigator.mediaDevices?.getUserMedia);
  find(".insecure").hidden = live;
  find(".live-own").hidden = !live;
  const wide = Number(box.dataset.wide ?? WIDE);
  const webcam = box.dataset.webcam !== undefined;
  const shows = box.dataset.camera === "deck"; // elsewhere nothing is drawn but where the tags are
  find(".live-buttons").hidden = !(live || webcam);

  find(".live-own").addEventListener("click", own);
  find(".live-webcam")?.addEventListener("click", () => begin(true));
  find(".live-stop").addEventListener("click", () => {
    sessionStorage.removeItem(ON);
    stop();
  });
  addEventListener("pagehide", stop);
  if (box.dataset.camera === "play") {
    const on = sessionStorage.getItem(ON);
    if (on === "own" && live) own();
    if (on === "webcam" && webcam) begin(true);
  }

  async function own() {
    try {
      stream = await opened(find(".lenses"), video, wide, () => {
        stop();
        own();
      });
    } catch (fault) {
      return tell(fault.name === "NotAllowedError" ? box.dataset.denied : box.dataset.none, true);
    }
    for (const track of stream.getTracks()) track.addEventListener("ended", again);
    begin(false);
  }

  /** A camera that was pulled out: said, and tried again. */
  function again() {
    if (!running) return;
    stop();
    tell(box.dataset.lost, true);
    setTimeout(own, 2000);
  }

  function begin(hosts) {
    if (box.dataset.camera === "play") sessionStorage.setItem(ON, hosts ? "webcam" : "own");
    watching = hosts;
    running = true;
    document.body.classList.toggle("watching", box.dataset.camera === "play");
    film = crypto.getRandomValues(new Uint32Array(2)).join(""); // frames of one film are judged together
    video.hidden = hosts;
    image.hidden = !hosts || !shows;
    find(".live-picture").hidden = false;
    find(".live-stop").hidden = false;
    for (const name of [".live-own", ".live-webcam"]) if (find(name)) find(name).hidden = true;
    tell(box.dataset.looking);
    loop();
  }

  function stop() {
    running = false;
    document.body.classList.remove("watching");
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = null;
    find(".live-picture").hidden = true;
    find(".live-stop").hidden = true;
    find(".lenses").hidden = true;
    find(".live-own").hidden = !live;
    if (find(".live-webcam")) find(".live-webcam").hidden = false;
    tell("");
  }

  async function loop() {
    while (running) {
      const began = performance.now();
      try {
        if (!document.hidden) await once();
      } catch {
        tell(box.dataset.lost, true);
      }
      await new Promise((done) => setTimeout(done, Math.max(40, EVERY - (performance.now() - began))));
    }
  }

  /** One frame there and its cards back; the next is taken only then. */
  async function once() {
    const body = new FormData();
    body.append("deck", form.elements.deck?.value ?? "");
    body.append("film", film);
    if (form.elements["so-far"]) body.append("so-far", form.elements["so-far"].value);
    if (!watching) {
      const blob = await taken();
      if (!blob) return;
      body.append("image", blob, "frame.jpg");
    } else if (shows) image.src = `${box.dataset.webcam}&at=${Date.now()}`;
    const answer = await fetch(box.dataset.frames, { method: "POST", body, signal: AbortSignal.timeout(20000) });
    const seen = await answer.json();
    if (!running) return;
    if (!answer.ok || seen.fault) return tell(seen.fault || seen.message, true);
    draw(seen);
    tell(seen.said);
    await USES[box.dataset.camera](form, seen);
  }

  async function taken() {
    if (!video.videoWidth) return null;
    const scale = Math.min(1, wide / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
    return new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.85));
  }

  function draw(seen) {
    drawing.setAttribute("viewBox", `0 0 ${seen.width} ${seen.height}`);
    drawing.replaceChildren(...seen.outlines.map((corners) => {
      const polygon = document.createElementNS(SVG, "polygon");
      polygon.setAttribute("points", corners.map((corner) => corner.join(",")).join(" "));
      polygon.setAttribute("class", "read");
      return polygon;
    }));
  }

  function tell(text, fault = false) {
    if (said.textContent !== text) said.textContent = text;
    said.classList.toggle("fault", fault);
  }
}

// -- what a page does with the cards it sees ----------------------------------------------------------------------

let last = "";
let clear = 0; // frames running without a card held out

const USES = {
  /** The server counts, photos and frames alike; the page shows its count and carries it on. */
  deck(form, seen) {
    form.elements["so-far"].value = seen.carried;
    for (const tick of document.querySelectorAll("[data-copy]")) tick.classList.toggle("there", seen.copies.includes(tick.dataset.copy));
    const count = document.getElementById("count");
    if (count.dataset.carried !== seen.carried) count.innerHTML = seen.html;
    count.dataset.carried = seen.carried;
    form.querySelector(".live-result").hidden = false;
  },

  /** Sends the one card that is held out, once two frames running agree on it; then waits until it is gone. */
  async play(form, seen) {
    clear = seen.held ? 0 : clear + 1;
    if (clear > 1) sessionStorage.removeItem(SPENT);
    const agreed = seen.card && seen.card === last;
    last = seen.card;
    if (agreed && !swapping && !sessionStorage.getItem(SPENT)) {
      sessionStorage.setItem(SPENT, "1");
      form.elements.card.value = seen.card;
      const body = new FormData(form);
      for (const [name, value] of [...body]) if (value instanceof File) body.delete(name);
      for (const [name, value] of new FormData(now().querySelector("form"))) if (name.includes(".")) body.append(name, value); // what was filled in
      form.elements.card.value = "";
      await swap(form.action, { method: "POST", body });
    } else if (seen.version > shownVersion()) await swap(location.pathname);
  },

  /** The cards everybody sees now. */
  seen(form, seen) {
    form.querySelectorAll("input[name=card]").forEach((one) => one.remove());
    form.append(...seen.cards.map((value) => Object.assign(document.createElement("input"), { type: "hidden", name: "card", value })));
    form.querySelector(".live-result").hidden = !seen.cards.length;
  },

  /** Puts each copy into the next free place of the hand. */
  hand(form, seen) {
    const places = [...form.querySelectorAll(".slot select")];
    for (const copy of seen.copies) {
      if (places.some((place) => place.value === copy)) continue;
      const free = places.find((place) => !place.value);
      if (!free) break;
      const [slug, number] = copy.split(".");
      const name = [...free.options].find((option) => option.value === slug)?.text ?? slug;
      free.add(new Option(`${name} · ${number}`, copy, false, true), 1);
      free.value = copy;
    }
    const read = document.getElementById("read");
    if (read) read.textContent = read.textContent.replace(/\d+/, String(places.filter((place) => place.value).length));
  },
};

// -- what is asked now, without putting the camera out ------------------------------------------------------------

const now = () => document.getElementById("now");
const shownVersion = () => Number(now()?.dataset.version);
let swapping = null; // what is being asked for: whether somebody tapped for it

/** Shows what is asked now from the page at an address; the camera stays on. What is tapped is asked for after what came
    by itself; a second tap on what is being asked for is no second action. */
async function swap(url, { isTapped = false, ...how } = {}) {
  if (swapping) {
    if (isTapped && !swapping.isTapped) setTimeout(() => swap(url, { isTapped, ...how }), 60);
    return;
  }
  swapping = { isTapped };
  try {
    const answer = await fetch(url, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(20000), ...how });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("now");
    if (!fresh) return location.assign(answer.url);
    now().replaceWith(document.importNode(fresh, true));
    const [form, next] = [document, page].map((one) => one.querySelector("form.show"));
    for (const name of ["version", "action_id"]) form.elements[name].value = next.elements[name].value;
  } catch {
    await standing();
    location.reload();
  } finally {
    swapping = null;
  }
}

/** The house answers again: a page that is asked for before that would be the browser's own, and nothing leads back from it. */
async function standing() {
  for (;;) {
    const answer = await fetch("/api/health", { cache: "no-store", signal: AbortSignal.timeout(4000) }).catch(() => null);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 1000));
  }
}

document.addEventListener("submit", (event) => {
  if (!event.target.closest("#now")) return;
  event.preventDefault();
  const body = new FormData(event.target);
  if (event.submitter?.name) body.append(event.submitter.name, event.submitter.value);
  swap(event.target.action, { method: "POST", body: new URLSearchParams(body), isTapped: true });
});

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("#now a[href]");
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (!new URL(link.href).pathname.endsWith(location.pathname)) return; // what the glossary and the rules say is elsewhere
  event.preventDefault();
  swap(link.href, { isTapped: true });
});
