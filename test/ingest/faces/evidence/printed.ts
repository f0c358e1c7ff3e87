import type {
  FiledElement,
  FiledReport,
  FiledStatement,
  FiledStatementKind,
} from "#schemas/shapes/companies/filed-report.ts";

/** A row as a statement prints it: tag, label, side of the books, and the amounts of its columns; null prints none. */
export interface Row {
  tag: string;
  label: string;
  balance?: FiledElement["balance"];
  isNegated?: true;
  member?: string;
  /** Of the member; products and services where nothing is said. */
  axis?: string;
  values: (number | null)[];
}

interface Printed {
  kind: FiledStatementKind;
  /** "start|end", newest first. */
  columns: string[];
  rows: Row[];
}

/** A report with these statements and without calculations, as the data sets have them. */
export function reportOf(
  accession: string,
  form: string,
  printed: readonly Printed[],
): FiledReport {
  const elements: FiledReport["elements"] = {};
  const statements = printed.map(({ kind, columns, rows }, order): FiledStatement => {
    for (const { tag, label, balance = null } of rows) {
      elements[tag] = {
        qname: tag,
        isOwn: tag.startsWith("extension:"),
        type: "monetary",
        periodType: kind === "balance" ? "instant" : "duration",
        balance,
        label,
        documentation: null,
      };
    }
    const lines = rows.map(({ tag, label, isNegated = false, member, axis, values }, at) => ({
      order: member && !axis ? 1 : 1 + (axis ? rows.findIndex((row) => row.tag === tag) : at),
      depth: null,
      element: tag,
      label,
      isAbstract: false,
      isTotal: null,
      isNegated,
      balanceAt: null,
      dimensions: member ? [{ axis: axis ?? "srt:ProductOrServiceAxis", member }] : [],
      values: values.flatMap((value, column) => {
        const [start = "", end = ""] = (columns[column] ?? "").split("|");
        return value === null
          ? []
          : [
              {
                start: start || null,
                end,
                isRounded: false,
                value: String(value),
                unit: "USD",
                decimals: null,
                fact: null,
              },
            ];
      }),
    }));
    return { kind, role: null, title: null, order, isParenthetical: false, axes: [], lines };
  });
  return {
    accession,
    cik: "0000000001",
    form,
    period: null,
    currency: "USD",
    source: "instance",
    statements,
    calculations: [],
    domains: [],
    elements,
    problems: [],
  };
}
