import type { TestApp } from "./app.ts";

/** The form of a page (the first with that action) as a browser would send it, with its cookies. */
export async function openForm(
  { get }: TestApp,
  url: string,
  headers: Record<string, string> = {},
  action = "",
): Promise<{ headers: Record<string, string>; payload: Record<string, string> }> {
  const answer = await get(url, { accept: "text/html", ...headers });
  const [, form = ""] = answer.body.split(`action="${action}`);
  const [shown = ""] = action === "" ? [answer.body] : form.split("</form>");
  const cookie = cookiesOf(answer.headers["set-cookie"], headers.cookie);
  return { headers: { cookie }, payload: hiddenIn(shown) };
}

/** The hidden fields of markup. */
export const hiddenIn = (shown: string): Record<string, string> =>
  Object.fromEntries(
    [...shown.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(
      ([, name = "", value = ""]) => [name, unescaped(value)],
    ),
  );

/** What a browser sends back after an answer. */
export function cookiesOf(set: string | string[] | undefined, before = ""): string {
  const pairs = [set ?? []].flat().map((one) => one.split(";", 1)[0] ?? "");
  return [before, ...pairs].filter(Boolean).join("; ");
}

const unescaped = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name] ?? "");
const characters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** The token in the link of a mail; empty when there is none. */
export const tokenIn = (text = "") => /token=([\w-]+)/.exec(text)?.[1] ?? "";

/** A new person who registered with a browser and is signed in: the headers of their browser. */
export async function signInBrowser(app: TestApp, email: string): Promise<{ cookie: string }> {
  const password = "correct horse battery";
  const post = (path: string, payload: object, headers = {}) =>
    app.send({ method: "POST", url: `/auth/${path}`, payload, headers });
  await post("register", { email, password });
  await post("verify-email", { token: tokenIn(app.mails.at(-1)?.text) });
  const { headers, payload } = await openForm(app, "/auth/sign-in");
  const answer = await post("forms/sign-in", { ...payload, email, password }, headers);
  return { cookie: cookiesOf(answer.headers["set-cookie"], headers.cookie) };
}
