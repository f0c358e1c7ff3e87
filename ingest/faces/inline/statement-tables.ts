import { entry } from "../../facts/entry.ts";
import type { RawInstance } from "../../facts/xbrl/raw-instance.ts";
import { isNamedTotal } from "../model/total-words.ts";
import type { ExtendedLink, TaxonomyPart } from "../package/taxonomy-part.ts";
import type { PrintedCell, PrintedRow, PrintedTable } from "./printed-tables.ts";

/** A statement as tables are told to be one. */
interface Shape {
  name: string;
  title: string;
  /** Of each list one element is there, for the company as a whole. */
  needs: readonly (readonly string[])[];
  /** One of these axes is there. */
  axes?: readonly string[];
}

const netIncome = ["us-gaap:NetIncomeLoss", "us-gaap:ProfitLoss", "ifrs-full:ProfitLoss"];
const operatingCash = [
  "us-gaap:NetCashProvidedByUsedInOperatingActivities",
  "us-gaap:NetCashProvidedByUsedInOperatingActivitiesContinuingOperations",
  "ifrs-full:CashFlowsFromUsedInOperatingActivities",
];

/** In the order in which tables are told: a cash flow statement may print the tax and the net income of one of income, too. */
const shapes: readonly Shape[] = [
  {
    name: "CashFlows",
    title: "Consolidated Statements of Cash Flows",
    needs: [
      operatingCash,
      [
        "us-gaap:NetCashProvidedByUsedInFinancingActivities",
        "us-gaap:NetCashProvidedByUsedInFinancingActivitiesContinuingOperations",
        "ifrs-full:CashFlowsFromUsedInFinancingActivities",
      ],
    ],
  },
  {
    name: "Income",
    title: "Consolidated Statements of Income",
    needs: [
      netIncome,
      [
        "us-gaap:IncomeTaxExpenseBenefit",
        "us-gaap:EarningsPerShareBasic",
        "us-gaap:EarningsPerShareBasicAndDiluted",
        "us-gaap:EarningsPerShareDiluted",
        "ifrs-full:IncomeTaxExpenseContinuingOperations",
        "ifrs-full:BasicEarningsLossPerShare",
      ],
    ],
  },
  {
    name: "ComprehensiveIncome",
    title: "Consolidated Statements of Comprehensive Income",
    needs: [
      netIncome,
      [
        "us-gaap:ComprehensiveIncomeNetOfTax",
        "us-gaap:ComprehensiveIncomeNetOfTaxIncludingPortionAttributableToNoncontrollingInterest",
        "ifrs-full:ComprehensiveIncome",
      ],
    ],
  },
  {
    name: "Balance",
    title: "Consolidated Balance Sheets",
    needs: [
      ["us-gaap:Assets", "ifrs-full:Assets"],
      ["us-gaap:LiabilitiesAndStockholdersEquity", "ifrs-full:EquityAndLiabilities"],
    ],
  },
  {
    name: "Equity",
    title: "Consolidated Statements of Equity",
    needs: [
      [
        "us-gaap:StockholdersEquity",
        "us-gaap:StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest",
        "ifrs-full:Equity",
      ],
    ],
    axes: ["us-gaap:StatementEquityComponentsAxis", "ifrs-full:ComponentsOfEquityAxis"],
  },
];

type Contexts = RawInstance["contexts"];

/**
 * The statements that tables of inline documents show, as a presentation and its labels would say it: rows from the
 * top down, with the label, the sign and the members that are printed, and numbers of labels as a parenthetical statement. Of
 * each kind the table with most rows counts, of equal ones the first. Headings are left out, as no element names them. Null
 * without any statement.
 */
