import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const kinds = ["BS", "IS", "CF", "CI"];
const linesOfStatement = 28;
const standardTags = 4_000;

const accessionOf = (filing: number) =>
  `${String(1_000_000 + filing).padStart(10, "0")}-25-${String(filing).padStart(6, "0")}`;
const tagOf = (filing: number, line: number) =>
  line % 14 === 13
    ? `Own${filing}Element${line}`
    : `Element${(filing * 31 + line * 37) % standardTags}`;
const versionOf = (filing: number, line: number) =>
  line % 14 === 13 ? accessionOf(filing) : "us-gaap/2024";

function* sub(filings: number) {
  yield "adsh\tcik\tname\tsic\tfye\tform\tperiod\tfy\tfp\tfiled\tinstance\n";
  for (let n = 1; n <= filings; n += 1) {
    yield `${accessionOf(n)}\t${n}\tCompany ${n}\t2080\t1231\t10-K\t20241231\t2024\tFY\t20250220\tc${n}-20241231.xml\n`;
  }
}

/** Rows in the order of the real tables: scattered over filings, so that no filing's rows stand together. */
function* num(filings: number, rows: number) {
  yield "adsh\ttag\tversion\tddate\tqtrs\tuom\tsegments\tcoreg\tvalue\tfootnote\n";
  const lines = kinds.length * linesOfStatement;
  const each = Math.ceil(rows / filings);
  for (let row = 0; row < each; row += 1) {
    const line = row % lines;
    const column = Math.floor(row / lines);
    const quarters = line < linesOfStatement ? 0 : 4;
    const segments = column < 3 ? "" : `BusinessSegments=Segment${column}Of${row % 9};`;
    for (let n = 1; n <= filings; n += 1) {
      const value = ((n * 7_919 + row * 104_729) % 99_999_999) * 1_000;
      yield `${accessionOf(n)}\t${tagOf(n, line)}\t${versionOf(n, line)}\t${2024 - (column % 3)}1231\t${quarters}\tUSD\t${segments}\t\t${value}.0000\t\n`;
    }
  }
}

function* pre(filings: number) {
  yield "adsh\treport\tline\tstmt\tinpth\trfile\ttag\tversion\tplabel\tnegating\n";
  for (let n = 1; n <= filings; n += 1) {
    for (let line = 0; line < kinds.length * linesOfStatement; line += 1) {
      const report = Math.floor(line / linesOfStatement);
      yield `${accessionOf(n)}\t${report + 2}\t${(line % linesOfStatement) + 1}\t${kinds[report]}\t0\tH\t${tagOf(n, line)}\t${versionOf(n, line)}\tA printed label of line ${line} as company ${n % 50} words it\t${line % 5 === 4 ? 1 : 0}\n`;
    }
  }
}

const definition =
  "What the filer or the taxonomy says of the element, in a sentence or two. ".repeat(3);

function* tag(filings: number) {
  yield "tag\tversion\tcustom\tabstract\tdatatype\tiord\tcrdr\ttlabel\tdoc\n";
  for (let n = 0; n < standardTags; n += 1) {
    yield `Element${n}\tus-gaap/2024\t0\t0\tmonetary\tD\tC\tElement, number ${n}\t${definition}\n`;
  }
  for (let n = 1; n <= filings; n += 1) {
    for (let line = 13; line < kinds.length * linesOfStatement; line += 14) {
      yield `${tagOf(n, line)}\t${accessionOf(n)}\t1\t0\tmonetary\tD\tC\tOwn element ${line}\t${definition}\n`;
    }
  }
}

/** Writes the four tables of a made-up quarter into a folder and returns their paths. */
export async function makeQuarter(
  folder: string,
  filings: number,
  rows: number,
): Promise<string[]> {
  const tables: Record<string, Iterable<string>> = {
    "sub.txt": sub(filings),
    "num.txt": num(filings, rows),
    "pre.txt": pre(filings),
    "tag.txt": tag(filings),
  };
  const paths: string[] = [];
  for (const [name, lines] of Object.entries(tables)) {
    const path = join(folder, name);
    await pipeline(Readable.from(inPieces(lines)), createWriteStream(path));
    paths.push(path);
  }
  return paths;
}

function* inPieces(lines: Iterable<string>) {
  let piece = "";
  for (const line of lines) {
    piece += line;
    if (piece.length < 262_144) continue;
    yield piece;
    piece = "";
  }
  yield piece;
}
