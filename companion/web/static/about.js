/* The page about this device: what the browser says of itself, and the row for docs/devices.md as it is filled in. */

const row = document.getElementById("row");
const tried = document.getElementById("tried");
const { label, date, version } = row.dataset;
const facts = [
  `${screen.width}×${screen.height} @${devicePixelRatio}`,
  `${navigator.maxTouchPoints} touches`,
  isSecureContext ? "https" : "http",
  ...["wakeLock", "serviceWorker", "mediaDevices", "vibrate"].filter((one) => !(one in navigator)).map((one) => `no ${one}`),
].join(", ");

const boxes = [...tried.querySelectorAll("input")];
const KEPT = "companion-tried"; // most steps lead away from this page
const kept = (localStorage.getItem(KEPT) ?? "").split(",");
for (const one of boxes) one.checked = kept.includes(one.value);

function write() {
  localStorage.setItem(KEPT, boxes.filter((one) => one.checked).map((one) => one.value).join());
  const steps = boxes.map((one) => (one.checked ? " ✓ " : "   "));
  row.value = `| ${label} (${facts}) | ${navigator.userAgent.replaceAll("|", "/")} | ${date}, ${version} |${steps.join("|")}| |`;
}

document.getElementById("facts").textContent = facts;
tried.addEventListener("change", write);
row.addEventListener("focus", () => row.select());
write();