export function statementTables(
  tables: readonly PrintedTable[],
  contexts: Contexts,
): TaxonomyPart | null {
  const part: TaxonomyPart = { namespace: null, declarations: [], roles: new Map(), links: [] };
  const used = new Set<PrintedTable>();
  for (const shape of shapes) {
    const parts = findTables(
      tables.filter((one) => !used.has(one)),
      shape,
      contexts,
    );
    const [first] = parts;
    if (first === undefined) continue;
    for (const one of parts) used.add(one);
    const rows = parts.flatMap((one) => one.rows);
    const title = titleOf(first) ?? shape.title;
    const add = (role: string, name: string, printed: readonly PrintedRow[]) => {
      if (printed.length === 0) return;
      part.roles.set(role, `${tables.indexOf(first)} - Statement - ${name}`);
      part.links.push(...linksOf(role, printed, contexts));
    };
    add(`inline:${shape.name}`, title, rows);
    add(`inline:${shape.name}Parenthetical`, `${title} (Parenthetical)`, rows.flatMap(aside));
  }
  return used.size === 0 ? null : part;
}

/**
 * The table that is the statement; else two that follow one another and are it together, as a statement may go on over the
 * page (Johnson & Johnson). None where there is no such table.
 */
function findTables(
  tables: readonly PrintedTable[],
  shape: Shape,
  contexts: Contexts,
): readonly PrintedTable[] {
  const rowsOf = (parts: readonly PrintedTable[]) => parts.flatMap(({ rows }) => rows);
  const longest = (candidates: readonly PrintedTable[][]) =>
    candidates
      .filter((parts) => fits(rowsOf(parts), shape, contexts))
      .reduce<readonly PrintedTable[]>(
        (best, parts) => (rowsOf(parts).length > rowsOf(best).length ? parts : best),
        [],
      );
  const alone = longest(tables.map((one) => [one]));
  if (alone.length > 0) return alone;
  return longest(tables.slice(1).map((next, i) => [...tables.slice(i, i + 1), next]));
}

/** The numbers among the words of a label as a row. */
const aside = ({ label, inLabel }: PrintedRow): PrintedRow[] =>
  inLabel.length === 0 ? [] : [{ label, cells: inLabel, inLabel: [] }];

function fits(rows: readonly PrintedRow[], { needs, axes }: Shape, contexts: Contexts): boolean {
  const cells = rows.flatMap((row) => row.cells);
  const whole = new Set(
    cells.filter((cell) => !membersOf(cell, contexts)).map(({ element }) => element),
  );
  if (!needs.every((names) => names.some((name) => whole.has(name)))) return false;
  const isOnAxis = (text: string | null) => axes?.some((axis) => text?.includes(`${axis}=`));
  return axes === undefined || cells.some((cell) => isOnAxis(membersOf(cell, contexts)));
}

const membersOf = ({ contextRef }: PrintedCell, contexts: Contexts) =>
  contexts.get(contextRef)?.dimensions ?? null;

