/* Language of the people before this tablet. A service worker is not told it with a request, so the page adds it. */

import { WORDS } from "./words.js";

const KEY = `companion.language${new URL("..", import.meta.url).pathname}`;

/** The browser's languages, as it writes them into a request itself. */
export const ACCEPTED = navigator.languages.map((tag, k) => `${tag};q=${Math.max(1, 10 - k) / 10}`).join(",");

/** Return the language of the page that was shown last, else the first of the browser's that has words here. */
export function language() {
  const wanted = [localStorage.getItem(KEY), ...navigator.languages.map((tag) => tag.toLowerCase().split("-")[0])];
  return wanted.find((lang) => Object.hasOwn(WORDS, lang)) ?? Object.keys(WORDS)[0];
}

/** Remember the language of a page that is shown. */
export function remember(lang) {
  if (Object.hasOwn(WORDS, lang)) localStorage.setItem(KEY, lang);
}

/** Return a sentence in that language. */
export const said = (key) => WORDS[language()][key];
