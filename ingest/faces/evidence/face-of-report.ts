import type { SummedStatement } from "#registry/statement-sums.ts";
import type {
  FiledLine,
  FiledReport,
  FiledStatement,
  FiledStatementKind,
} from "#schemas/shapes/companies/filed-report.ts";
import { currencyCode } from "../../facts/currency-code.ts";
import type { Column, Face, FaceRow, FaceStatement } from "./face.ts";
import { dimensionsOf } from "./statement-rows.ts";
import { treeOf } from "./statement-tree.ts";
import type { TreeRow } from "./tree-arithmetic.ts";

/** The income statement, balance sheet and cash flow statement of a filing as evidence. One that it does not print is left out. */
export function faceOfReport(report: FiledReport, filed: string | null): Face {
  const main = mainStatements(report);
  const statements = main.map(([kind, statement]): FaceStatement => {
    const { rows, columns } = treeOf(statement, report);
    return { kind, order: statement.order, columns, rows: rows.map(rowOf) };
  });
  const others = report.statements.filter(
    (one) => printing.has(one.kind) && !main.some(([, statement]) => statement === one),
  );
  const elsewhere = new Set(others.flatMap(({ lines }) => lines.map(({ element }) => element)));
  const { accession, form } = report;
  const printed = report.statements.filter(({ kind }) => printing.has(kind));
  const lists = { spans: [...spansOf(printed)], counts: [...countsOf(printed)] };
  return { accession, form, filed, statements, elsewhere: [...elsewhere], ...lists };
}

const spansOf = (statements: readonly FiledStatement[]): Set<Column> =>
  new Set(
    statements.flatMap(({ lines }) =>
      lines.flatMap(({ values }) =>
        values.flatMap(({ start, end }) => (start === null ? [] : [`${start}|${end}`])),
      ),
    ),
  );

const countsOf = (statements: readonly FiledStatement[]): Set<string> =>
  new Set(statements.flatMap(({ lines }) => lines.filter(isCount).map(({ element }) => element)));

const isCount = ({ values }: FiledLine) => values.some(({ unit }) => unit === "shares");

const printing: ReadonlySet<FiledStatementKind> = new Set([
  "income",
  "comprehensive_income",
  "balance",
  "cash_flow",
  "equity",
]);

/** In order of preference: an income statement may go on into comprehensive income under one title. */
const kindsOf: readonly [SummedStatement, FiledStatementKind[]][] = [
  ["income", ["income", "comprehensive_income"]],
  ["balance", ["balance"]],
  ["cash_flow", ["cash_flow"]],
];

function mainStatements({ statements }: FiledReport): [SummedStatement, FiledStatement][] {
  return kindsOf.flatMap(([kind, names]): [SummedStatement, FiledStatement][] => {
    const found = names.flatMap((name) => statements.filter((one) => one.kind === name));
    const main = found.find((one) => !one.isParenthetical && hasAmounts(one));
    return main ? [[kind, main]] : [];
  });
}

/** Filers print statements of percentages, too (Johnson & Johnson 2009Q2). */
const hasAmounts = ({ lines }: FiledStatement): boolean =>
  lines.some(({ values }) => values.some(({ unit }) => currencyCode.test(unit ?? "")));

function rowOf(row: TreeRow): FaceRow {
  const { element, label, balance, isNegated, balanceAt, members, children, isShort } = row;
  return {
    tag: element,
    label,
    balance,
    ...(isNegated && { isNegated }),
    ...(balanceAt && { balanceAt }),
    ...(members && { members: members.map(dimensionsOf) }),
    ...(children.length > 0 && {
      parts: children.map((part): [number, number] => [part.row.at, part.weight]),
    }),
    ...(isShort && { isShort }),
  };
}
