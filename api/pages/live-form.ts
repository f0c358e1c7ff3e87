import { readFileSync } from "node:fs";

/** The one script of pages: sends a form as it is typed. The page works the same without it. */
export const liveForm: string = readFileSync(new URL("live-form.js", import.meta.url), "utf8");
