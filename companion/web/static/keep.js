/* The film to keep: half a minute drawn on a canvas and recorded by the browser itself. Nothing leaves this device.
   Where the browser cannot record, the page says so. */

const SECONDS = 28;
const ENDING = 2;
const KINDS = ["video/mp4;codecs=avc1.42E01E", "video/mp4", "video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];
const INK = { night: "#0b1622", plate: "#182b44", text: "#eff6fc", muted: "#adc3d6", lamp: "#ffb636", contagion: "#ef5f68", obstacle: "#f4c638", defence: "#67abf2" };

const place = document.getElementById("keep");
const kind = () => KINDS.find((one) => MediaRecorder.isTypeSupported(one)) ?? "";
const canRecord = () => "MediaRecorder" in window && "captureStream" in HTMLCanvasElement.prototype && Boolean(kind());

/** Write a text into the breadth there is, on two lines at most. */
function write(pen, text, x, y, breadth, size, lines = 2) {
  pen.font = `700 ${size}px "Barlow Condensed", sans-serif`;
  const rows = [""];
  for (const word of text.split(" ")) {
    const longer = `${rows.at(-1)} ${word}`.trim();
    if (pen.measureText(longer).width <= breadth) rows[rows.length - 1] = longer;
    else rows.push(word);
  }
  rows.slice(0, lines).forEach((row, k) => pen.fillText(k === lines - 1 && rows.length > lines ? `${row} …` : row, x, y + k * size * 1.15));
}

/** Where somebody sits: round the table, clockwise from the foot, as the living sit at the moment. */
function spots(scene, before, share) {
  const spot = (seats, name) => {
    const k = seats.indexOf(name);
    return k < 0 ? null : Math.PI / 2 + (2 * Math.PI * k) / seats.length;
  };
  return new Map(scene.seats.map((name) => {
    const to = spot(scene.seats, name);
    let from = spot(before?.seats ?? [], name) ?? to;
    if (to - from > Math.PI) from += 2 * Math.PI;
    if (from - to > Math.PI) from -= 2 * Math.PI;
    return [name, from + (to - from) * Math.min(1, share * 2)];
  }));
}

function plate(pen, name, x, y, ring, fill, ink = INK.text) {
  pen.beginPath();
  pen.roundRect(x - 95, y - 38, 190, 76, 16);
  pen.fillStyle = fill;
  pen.fill();
  pen.lineWidth = 6;
  pen.strokeStyle = ring;
  pen.stroke();
  pen.fillStyle = ink;
  pen.textAlign = "center";
  write(pen, name, x, y + 12, 170, 34, 1);
}

/** One scene, `share` of it gone; the last one shows what everybody was. */
function draw(pen, film, k, share) {
  const scene = film.scenes[k];
  const isEnd = k === film.scenes.length - 1;
  const turned = new Set(film.scenes.slice(0, k + 1).map((one) => one.turned));
  pen.fillStyle = INK.night;
  pen.fillRect(0, 0, 1280, 720);
  for (const [name, angle] of spots(scene, film.scenes[k - 1], share)) {
    const [role, tone] = film.roles[name] ?? ["", ""];
    const shown = isEnd ? INK[tone] ?? INK.muted : turned.has(name) ? INK.obstacle : INK.muted;
    const x = 640 + 470 * Math.cos(angle);
    const y = 290 + 215 * Math.sin(angle);
    plate(pen, name, x, y, name === scene.turn ? INK.lamp : shown, turned.has(name) && !isEnd ? "#4a3d0c" : INK.plate);
    pen.fillStyle = shown;
    if (isEnd) write(pen, role, x, y + 68, 220, 26, 1);
  }
  pen.textAlign = "center";
  pen.fillStyle = INK.muted;
  write(pen, film.title, 640, 270, 500, 30, 1);
  if (scene.out.length) write(pen, `✕ ${scene.out.join(" · ")}`, 640, 340, 560, 26);
  pen.fillStyle = INK.text;
  write(pen, isEnd ? film.heading : scene.text, 640, 645, 1180, 36);
  pen.fillStyle = INK.lamp;
  pen.fillRect(0, 712, (1280 * (k + share)) / film.scenes.length, 8);
}

/** Record the film; answers with the video as soon as it is through, or was stopped. */
async function record(film, screen, told, stopped) {
  const pen = screen.getContext("2d");
  const parts = [];
  const recorder = new MediaRecorder(screen.captureStream(25), { mimeType: kind(), videoBitsPerSecond: 2500000 });
  recorder.addEventListener("dataavailable", (event) => event.data.size && parts.push(event.data));
  const over = new Promise((done) => recorder.addEventListener("stop", done));
  draw(pen, film, 0, 0);
  recorder.start(1000);
  const begun = performance.now();
  for (;;) {
    const gone = (performance.now() - begun) / 1000;
    if (gone > SECONDS + ENDING || stopped()) break;
    const at = Math.min((gone / SECONDS) * film.scenes.length, film.scenes.length - 1 + 0.999);
    draw(pen, film, Math.floor(at), at % 1);
    told(Math.min(gone, SECONDS + ENDING));
    await new Promise((next) => setTimeout(next, 40));
  }
  recorder.stop();
  await over;
  return new Blob(parts, { type: kind().split(";")[0] });
}

function offer(video) {
  const link = document.getElementById("keep-link") ?? document.createElement("a");
  if (link.href) URL.revokeObjectURL(link.href);
  link.id = "keep-link";
  link.className = "choice main";
  link.href = URL.createObjectURL(video);
  link.download = `${place.dataset.name}.${video.type.split("/")[1]}`;
  link.textContent = `${place.dataset.save} (${video.type.split("/")[1]}, ${(video.size / 1e6).toFixed(1)} MB)`;
  place.append(link);
}

function ready() {
  place.replaceChildren(document.getElementById("keep-ways").content);
  const [screen, make, at] = ["screen", "make", "at"].map((one) => document.getElementById(`keep-${one}`));
  const label = make.textContent;
  let stop = null;
  make.addEventListener("click", async () => {
    if (stop) return stop();
    let isStopped = false;
    stop = () => { isStopped = true; };
    make.textContent = place.dataset.stop;
    screen.hidden = false;
    try {
      const names = place.querySelector("[name=keep-names]").checked ? "" : "?names=no";
      const film = await (await fetch(place.dataset.scenes + names, { signal: AbortSignal.timeout(20000) })).json();
      await document.fonts.load('700 36px "Barlow Condensed"');
      offer(await record(film, screen, (gone) => { at.textContent = `${Math.floor(gone)} / ${SECONDS + ENDING} s`; }, () => isStopped));
    } catch {
      place.dataset.failed = "";
      at.textContent = place.dataset.cannot;
    }
    stop = null;
    make.textContent = label;
  });
}

if (place) {
  if (canRecord()) ready();
  else place.textContent = place.dataset.cannot;
}
