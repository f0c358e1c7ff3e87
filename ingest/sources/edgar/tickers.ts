import { z } from "zod";
import { ParseError } from "../../errors.ts";
import { cik, cleanText, cleanTextOrNull, parseJsonBody, parseShape } from "./border.ts";

/** Who trades under a ticker. One company has several rows: share classes, preferred shares, notes. */
export interface TickerRow {
  /** Ten digits. */
  cik: string;
  /** Upper case, with EDGAR's hyphen (BRK-B). */
  ticker: string;
  name: string;
  /** Null in the list without exchanges and where the other one is silent. */
  exchange: string | null;
}

const what = "ticker list";
const ticker = z.string().regex(/\S/, "is empty");
const keyedRow = z.object({ cik_str: cik, ticker, title: z.string() });
const keyedList = z.record(z.string().regex(/^\d+$/, "not a rank"), keyedRow);
const table = z.object({ fields: z.array(z.string()), data: z.array(z.array(z.unknown())) });
const tableRow = z.object({ cik, ticker, name: z.string(), exchange: z.string().nullish() });

/**
 * Either ticker list of EDGAR (the one with exchanges or the plain one), in its order: the largest market
 * value first. Throws ParseError.
 */
export function parseTickers(body: Buffer): TickerRow[] {
  const document = parseJsonBody(what, body);
  return isTable(document) ? readTable(document) : readKeyedList(document);
}

function isTable(document: unknown): boolean {
  return typeof document === "object" && document !== null && Object.hasOwn(document, "fields");
}

function readKeyedList(document: unknown): TickerRow[] {
  // Ranks are the keys; an object gives such keys in numeric order.
  return Object.values(parseShape(what, keyedList, document)).map((row) =>
    rowOf({ cik: row.cik_str, ticker: row.ticker, name: row.title }),
  );
}

function readTable(document: unknown): TickerRow[] {
  const { fields, data } = parseShape(what, table, document);
  for (const field of ["cik", "name", "ticker"]) {
    if (fields.includes(field)) continue;
    throw new ParseError(`${what}: fields: has no ${field}`, { where: "fields" });
  }
  return data.map((cells, i) => {
    const named = Object.fromEntries(fields.map((field, at) => [field, cells[at]]));
    return rowOf(parseShape(`${what}: data[${i}]`, tableRow, named));
  });
}

function rowOf(row: z.output<typeof tableRow>): TickerRow {
  return {
    cik: row.cik,
    ticker: cleanText(row.ticker, 20).toUpperCase(),
    name: cleanText(row.name),
    exchange: cleanTextOrNull(row.exchange, 40),
  };
}
