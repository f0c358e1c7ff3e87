/** RFC 4180 by its grammar, written apart from the writer: rows of fields. Throws where a file breaks it. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const [field, end] = text[at] === '"' ? quoted(text, at) : plain(text, at);
    row.push(field);
    at = end;
    if (text[at] === ",") {
      at += 1;
      continue;
    }
    if (!text.startsWith("\r\n", at)) throw new Error(`no line end at ${at}`);
    rows.push(row);
    row = [];
    at += 2;
  }
  if (row.length > 0) throw new Error("the last line does not end");
  return rows;
}

function quoted(text: string, start: number): [string, number] {
  let value = "";
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') value += text[at];
    else if (text[at + 1] === '"') {
      value += '"';
      at += 1;
    } else return [value, at + 1];
  }
  throw new Error("a quoted field does not end");
}

function plain(text: string, start: number): [string, number] {
  const end = /[,\r\n]/g;
  end.lastIndex = start;
  const at = end.exec(text)?.index ?? text.length;
  const value = text.slice(start, at);
  if (value.includes('"')) throw new Error(`a quote in a plain field: ${value}`);
  return [value, at];
}
