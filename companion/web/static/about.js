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

function write() {
  const steps = [...tried.querySelectorAll("input")].map((one) => (one.checked ? " ✓ " : "   "));
  row.value = `| ${label} (${facts}) | ${navigator.userAgent.replaceAll("|", "/")} | ${date}, ${version} |${steps.join("|")}| |`;
}

document.getElementById("facts").textContent = facts;
tried.addEventListener("change", write);
row.addEventListener("focus", () => row.select());
write();
