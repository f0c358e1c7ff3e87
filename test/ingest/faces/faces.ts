import { readdirSync, readFileSync } from "node:fs";
import { loadRegistry } from "#registry/current/load.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";

/**
 * Statements as filers state them, one company a section of a file in `test/fixtures/faces`. Each row is a fact of each
 * column and, where a line is named, what Tenk must show of it. The head of each file tells how it is written.
 */
export interface Company {
  name: string;
  cik: string;
  sic: string | null;
  facts: Fact[];
  expected: Expected[];
}

export interface Expected {
  period: string;
  line: string;
  /** As it is shown: a value, or the code of a null's reason. */
  value: string;
}

interface Filing {
  form: string;
  filed: string;
  currency: string;
  /** Fiscal year and period of the cover: those of the first column. */
  fy: number | null;
  fp: string | null;
  columns: { period: string; start: string; end: string }[];
}

const concepts = new Map(loadRegistry().concepts.map((concept) => [concept.snakeKey, concept]));
const folder = new URL("../../fixtures/faces/", import.meta.url);

export function readCompanies(): Company[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => parseFaces(readFileSync(new URL(file, folder), "utf8")));
}

export function parseFaces(text: string): Company[] {
  const companies: Company[] = [];
  let filing: Filing | null = null;
  for (const row of text.split("\n")) {
    const [first = "", ...rest] = row.trim().split(/ +/);
    if (first === "" || first === "//") continue;
    if (first === "#") {
      companies.push(companyOf(rest));
      filing = null;
      continue;
    }
    const company = companies.at(-1);
    if (!company) throw new Error(`${row}: no company before it`);
    if (first === "@") filing = filingOf(rest);
    else if (first === "=") company.expected.push(expectedOf(rest));
    else if (filing) addRow(company, filing, [first, ...rest]);
    else throw new Error(`${row}: no filing before it`);
  }
  return companies;
}

/** "# 72971 6021 Wells Fargo" with "-" for no industry code. */
function companyOf([cik = "", sic = "", ...name]: string[]): Company {
  return { name: name.join(" "), cik, sic: sic === "-" ? null : sic, facts: [], expected: [] };
}

/** "@ 10-K 2025-02-25 USD 2024FY=2024-01-01/2024-12-31 -=…": a column named "-" is expected nowhere. */
function filingOf([form = "", filed = "", currency = "", ...columns]: string[]): Filing {
  const [, year = null, fp = null] = /^(\d{4})(FY|Q\d)=/.exec(columns[0] ?? "") ?? [];
  const cover = { fy: year === null ? null : Number(year), fp };
  return { form, filed, currency, ...cover, columns: columns.map(columnOf) };
}

function columnOf(text: string): Filing["columns"][number] {
  const [period = "", days = ""] = text.split("=");
  const [start = "", end = ""] = days.split("/");
  return { period, start, end };
}

/** "= 2024Q4 revenue 20378": a figure that no filing states. */
function expectedOf([period = "", line = "", value = ""]: string[]): Expected {
  return { period, line, value: shownAs(line, value) };
}

/** "revenue Revenues 82296 82597", "- InterestExpenseDeposits 24282", "~ OtherAssets 73302" (a balance); "." states nothing. */
function addRow(
  company: Company,
  filing: Filing,
  [line = "", tag = "", ...values]: string[],
): void {
  const isShown = line !== "-" && line !== "~";
  values.forEach((value, place) => {
    const column = filing.columns[place];
    if (!column) throw new Error(`${company.name} ${tag}: more values than columns`);
    if (value === ".") return;
    company.facts.push(factOfRow(filing, column, { line, tag, value }));
    if (!isShown || column.period === "-") return;
    company.expected.push({ period: column.period, line, value: shownAs(line, value) });
  });
}

function factOfRow(
  { form, filed, currency, fy, fp }: Filing,
  { start, end }: Filing["columns"][number],
  { line, tag, value }: { line: string; tag: string; value: string },
): Fact {
  const [taxonomy = "", name = ""] = tag.includes(":") ? tag.split(":") : ["us-gaap", tag];
  const concept = concepts.get(line);
  const isBalance = line === "~" || concept?.periodType === "instant";
  const units = {
    per_share: `${currency}/shares`,
    shares: "shares",
    pure: "pure",
    monetary: currency,
  };
  return {
    taxonomy,
    tag: name,
    unit: units[concept?.dataType ?? "monetary"],
    start: isBalance ? null : start,
    end,
    value: shownAs(line, value),
    accession: `0000000000-${filed.slice(2, 4)}-${filed.slice(5, 7)}${filed.slice(8)}00`,
    form,
    filed,
    fy,
    fp,
    decimals: null,
    dimensions: null,
  };
}

/** Amounts and counts of shares are in millions; figures per share, rates and reasons stand as they are. */
function shownAs(line: string, value: string): string {
  const type = concepts.get(line)?.dataType ?? "monetary";
  if (type === "per_share" || type === "pure" || !/^-?[\d.]+$/.test(value)) return value;
  const [whole = "", part = ""] = value.split(".");
  return `${whole}${part.padEnd(6, "0")}`.replace(/^(-?)0+(?=\d)/, "$1");
}
