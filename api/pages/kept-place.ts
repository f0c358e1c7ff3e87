/** A page as it is kept for everybody, divided at a place that differs from person to person. */
interface Divided {
  before: string;
  /** The element of the place: `<span id="reader">…</span>`, without a span in it. */
  element: string;
  after: string;
}

/** Null for a page without the place. No text of a page has its markup: texts are escaped. */
export function divideAt(page: string, id: string): Divided | null {
  const start = page.indexOf(`<span id="${id}"`);
  const end = start < 0 ? -1 : page.indexOf(close, start);
  if (end < 0) return null;
  const rest = end + close.length;
  return {
    before: page.slice(0, start),
    element: page.slice(start, rest),
    after: page.slice(rest),
  };
}

const close = "</span>";
