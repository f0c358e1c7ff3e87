import type { TestApp } from "../../helpers/app.ts";
import { hiddenIn } from "../../helpers/browser.ts";

type Browser = Record<"cookie", string>;

/** The form of the watchlist's page for that act, as its reader would send it; without fields where there is none. */
export async function feedForm({ get }: TestApp, headers: Browser, act: "make" | "remove") {
  const { body } = await get("/watchlist", { accept: "text/html", ...headers });
  const forms = body.split('<form method="post" action="/watchlist#feed">').slice(1);
  const shown = forms.find((form) => hiddenIn(form.split("</form>")[0] ?? "").act === act);
  const payload = hiddenIn((shown ?? "").split("</form>")[0] ?? "");
  return { method: "POST", url: "/watchlist", headers, payload } as const;
}

/** The token in the address of the feed that a page shows; empty where it shows none. */
export const feedTokenIn = (body: string): string =>
  /<code class="secret">[^<]*\/watchlist\/feeds\/([\w-]+)<\/code>/.exec(body)?.[1] ?? "";

/** Makes or replaces the address of the person's feed. Returns its token. */
export const makeFeed = async (app: TestApp, headers: Browser): Promise<string> =>
  feedTokenIn((await app.send(await feedForm(app, headers, "make"))).body);
