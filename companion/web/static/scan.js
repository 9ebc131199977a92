/* The live camera, and what is only shown while it is held. Photos and everything else work without this file. */

const EVERY = 350; // milliseconds between two frames
const WIDE = 1920;
/* What this tab remembers from one card to the next: the camera that is on; the card played, which may still lie there. */
const ON = "scan.on", PLAYED = "scan.played";
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
  find(".live-buttons").hidden = !(live || box.dataset.webcam);

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
    if (on === "webcam" && box.dataset.webcam) begin(true);
  }

  async function own() {
    try {
      stream = await navigator.mediaDevices.getUserMedia({
        video: { width: { ideal: WIDE }, height: { ideal: 1080 }, facingMode: { ideal: "environment" } }, audio: false,
      });
    } catch (fault) {
      return tell(fault.name === "NotAllowedError" ? box.dataset.denied : box.dataset.none, true);
    }
    video.srcObject = stream;
    await video.play();
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

  function begin(webcam) {
    if (box.dataset.camera === "play") sessionStorage.setItem(ON, webcam ? "webcam" : "own");
    watching = webcam;
    running = true;
    film = crypto.getRandomValues(new Uint32Array(2)).join(""); // frames of one film are judged together
    video.hidden = webcam;
    image.hidden = !webcam;
    find(".live-picture").hidden = false;
    find(".live-stop").hidden = false;
    for (const name of [".live-own", ".live-webcam"]) if (find(name)) find(name).hidden = true;
    tell(box.dataset.looking);
    loop();
  }

  function stop() {
    running = false;
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = null;
    find(".live-picture").hidden = true;
    find(".live-stop").hidden = true;
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
    if (!watching) {
      const blob = await taken();
      if (!blob) return;
      body.append("image", blob, "frame.jpg");
    } else image.src = `${box.dataset.webcam}&at=${Date.now()}`;
    const answer = await fetch(box.dataset.frames, { method: "POST", body });
    const seen = await answer.json();
    if (!running) return;
    if (!answer.ok || seen.fault) return tell(seen.fault || seen.message, true);
    draw(seen);
    if (!seen.cards.some((card) => card.slug === sessionStorage.getItem(PLAYED))) sessionStorage.removeItem(PLAYED);
    const notes = seen.notes.join(" ");
    tell(box.dataset.camera === "hand" ? notes : [...new Set(seen.cards.map((card) => card.name))].join(", ") || notes);
    if (seen.cards.length) USES[box.dataset.camera]?.(form, seen, stop);
  }

  async function taken() {
    if (!video.videoWidth) return null;
    const scale = Math.min(1, WIDE / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
    return new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.85));
  }

  function draw(seen) {
    drawing.setAttribute("viewBox", `0 0 ${seen.width} ${seen.height}`);
    const box = (corners, name) => {
      const polygon = document.createElementNS(SVG, "polygon");
      polygon.setAttribute("points", corners.map((corner) => corner.join(",")).join(" "));
      polygon.setAttribute("class", name);
      return polygon;
    };
    drawing.replaceChildren(...seen.cards.map((card) => box(card.corners, "read")), ...seen.unread.map((tag) => box(tag, "unread")));
  }

  function tell(text, fault = false) {
    if (said.textContent !== text) said.textContent = text;
    said.classList.toggle("fault", fault);
  }
}

// -- what a page does with the cards it sees ----------------------------------------------------------------------

let last = "";

const USES = {
  /** Ticks every copy off; the result is asked for with a button. */
  deck(form, seen) {
    const carried = form.elements["so-far"];
    const tally = JSON.parse(carried.value || "{}");
    tally.copies = [...new Set([...(tally.copies ?? []), ...seen.cards.map((card) => card.copy)])];
    carried.value = JSON.stringify(tally);
    for (const copy of tally.copies) document.querySelector(`[data-copy="${CSS.escape(copy)}"]`)?.classList.add("there");
    form.querySelector(".live-result").hidden = false;
  },

  /** Sends the one card that is shown, once two frames running agree on it. */
  play(form, seen, stop) {
    const slugs = [...new Set(seen.cards.map((card) => card.slug))];
    if (slugs.length === 1 && slugs[0] === last && slugs[0] !== sessionStorage.getItem(PLAYED)) {
      form.elements.card.value = slugs[0];
      form.elements.stay.value = "1";
      sessionStorage.setItem(PLAYED, slugs[0]);
      stop();
      form.submit();
    }
    last = slugs.length === 1 ? slugs[0] : "";
  },

  /** Collects the cards everybody sees. */
  seen(form, seen) {
    for (const card of seen.cards) {
      if (form.querySelector(`input[name=card][data-copy="${CSS.escape(card.copy)}"]`)) continue;
      const input = document.createElement("input");
      Object.assign(input, { type: "hidden", name: "card", value: card.slug });
      input.dataset.copy = card.copy;
      form.append(input);
    }
    form.querySelector(".live-result").hidden = false;
  },

  /** Puts each copy into the next free place of the hand. */
  hand(form, seen) {
    const places = [...form.querySelectorAll(".slot select")];
    for (const card of seen.cards) {
      if (places.some((place) => place.value === card.copy)) continue;
      const free = places.find((place) => !place.value);
      if (!free) break;
      free.add(new Option(`${card.name} · ${card.copy.split(".").pop()}`, card.copy, false, true), 1);
      free.value = card.copy;
    }
    const read = document.getElementById("read");
    if (read) read.textContent = read.textContent.replace(/\d+/, String(places.filter((place) => place.value).length));
  },
};
