/**
 * Rows of a CSV text (RFC 4180): quoted fields may hold commas, line breaks and doubled quotes; a byte order mark,
 * either line ending and a missing last one are accepted; empty lines are left out. Throws a RangeError that names the line of a
 * quote that is never closed or stands inside a bare field.
 */
export function parseCsv(text: string): { line: number; fields: string[] }[] {
  const rows: { line: number; fields: string[] }[] = [];
  const source = text.replace(/^\uFEFF/, "");
  let at = 0;
  let line = 1;
  while (at < source.length) {
    const first = line;
    const fields: string[] = [];
    for (;;) {
      const field = readField(source, at, line);
      fields.push(field.value);
      at = field.next;
      line += field.lines;
      if (source[at] !== ",") break;
      at += 1;
    }
    at += source.startsWith("\r\n", at) ? 2 : 1;
    line += 1;
    if (fields.length > 1 || fields[0] !== "") rows.push({ line: first, fields });
  }
  return rows;
}

interface Field {
  value: string;
  /** Where the comma or line end after the field stands. */
  next: number;
  /** Line breaks inside the field. */
  lines: number;
}

function readField(source: string, at: number, line: number): Field {
  if (source[at] === '"') return readQuoted(source, at + 1, line);
  const separator = /[,\r\n]/g;
  separator.lastIndex = at;
  const next = separator.exec(source)?.index ?? source.length;
  const value = source.slice(at, next);
  if (value.includes('"')) throw new RangeError(`line ${line}: a quote inside a bare field`);
  return { value, next, lines: 0 };
}

function readQuoted(source: string, from: number, line: number): Field {
  let value = "";
  let at = from;
  for (;;) {
    const quote = source.indexOf('"', at);
    if (quote === -1) throw new RangeError(`line ${line}: a quote is never closed`);
    value += source.slice(at, quote);
    at = quote + 1;
    if (source[at] !== '"') break;
    value += '"';
    at += 1;
  }
  if (at < source.length && !/[,\r\n]/.test(source[at] ?? "")) {
    throw new RangeError(`line ${line}: text after a closing quote`);
  }
  return { value, next: at, lines: value.split("\n").length - 1 };
}
