import type { Change } from "./schemas.ts";

type StatementChange = NonNullable<Change["statement"]>;

const acts = {
  "company.stored": "Stored for the first time",
  "filing.stored": "filed",
  "filing.changed": "changed in the filing history, filed",
  "filing.withdrawn": "withdrawn, filed",
  "statement.stored": "new",
  "statement.changed": "changed",
  "statement.restated": "restated",
  "statement.removed": "removed",
} as const satisfies Record<Change["type"], string>;

/** A change in a few words: "10-K filed 2019-06-07", "Income statement 2017FY restated". */
export function titleOf({ type, filing, statement }: Change): string {
  if (filing !== null) return `${filing.form} ${acts[type]} ${filing.filedDate}`;
  if (statement === null) return acts[type];
  return `${inWords(statement.statementType)} ${statement.periodKey} ${acts[type]}`;
}

const linesTold = 20;

/** What a change is, in lines of text: each line of a statement with what it was and is. */
export function describe({ company, filing, statement }: Change): string[] {
  if (company !== null) {
    return [`${company.filings} filings, ${company.statements} statements`];
  }
  if (filing !== null) {
    const period = filing.reportDate === null ? "" : `, about the period to ${filing.reportDate}`;
    return [`Form ${filing.form}, accession ${filing.accessionNumber}${period}`];
  }
  return statement === null ? [] : describeStatement(statement);
}

function describeStatement({ lines, currency, cause, newFilings }: StatementChange): string[] {
  const told = lines.slice(0, linesTold).map(({ line, before, after }) => {
    return `${line}: ${before ?? "no value"} → ${after ?? "no value"}`;
  });
  const rest = lines.length > linesTold ? [`and ${lines.length - linesTold} more lines`] : [];
  const by = newFilings.length > 0 ? [`Filings: ${newFilings.join(", ")}`] : [];
  const rules = cause === "rules" ? ["The rules changed, not the documents."] : [];
  return [
    ...told,
    ...rest,
    ...(currency === null ? [] : [`Currency: ${currency}`]),
    ...by,
    ...rules,
  ];
}

function inWords(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
