import type { TestApp } from "../../helpers/app.ts";
import { hiddenIn } from "../../helpers/browser.ts";

/** The hidden fields of the forms with the action, as a page shows them to the browser. */
export async function formsOf(
  { get }: TestApp,
  headers: Record<string, string>,
  page: string,
  action: string,
): Promise<Record<string, string>[]> {
  const { body } = await get(page, { accept: "text/html", ...headers });
  const [, ...after] = body.split(`<form class="act" method="post" action="${action}">`);
  return after.map((one) => hiddenIn(one.split("</form>")[0] ?? ""));
}

/** The hidden fields of the first form with the action; empty without one. */
export const formOf = async (
  ...asked: Parameters<typeof formsOf>
): Promise<Record<string, string>> => (await formsOf(...asked))[0] ?? {};

/** Sends a form as a browser does: as fields, several of a name where the value is a list. */
export function sendForm(
  { send }: TestApp,
  url: string,
  headers: Record<string, string>,
  fields: Readonly<Record<string, string | readonly string[]>>,
) {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return send({
    ...{ method: "POST", url },
    headers: {
      accept: "text/html",
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
    payload: new URLSearchParams(pairs).toString(),
  });
}
