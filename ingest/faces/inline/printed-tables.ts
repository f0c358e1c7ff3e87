import { inlineNamespaces, nameOf } from "../../facts/inline/read-inline.ts";
import { type ResolvePrefix, readXml, type XmlTag } from "../../facts/xbrl/xml-document.ts";

/** A number of a row, as the page shows it. */
export interface PrintedCell {
  /** "us-gaap:Assets" */
  element: string;
  contextRef: string;
  /** Printed with the sign that its value does not have; null for zero, which has none. */
  isTurned: boolean | null;
}

/** A row of a table that has facts. */
export interface PrintedRow {
  label: string;
  cells: PrintedCell[];
  /** Numbers among the words of the label ("par value $0.01"). */
  inLabel: PrintedCell[];
}

export interface PrintedTable {
  /** What stands above the table and in its first rows, nearest first. */
  titles: string[];
  rows: PrintedRow[];
}

const titlesMax = 12;
const titleCharsMax = 200;
const labelCharsMax = 1_000;

interface OpenRow extends PrintedRow {
  /** The text of the open cell. */
  cell: string;
  /** Facts of the cell that is open. */
  found: PrintedCell[];
}

interface OpenTable extends PrintedTable {
  row: OpenRow | null;
}

interface Page {
  tables: PrintedTable[];
  /** The innermost last. */
  open: OpenTable[];
  /** Texts above the next table, the nearest last. */
  above: string[];
  text: string;
}

/**
 * The tables of an inline document that show numbers, in its order, each with its rows from the top down. The first cell
 * with words is the label of its row, whatever numbers stand among the words. Throws ParseError for a page that is no
 * well-formed XML.
 */
export function readPrintedTables(body: Buffer): PrintedTable[] {
  const page: Page = { tables: [], open: [], above: [], text: "" };
  readXml(
    body,
    (resolve) => ({
      open: (tag) => openTag(tag, page, resolve),
      text: (text) => takeText(text, page),
      close: (_depth, { local }) => closeTag(local, page),
    }),
    { isPage: true },
  );
  return page.tables;
}

function openTag(tag: XmlTag, page: Page, resolve: ResolvePrefix): void {
  const table = page.open.at(-1);
  if (tag.local === "table") {
    endText(page);
    page.open.push({ titles: page.above.toReversed(), rows: [], row: null });
  } else if (tag.local === "tr" && table) table.row = newRow();
  else if (blocks.has(tag.local) && !table) endText(page);
  else if (tag.local === "nonFraction" && inlineNamespaces.has(tag.uri) && table?.row) {
    openFact(tag, table.row, resolve);
  }
}

const newRow = (): OpenRow => ({ label: "", cell: "", found: [], cells: [], inLabel: [] });

const blocks = new Set(["div", "p", "h1", "h2", "h3", "h4", "h5", "h6"]);

function openFact(tag: XmlTag, row: OpenRow, resolve: ResolvePrefix): void {
  const { taxonomy, tag: name } = nameOf(tag, resolve);
  const isNegative = tag.attributes.sign?.value === "-";
  const before = row.cell.slice(-20).replace(/\s/g, "");
  const isPrintedNegative = /[(\u2212\u2013-][^\w()]{0,3}$/.test(before);
  row.found.push({
    element: `${taxonomy}:${name}`,
    contextRef: tag.attributes.contextRef?.value ?? "",
    isTurned: isNegative !== isPrintedNegative,
  });
}

function takeText(text: string, page: Page): void {
  const row = page.open.at(-1)?.row;
  if (row && row.cell.length < labelCharsMax) row.cell += text;
  else if (page.open.length === 0 && page.text.length < labelCharsMax) page.text += text;
}

function closeTag(local: string, page: Page): void {
  const table = page.open.at(-1);
  if (!table) {
    if (blocks.has(local)) endText(page);
  } else if (local === "table") closeTable(page);
  else if (table.row && (local === "td" || local === "th")) closeCell(table.row);
  else if (table.row && local === "tr") closeRow(table);
}

function closeCell(row: OpenRow): void {
  const words = oneLine(row.cell);
  const isLabel = row.label === "" && /\p{L}{2}/u.test(words);
  // A bracket among words is no minus.
  if (isLabel || !/[1-9]/.test(words)) for (const cell of row.found) cell.isTurned = null;
  if (isLabel) row.label = words;
  (isLabel ? row.inLabel : row.cells).push(...row.found);
  row.found = [];
  // The cell before a number may hold its bracket or its currency.
  row.cell = /^[^\w\s)]{1,3}$/.test(words) ? words : "";
}

function closeRow(table: OpenTable): void {
  const { row } = table;
  table.row = null;
  if (!row) return;
  const { label, cells, inLabel } = row;
  if (cells.length + inLabel.length > 0) table.rows.push({ label, cells, inLabel });
  else if (table.rows.length === 0 && label !== "")
    table.titles.unshift(label.slice(0, titleCharsMax));
}

function closeTable(page: Page): void {
  const table = page.open.pop();
  if (!table || table.rows.length === 0) return;
  page.tables.push({ titles: table.titles, rows: table.rows });
  page.above = [];
}

function endText(page: Page): void {
  const words = oneLine(page.text).slice(0, titleCharsMax);
  page.text = "";
  if (words === "") return;
  page.above.push(words);
  if (page.above.length > titlesMax) page.above.shift();
}

const oneLine = (text: string) => text.replace(/[\s\u00a0]+/g, " ").trim();