const titleShape = /^(?!.*\bindex\b).*(?:\bstatements? of\b|\bbalance sheets?\b)/i;
const remark = /\((?:amounts|dollars|expressed|in|notes?|unaudited)\b/i;
const titleCharsMax = 120;

const titleOf = ({ titles }: PrintedTable): string | null =>
  titles
    .map((text) => (text.split(remark)[0] ?? "").trimEnd())
    .find((text) => titleShape.test(text) && text.length <= titleCharsMax) ?? null;

function linksOf(role: string, rows: readonly PrintedRow[], contexts: Contexts): ExtendedLink[] {
  const presentation = emptyLink("presentation", role);
  const labels = emptyLink("label", role);
  const arc = (from: string, to: string, order: number, preferredLabel: string | null = null) => {
    for (const name of [from, to]) presentation.locators.set(name, [hrefOf(name)]);
    presentation.arcs.push(arcOf({ from, to, order, preferredLabel }));
  };
  const label = (name: string, text: string, roles: readonly string[]) => {
    labels.locators.set(name, [hrefOf(name)]);
    labels.arcs.push(arcOf({ from: name, to: name, order: 0, preferredLabel: null }));
    const known = entry(labels.labels, name, () => []);
    for (const one of roles) known.push({ role: one, language: "en", text });
  };
  for (const { axis, member, text } of membersIn(rows, contexts)) {
    arc(top, axis, 0);
    arc(axis, member, 0);
    if (text !== null) label(member, text, ["label"]);
  }
  elementRows(rows, contexts).forEach((row, i) => {
    const preferredLabel = `${labelWords(row)}label-${role}-${i}`;
    arc(top, row.element, i + 1, preferredLabel);
    label(row.element, row.label, [preferredLabel, "label"]);
  });
  return [presentation, labels];
}

/** What only holds the rows of a statement. */
const top = "us-gaap:StatementAbstract";

/** An address as linkbases have it. One without a scheme is of an element that the filer declares. */
function hrefOf(name: string): string {
  const isStandard = /^(?:us-gaap|ifrs-full|dei|srt):/.test(name);
  return `${isStandard ? "http://taxonomy/" : ""}elements.xsd#${name.replace(":", "_")}`;
}

function emptyLink(kind: ExtendedLink["kind"], role: string): ExtendedLink {
  return { kind, role, locators: new Map(), arcs: [], labels: new Map() };
}

function arcOf(of: { from: string; to: string; order: number; preferredLabel: string | null }) {
  return { ...of, priority: 0, isProhibited: false, weight: 1, relation: "parent-child" };
}

/** Each member that the table prints, with the label of a row that is its own. */
function* membersIn(rows: readonly PrintedRow[], contexts: Contexts) {
  const seen = new Set<string>();
  for (const { label, cells } of rows) {
    const texts = new Set(cells.map((cell) => membersOf(cell, contexts)));
    for (const pair of [...texts].flatMap((text) => text?.split(";") ?? [])) {
      if (seen.has(pair)) continue;
      seen.add(pair);
      const [axis = "", member = ""] = pair.split("=");
      yield { axis, member, text: texts.size === 1 && texts.has(pair) ? label : null };
    }
  }
}

/** The row of one element, however many rows the table has for its members. */
interface ElementRow extends PrintedRow {
  element: string;
  place: number;
  /** Which end of the period a balance of a flow statement is of. */
  side: "" | "periodStart" | "periodEnd";
}

/**
 * The elements in the order of their rows, once each; a balance that a flow statement prints for the start and the end of
 * its periods twice. The label is that of the row for the company as a whole. A row whose columns have several elements
 * is a row of each.
 */
function elementRows(rows: readonly PrintedRow[], contexts: Contexts): ElementRow[] {
  const rowsOf = new Map<string, ElementRow[]>();
  rows.forEach(({ label, cells }, place) => {
    for (const element of new Set(cells.map((cell) => cell.element))) {
      const own = cells.filter((cell) => cell.element === element);
      entry(rowsOf, element, () => []).push({
        element,
        label,
        place,
        cells: own,
        inLabel: [],
        side: "",
      });
    }
  });
  const isFlow = rows.some(({ cells }) => cells.some((cell) => startOf(cell, contexts) !== null));
  return [...rowsOf.values()]
    .flatMap((all) => shownRows(all, isFlow, contexts))
    .sort((a, b) => a.place - b.place);
}

function shownRows(all: readonly ElementRow[], isFlow: boolean, contexts: Contexts): ElementRow[] {
  const whole = all.filter(({ cells }) => cells.some((cell) => !membersOf(cell, contexts)));
  const first = whole[0] ?? all[0];
  const last = whole.at(-1) ?? first;
  if (!first || !last) return [];
  const isBalance = isFlow && first.cells.some((cell) => startOf(cell, contexts) === null);
  if (!isBalance) return [{ ...first, place: all[0]?.place ?? first.place }];
  const end: ElementRow = { ...last, side: "periodEnd" };
  return first === last ? [end] : [{ ...first, side: "periodStart" }, end];
}

const startOf = ({ contextRef }: PrintedCell, contexts: Contexts) =>
  contexts.get(contextRef)?.start ?? null;

/** What the role of a preferred label says of a row ("negatedPeriodEndTotalLabel"). */
function labelWords({ label, cells, side }: ElementRow): string {
  const total = isNamedTotal({ isTotal: false, label }) ? "total" : "";
  return `${isTurned(cells) ? "negated" : ""}${side}${total}`;
}

/** More of the numbers are printed with the other sign than with their own. */
function isTurned(cells: readonly PrintedCell[]): boolean {
  const turned = cells.filter((cell) => cell.isTurned === true).length;
  return turned > cells.filter((cell) => cell.isTurned === false).length;
}
