import { type Html, html, nothing } from "../../pages/html.ts";

/** Facts side by side, those that are not known left out. */
export const factList = (
  facts: readonly (readonly [string, string | number | Html | null])[],
): Html =>
  html`<dl class="facts">${facts.map(([name, fact]) => (fact === null || fact === "" ? nothing : html`<div><dt>${name}</dt><dd>${fact}</dd></div>`))}</dl>`;

/** A text that people wrote, with its paragraphs. Empty without a text. */
export const paragraphs = (text: string | null): Html =>
  text === null || text.trim() === ""
    ? nothing
    : html`<div class="about">${text.split(/\n{2,}/).map((one) => html`<p class="said">${one}</p>`)}</div>`;

/** The day of an ISO time; null if there is no time. */
export const dayOf = (time: string | null): string | null => time?.slice(0, 10) ?? null;

/** "Actively raising" for actively_raising. */
export const wordsOf = (key: string): string =>
  key.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());

/** The text, as a link if the address is a web address. */
export const linked = (text: string, url: string | null): Html =>
  url !== null && /^https?:\/\//.test(url)
    ? html`<a rel="noopener nofollow" href="${url}">${text}</a>`
    : html`${text}`;

/** A link to the same data as JSON, for clients with a token. */
export const asData = (path: string): Html =>
  html`<h2>The same as data</h2><p><code>GET ${path}</code>, with a token: see the <a href="/api/docs">API documentation</a>.</p>`;

/** A link to the same data as JSON, which needs no token. */
export const asOpenData = (path: string): Html =>
  html`<h2>The same as data</h2><p><a href="${path}"><code>GET ${path}</code></a>: see the <a href="/api/docs">API documentation</a>.</p>`;
