import { z } from "zod";
import reviewed from "./printed-lines.json" with { type: "json" };
import { wordsOf } from "./words.ts";

/** Income statement, balance sheet and cash flow statement, as the data sets abbreviate them. */
export const printedStatements = ["IS", "BS", "CF"] as const;
export type PrintedStatement = (typeof printedStatements)[number];

const shape = z.array(
  z.strictObject({
    /** snakeKey of the line. */
    part: z.string(),
    statement: z
      .string()
      .transform((text) => text.split(" "))
      .pipe(z.array(z.enum(printedStatements)).min(1)),
    /** What the words of its label match: see `labelWords`. */
    words: z.string().transform((text) => new RegExp(text)),
  }),
);

const printedLines = shape.parse(reviewed);

const idle = new Set(["total", "net", "less", "company", "consolidated"]);

/**
 * The words that tell a label, or the name of an element, from others: without remarks in parentheses but that of "income (expense)", which is net,
 * and with "net income" as one word.
 */
export function labelWords(label: string): string {
  const text = label
    .replaceAll(/\b(income|expense),? \((expense|income)\)/gi, "$1 $2")
    .replaceAll(/\([^()]*\)/g, " ")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/\bnet (income|earning|loss)/gi, "net$1");
  return wordsOf(text.toLowerCase())
    .filter((word) => !idle.has(word))
    .join(" ");
}

const found = new Map<string, string | null>();

/**
 * The line (snakeKey) that a statement prints under the label, told by its words alone; the name of an element ("CapitalExpenditures")
 * may stand for the label. Null for a label of no known line. It says why a line is null, and never gives a value.
 */
export function printedLine(statement: PrintedStatement, label: string): string | null {
  const key = `${statement} ${label}`;
  const known = found.get(key);
  if (known !== undefined) return known;
  if (found.size > 50_000) found.clear();
  const words = labelWords(label);
  const line = printedLines.find(
    (one) => one.statement.includes(statement) && one.words.test(words),
  );
  const part = line?.part ?? null;
  found.set(key, part);
  return part;
}

const costsOfDebt = /\b(debt|financing) (issuance|discount|cost|fee)/i;

/**
 * The label of a row of depreciation that says what its element does not: that amortization is in it (Spirit AeroSystems), or
 * costs of debt (NGL Energy Partners). Null for others.
 */
export function wearLabel(element: string, label: string): string | null {
  if (element === "Depreciation") {
    return printedLine("CF", label) === "depreciation_and_amortization" ? label : null;
  }
  return element.startsWith("Depreciation") && holdsCostsOfDebt(label) ? label : null;
}

/** True for the label of a row of depreciation and amortization that holds costs of debt, which are interest. */
export const holdsCostsOfDebt = (label: string): boolean => costsOfDebt.test(label);

const othersThanPreferred = /common|ordinary|minorit|non-?controlling/i;

/** The label of a row of dividends that says what its element does not: that all of it is of preferred stock (NGL Energy Partners). Null for others. */
export function preferredLabel(element: string, label: string): string | null {
  if (!/Dividend|Distribution/.test(element) || /Preferred/.test(element)) return null;
  return /\bpreferred\b/i.test(label) && !othersThanPreferred.test(label) ? label : null;
}
