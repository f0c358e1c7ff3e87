/**
 * The newest filing date that the text of a companyfacts document or of a filing index carries, without parsing
 * it; null for one without any. Quotes within a text are escaped, so no label can pass for a member.
 */
export function newestFiled(body: Buffer, kind: "companyfacts" | "submissions"): string | null {
  return kind === "companyfacts" ? newestOfEntries(body) : newestOfColumn(body);
}

const member = '"filed"';
/** A colon, blanks and quotes, and the date. */
const valueBytesMax = 24;

function newestOfEntries(body: Buffer): string | null {
  let newest: string | null = null;
  for (let at = body.indexOf(member); at !== -1; at = body.indexOf(member, at)) {
    at += member.length;
    const date = firstDate.exec(body.toString("latin1", at, at + valueBytesMax))?.[1];
    if (date !== undefined && (newest === null || date > newest)) newest = date;
  }
  return newest;
}

const firstDate = /^\s*:\s*"(\d{4}-\d{2}-\d{2})"/;

/** The index gives its dates as one list. */
function newestOfColumn(body: Buffer): string | null {
  const start = body.indexOf('"filingDate"');
  if (start === -1) return null;
  const end = body.indexOf("]", start);
  const dates = body.toString("latin1", start, end === -1 ? body.length : end).matchAll(eachDate);
  let newest: string | null = null;
  for (const [, date = ""] of dates) if (newest === null || date > newest) newest = date;
  return newest;
}

const eachDate = /"(\d{4}-\d{2}-\d{2})"/g;
