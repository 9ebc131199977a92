/* Holds this device's camera before another's chain of codes, frame by frame, until every piece is there. */

import { opened } from "./lens.js";

const part = document.getElementById("codes-camera");
if (part && navigator.mediaDevices?.getUserMedia) prepare();

function prepare() {
  const video = part.querySelector("video"), said = part.querySelector(".live-said");
  const start = part.querySelector(".start"), stop = part.querySelector(".stop");
  const canvas = document.createElement("canvas");
  let stream = null;
  part.querySelector(".insecure").hidden = true;
  start.hidden = false;
  start.addEventListener("click", begin);
  stop.addEventListener("click", end);
  addEventListener("pagehide", end);

  async function begin() {
    try {
      stream = await opened(part.querySelector(".lenses"), video, 1920, () => {
        end();
        begin();
      });
    } catch {
      said.textContent = part.dataset.none;
      return;
    }
    show(true);
    said.textContent = part.dataset.looking;
    look();
  }

  function end() {
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = null;
    show(false);
  }

  function show(on) {
    if (!on) part.querySelector(".lenses").hidden = true;
    video.hidden = stop.hidden = !on;
    start.hidden = on;
  }

  async function look() {
    while (stream) {
      try {
        const found = await seen();
        if (found?.done) return void (location.href = part.dataset.home + found.done.slice(1));
        if (found?.said) said.textContent = found.said;
      } catch {
        said.textContent = part.dataset.lost;
        await new Promise((done) => setTimeout(done, 1000));
      }
      await new Promise((done) => setTimeout(done, 60));
    }
  }

  async function seen() {
    if (!video.videoWidth) return null;
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    canvas.getContext("2d").drawImage(video, 0, 0);
    const frame = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.85));
    const body = new FormData();
    body.append("picture", frame, "frame.jpg");
    const answer = await fetch("/take-in/frame", { method: "POST", body, signal: AbortSignal.timeout(20000) });
    return answer.json();
  }
}
