import { type Answer, andThen } from "#api/and-then.ts";
import type { AttachedFile, StoredBytes, WebAnswer } from "#api/http/requests/handled.ts";
import { type BrowserRequest, findSignedIn, type SignedInBrowser } from "#api/http/signed-in.ts";
import { divideAt } from "#api/pages/kept-place.ts";

export type Shown = StoredBytes | WebAnswer | AttachedFile;

/** A place of a page that differs from person to person. */
interface OwnPlace {
  id: string;
  /** What stands there for a reader instead of the element that is kept; null: that element. */
  own(reader: SignedInBrowser, element: string): Promise<string | null>;
}

/** A page with what is the reader's own at a place; for who is not signed in the page as it is kept. */
export const withOwn = <A extends Shown>(
  given: BrowserRequest,
  page: Answer<A>,
  place: OwnPlace,
): Answer<A | WebAnswer> =>
  given.from.headers.cookie === undefined
    ? page
    : andThen(page, (shown) => showOwn(given, shown, place));

async function showOwn<A extends Shown>(
  given: BrowserRequest,
  shown: A,
  { id, own }: OwnPlace,
): Promise<A | WebAnswer> {
  const text = textOf(shown);
  const divided = text === null ? null : divideAt(text, id);
  const reader = divided && (await findSignedIn(given));
  const markup = reader && (await own(reader, divided.element));
  if (!divided || markup === null) return shown;
  return {
    ...(("body" in shown ? shown : { status: 200, headers: {} }) as WebAnswer),
    ...("headers" in shown && shown.headers ? { headers: { ...shown.headers } } : {}),
    type: "text/html",
    body: `${divided.before}${markup}${divided.after}`,
  };
}

/** The markup of a page; null for a file. */
function textOf(shown: Shown): string | null {
  if ("identity" in shown) return shown.identity.toString();
  return "body" in shown ? (shown.body ?? null) : null;
}
