/* Where phones find the table. Once the network has changed it is told, with the way to the code for it, until it is
   understood or phones find the table where they did. */

import { advise } from "./evening.js";

const KNOWN = "companion-address"; // the last address that this page was told and that nobody has to be told again
const advice = document.getElementById("advice");
const understood = new Set();

/** Phones find the table at this address now; an empty one: nowhere. */
export function moved(where) {
  const known = sessionStorage.getItem(KNOWN);
  const learn = () => {
    understood.add(where);
    sessionStorage.setItem(KNOWN, where);
  };
  if (!where) advise("cutoff");
  else if (!known) learn();
  else if (known !== where && !understood.has(where)) tell(where, learn);
  else if (["network", "cutoff"].includes(advice.dataset.shown)) advise("");
}

function tell(where, learn) {
  advise("network", advice.dataset.network.replace("#", where), learn);
  const table = document.getElementById("table");
  if (!table.dataset.phones) return; // it does not lead
  const phones = document.createElement("a");
  phones.className = "choice";
  phones.href = `/games/${table.dataset.game}/seats?code=all`;
  phones.textContent = table.dataset.phones;
  phones.addEventListener("click", learn);
  advice.lastElementChild.before(phones);
}
