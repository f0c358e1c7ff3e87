import { z } from "zod";
import { parseDecimal } from "#schemas/decimal.ts";
import { fiscalPeriods } from "#schemas/shapes/companies/statement.ts";
import { ParseError } from "../errors.ts";
import { isCalendarDate } from "./iso-date.ts";
import { isJsonObject, parseJson } from "./json-document.ts";

const day = z.string().refine(isCalendarDate, "must be a calendar date such as 2023-09-30");
const amount = z
  .string('must be decimal text such as "383285000000", or null')
  .regex(/^-?\d{1,30}(?:\.\d{1,20})?$/, 'must be decimal text such as "383285000000", or null')
  .transform(parseDecimal);

const submittedPeriod = z.strictObject({
  fiscalYear: z.int().min(1900).max(2200),
  fiscalPeriod: z.enum(fiscalPeriods),
  start: day,
  end: day,
  fields: z.record(z.string(), amount.nullable()),
});

const submittedStatement = z.strictObject({
  source: z.enum(["audited", "connector", "manual"]),
  cik: z
    .string()
    .regex(/^\d{1,10}$/, "must be one to ten digits")
    .transform((cik) => cik.padStart(10, "0"))
    .optional(),
  entityId: z.uuid("must be the id of an entity").toLowerCase().optional(),
  filing: z
    .strictObject({
      id: z.uuid(),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
    })
    .optional(),
  currency: z.string().regex(/^[A-Z]{3}$/, "must be a currency code such as USD"),
  submittedAt: day,
  periods: z.array(submittedPeriod).min(1).max(200),
});

/**
 * Statements that a user hands in, one more source beside the regulator (Source precedence: audited 100,
 * connector 60, manual 40). Fields are keyed by the concepts' snakeKeys, in whole units of the currency; a
 * null says that the submitter knows no value. The company is named by `cik` (ten digits), or by `entityId` where no
 * regulator knows it. `filing` is the element of the entity's chain that the statement was submitted with. Amounts are
 * plain decimal text.
 */
export type SubmittedStatement = z.output<typeof submittedStatement>;

const issuesMax = 10;

/**
 * Reads a submitted statement from its JSON bytes. Throws ParseError, which lists each fault with its path,
 * for anything else than the documented shape, for a field that `snakeKeys` does not hold, for a period that
 * starts after it ends, ends after the submission or is given twice.
 */
export function parseSubmittedStatement(
  body: Buffer,
  snakeKeys: ReadonlySet<string>,
): SubmittedStatement {
  const document = readDocument(body);
  refuse(unknownFields(document, snakeKeys));
  const result = submittedStatement.safeParse(document);
  if (!result.success) {
    throw refusal(result.error.issues.map(({ path, message }) => `${pathText(path)}: ${message}`));
  }
  if ((result.data.cik === undefined) === (result.data.entityId === undefined)) {
    refuse(["document: names its company by cik or by entityId, not by both"]);
  }
  refuse(periodFaults(result.data));
  return result.data;
}

function readDocument(body: Buffer): unknown {
  try {
    return parseJson(body);
  } catch (cause) {
    throw new ParseError("the submitted statement is not one whole JSON document", { cause });
  }
}

/** Looked for in the document itself: a key such as "__proto__" does not reach a parsed record. */
function unknownFields(document: unknown, snakeKeys: ReadonlySet<string>): string[] {
  const periods = isJsonObject(document) && Array.isArray(document.periods) ? document.periods : [];
  return periods.flatMap((period: unknown, index) => {
    const fields = isJsonObject(period) && isJsonObject(period.fields) ? period.fields : {};
    return Object.keys(fields)
      .filter((key) => !snakeKeys.has(key))
      .map((key) => `periods[${index}].fields.${key.slice(0, 60)}: no concept has this key`);
  });
}

function periodFaults({ periods, submittedAt }: SubmittedStatement): string[] {
  const seen = new Set<string>();
  return periods.flatMap(({ fiscalYear, fiscalPeriod, start, end }, index) => {
    const key = `${fiscalYear} ${fiscalPeriod}`;
    const faults = [
      start > end && `starts (${start}) after it ends (${end})`,
      end > submittedAt && `ends (${end}) after it was submitted (${submittedAt})`,
      seen.has(key) && `${key} is given twice`,
    ];
    seen.add(key);
    return faults.filter((fault) => fault !== false).map((fault) => `periods[${index}]: ${fault}`);
  });
}

function refuse(faults: readonly string[]): void {
  if (faults.length > 0) throw refusal(faults);
}

function refusal(faults: readonly string[]): ParseError {
  const more = faults.length > issuesMax ? [`and ${faults.length - issuesMax} more`] : [];
  const listed = [...faults.slice(0, issuesMax), ...more].join("; ");
  return new ParseError(`submitted statement refused: ${listed}`, {
    where: faults[0]?.split(":")[0] ?? "",
  });
}

function pathText(path: readonly PropertyKey[]): string {
  const text = path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("");
  return text.replace(/^\./, "") || "document";
}

/** What is wrong with a submitted statement, as `parseSubmittedStatement` says it; null when nothing is. */
export function findStatementFault(
  document: object,
  snakeKeys: ReadonlySet<string>,
): string | null {
  try {
    parseSubmittedStatement(Buffer.from(JSON.stringify(document)), snakeKeys);
    return null;
  } catch (error) {
    if (error instanceof ParseError) return error.message;
    throw error;
  }
}
