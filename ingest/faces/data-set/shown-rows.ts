import type { FiledStatementKind } from "#schemas/shapes/companies/filed-report.ts";
import { entry } from "../../facts/entry.ts";
import { elementKey } from "./data-set-cells.ts";

/** A row of `pre.txt`. */
export interface ShownRow {
  line: number;
  element: string;
  tag: string;
  version: string;
  label: string;
  isNegated: boolean;
}

/** The rows of one statement, in their order. */
export interface ShownStatement {
  report: number;
  kind: FiledStatementKind;
  isParenthetical: boolean;
  rows: ShownRow[];
}

/** `stmt` of `pre.txt`; SI (schedules of investments), UN and nothing are no statement of a known kind. */
const kinds: Partial<Record<string, FiledStatementKind>> = {
  IS: "income",
  CI: "comprehensive_income",
  BS: "balance",
  CF: "cash_flow",
  EQ: "equity",
  CP: "cover",
};

/** The statements of a filing in their order. Rows without a usable place are set aside with their reason. */
export function shownStatements(
  pre: readonly (readonly string[])[],
  problems: string[],
): ShownStatement[] {
  const statements = new Map<string, ShownStatement>();
  for (const row of pre) {
    const [report = "", line = "", stmt = "", inpth = "", tag = "", version = ""] = row;
    const [label = "", negating = ""] = row.slice(6);
    if (!/^\d{1,6}$/.test(report) || !/^\d{1,6}$/.test(line) || tag === "") {
      problems.push(`${tag.slice(0, 100)}: report and line of pre.txt are not usable`);
      continue;
    }
    const statement = entry(statements, `${report} ${stmt} ${inpth}`, () => ({
      report: Number(report),
      kind: kinds[stmt] ?? "other",
      isParenthetical: inpth === "1",
      rows: [],
    }));
    const element = elementKey(tag, version);
    const isNegated = negating === "1";
    statement.rows.push({ line: Number(line), element, tag, version, label, isNegated });
  }
  for (const { rows } of statements.values()) rows.sort((a, b) => a.line - b.line);
  const shown = [...statements.values()].sort((a, b) => a.report - b.report);
  for (const statement of shown) statement.kind = kindByRows(statement, shown);
  return shown;
}

/** Elements that a statement of the kind has, one of each group, and that only it has together. */
const tellingRows: readonly [FiledStatementKind, readonly (readonly string[])[]][] = [
  ["balance", [["Assets"], ["LiabilitiesAndStockholdersEquity"]]],
  [
    "cash_flow",
    [
      [
        "NetCashProvidedByUsedInOperatingActivities",
        "NetCashProvidedByUsedInOperatingActivitiesContinuingOperations",
      ],
      [
        "NetCashProvidedByUsedInFinancingActivities",
        "NetCashProvidedByUsedInFinancingActivitiesContinuingOperations",
      ],
    ],
  ],
  [
    "income",
    [
      ["NetIncomeLoss", "ProfitLoss"],
      ["EarningsPerShareBasic", "EarningsPerShareDiluted", "EarningsPerShareBasicAndDiluted"],
      ["SalesRevenueNet", "SalesRevenueGoodsNet", "Revenues", "IncomeTaxExpenseBenefit"],
    ],
  ],
];

const tellsOf = ({ rows }: ShownStatement, groups: readonly (readonly string[])[]): boolean =>
  groups.every((tags) => rows.some(({ tag }) => tags.includes(tag)));

/** The kind of a statement that the source does not name: the one that its rows tell, if no other statement of the filing is that. */
function kindByRows(
  statement: ShownStatement,
  shown: readonly ShownStatement[],
): FiledStatementKind {
  const { kind, isParenthetical } = statement;
  if (kind !== "other" || isParenthetical) return kind;
  const told = tellingRows.find(([, groups]) => tellsOf(statement, groups));
  if (!told) return kind;
  const [found, groups] = told;
  const isThere = shown.some((other) => other.kind === found && tellsOf(other, groups));
  return isThere ? kind : found;
}

const opening = /\b(beginning|start|opening|begin)\b/i;
const closing = /\b(end|ending|close|closing)\b/i;

/**
 * Whether each row shows the balance at the start or the end of the period. The data sets do not say: the labels do,
 * else the order of the rows of one element.
 */
export function balancesOf(rows: readonly ShownRow[]): ("start" | "end" | null)[] {
  return rows.map(({ element, label }, place) => {
    const others = rows.filter((row) => row.element === element);
    const isOpening = opening.test(label);
    if (isOpening !== closing.test(label)) return isOpening ? "start" : "end";
    if (others.length < 2) return null;
    if (others[0] === rows[place]) return "start";
    return others.at(-1) === rows[place] ? "end" : null;
  });
}
