/* Photos made smaller before they are sent, and sent one by one where a page adds them up. Without this file they go as
   they are, all at once. */

const LONGEST = 4096; // pixels; a card lies in as many as before, the file is a tenth
const HEAVY = 1_500_000; // bytes from which it pays
const SAID = "photos.said"; // sentences about the photos sent before the last one, for the page that comes next

for (const part of document.querySelectorAll("[data-photos]")) prepare(part);

// What has been chosen stands on the button that chose it.
document.addEventListener("change", (event) => {
  const button = event.target.closest?.(".file");
  if (!button) return;
  const files = [...event.target.files], said = button.querySelector("span");
  button.dataset.label ??= said.textContent;
  said.textContent = files.length ? `✓ ${files.map((file) => file.name).join(" · ")}` : button.dataset.label;
  button.classList.toggle("chosen", files.length > 0);
});

function prepare(part) {
  const form = part.closest("form");
  const said = part.querySelector(".photos-said");
  const inputs = [...part.querySelectorAll("input[type=file]")];
  let ready = false;
  remind(part);
  form.addEventListener("submit", (event) => {
    const files = inputs.flatMap((input) => [...input.files]);
    if (ready || !files.length) return;
    event.preventDefault();
    if (form.hasAttribute("aria-busy")) return;
    form.setAttribute("aria-busy", "true");
    send(files, event.submitter).catch(() => go(files, event.submitter));
  });
  addEventListener("pageshow", () => {
    ready = false;
    form.removeAttribute("aria-busy");
  });

  async function send(files, button) {
    const last = files.at(-1), count = files.length;
    if (!("each" in part.dataset)) {
      const small = [];
      for (const file of files) small.push(await told(file, small.length + 1, count));
      return go(small, button);
    }
    for (const [k, file] of files.slice(0, -1).entries()) {
      const answer = await fetch(form.action, { method: "POST", body: body(await told(file, k + 1, count)), signal: AbortSignal.timeout(120000) });
      if (answer.redirected) return void location.assign(answer.url);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      keep([...page.querySelectorAll("main .notice.error p")].map((line) => line.textContent));
      take(page.querySelector(`form[enctype][action="${CSS.escape(form.getAttribute("action"))}"]`));
    }
    go([await told(last, count, count)], button);
  }

  async function told(file, number, count) {
    said.textContent = part.dataset.photos.replace("{number}", number).replace("{count}", count);
    return smaller(file);
  }

  /** The form with one photo. */
  function body(file) {
    const all = new FormData(form);
    for (const input of inputs) all.delete(input.name);
    all.append(inputs[0].name, file, file.name);
    all.set("do", "look");
    return all;
  }

  /** What the page has learned from a photo goes into the next request. */
  function take(fresh) {
    for (const field of fresh?.querySelectorAll("input[type=hidden], select") ?? []) {
      const own = form.elements.namedItem(field.name) ?? form.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name: field.name }));
      if (own instanceof HTMLSelectElement && ![...own.options].some((one) => one.value === field.value)) {
        own.add(new Option(field.selectedOptions?.[0]?.text ?? field.value, field.value), 1);
      }
      own.value = field.value;
    }
  }

  /** The form is sent as ever, with these files. */
  function go(files, button) {
    const chosen = new DataTransfer();
    for (const file of files) chosen.items.add(file);
    for (const input of inputs) input.value = "";
    const field = inputs.find((input) => input.multiple) ?? inputs[0];
    field.files = chosen.files;
    ready = true;
    form.requestSubmit(button);
  }
}

function keep(sentences) {
  if (sentences.length) sessionStorage.setItem(SAID, [sessionStorage.getItem(SAID), ...sentences].filter(Boolean).join("\n"));
}

/** What was said of the photos before, on the page that shows the last one. */
function remind(part) {
  const kept = sessionStorage.getItem(SAID);
  if (!kept) return;
  sessionStorage.removeItem(SAID);
  const box = Object.assign(document.createElement("div"), { className: "notice error" });
  box.setAttribute("role", "alert");
  box.append(...kept.split("\n").map((line) => Object.assign(document.createElement("p"), { textContent: line })));
  part.before(box);
}

/** The photo as JPEG with its longest side cut down, upright; as it is where the browser cannot open it or nothing is won. */
async function smaller(file) {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
    const readable = /^image\/(jpeg|png|webp)$/.test(file.type);
    if (readable && scale === 1 && file.size < HEAVY) return file;
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.88));
    if (!blob || (readable && blob.size > file.size)) return file;
    return new File([blob], file.name, { type: "image/jpeg" });
  } catch {
    return file;
  }
}
