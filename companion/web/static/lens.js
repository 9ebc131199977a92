/* The cameras of this device: which lens looks, and its light. Both are remembered on this device and nowhere else. */

const LENS = "camera.lens", LIGHT = "camera.light";

/** Opens the lens that was chosen here, else the best of those that look away from the person, and shows it in `video`.
    `part` offers the others, and a light where the browser gives one; `again` is called once another was chosen. */
export async function opened(part, video, wide, again) {
  const facing = { facingMode: { ideal: "environment" } };
  let stream = await asked(wide, facing);
  const cameras = (await navigator.mediaDevices.enumerateDevices()).filter((one) => one.kind === "videoinput");
  const used = track(stream).getSettings().deviceId;
  const kept = localStorage.getItem(LENS); // its name: several browsers give the same lens another id each time
  const wanted = cameras.find((one) => one.label === kept)?.deviceId ?? best(cameras.map(seen), used);
  if (wanted !== used) {
    for (const one of stream.getTracks()) one.stop(); // few telephones open two at once
    stream = await asked(wide, { deviceId: { exact: wanted } }).catch(() => asked(wide, facing));
  }
  video.srcObject = stream;
  await video.play(); // before others are offered: whoever chooses one breaks nothing off
  offer(part, stream, cameras, again);
  return stream;
}

/** Which of several back lenses has the most pixels; the one in use (`used`) where nothing tells. A telephone's wide lens
    has fewer than its main one, and sees a card half as large. */
export function best(cameras, used) {
  const now = cameras.find((one) => one.id === used);
  if (!now?.back || !now.pixels) return used;
  const rest = cameras.filter((one) => one.back && one.pixels > now.pixels);
  return rest.reduce((most, one) => (one.pixels > most.pixels ? one : most), now).id;
}

function seen(camera) {
  const can = camera.getCapabilities?.() ?? {};
  return { id: camera.deviceId, back: can.facingMode?.includes("environment") ?? false, pixels: (can.width?.max ?? 0) * (can.height?.max ?? 0) };
}

function asked(wide, which) {
  const size = { width: { ideal: wide }, height: { ideal: (wide * 9) / 16 } };
  return navigator.mediaDevices.getUserMedia({ video: { ...size, ...which }, audio: false });
}

function track(stream) {
  return stream.getVideoTracks()[0];
}

function offer(part, stream, cameras, again) {
  const lens = part.querySelector("select"), light = part.querySelector("button");
  const { deviceId } = track(stream).getSettings();
  lens.replaceChildren(...cameras.map((one, k) => new Option(one.label || k + 1, one.deviceId, false, one.deviceId === deviceId)));
  lens.hidden = cameras.length < 2;
  lens.onchange = () => {
    localStorage.setItem(LENS, lens.selectedOptions[0].text);
    again();
  };
  light.hidden = !track(stream).getCapabilities?.().torch;
  light.onclick = () => shine(light.getAttribute("aria-pressed") !== "true");
  if (!light.hidden) shine(localStorage.getItem(LIGHT) !== null);
  part.hidden = lens.hidden && light.hidden;

  async function shine(on) {
    await track(stream).applyConstraints({ advanced: [{ torch: on }] }).catch(() => null);
    light.setAttribute("aria-pressed", String(on));
    if (on) localStorage.setItem(LIGHT, "on");
    else localStorage.removeItem(LIGHT);
  }
}
