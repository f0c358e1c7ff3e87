import { readFileSync } from "node:fs";
import { type Html, html } from "./html.ts";

/** The script of pages that ask for a passkey: browsers offer them to scripts alone. */
export const passkeyScript: string = readFileSync(new URL("passkey.js", import.meta.url), "utf8");

/** Field and button of a form by which the browser makes a passkey ("create") or uses one ("get"). */
export const passkeyFields = (act: "create" | "get", options: object, button: string): Html => html`
<input type="hidden" name="passkey" value="">
<noscript><p>Browsers offer passkeys to scripts alone: this needs the page's script.</p></noscript>
<p role="alert"></p>
<button data-passkey="${act}" data-options="${JSON.stringify(options)}">${button}</button>`;
