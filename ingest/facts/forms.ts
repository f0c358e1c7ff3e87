import type { SourceForms } from "../sources/description.ts";
import { knownSources } from "../sources/known.ts";

export type FormClass = "annual" | "interim" | "current" | "other";

const kinds = ["annual", "interim", "current"] as const;

const allForms = (): SourceForms[] => knownSources().map(({ forms }) => forms);

/** A form without the mark of its amendment. */
export function originalForm(form: string): string {
  const mark = allForms().find(({ amendmentMark }) => form.endsWith(amendmentMark))?.amendmentMark;
  return mark === undefined ? form : form.slice(0, -mark.length);
}

export function isAmendment(form: string): boolean {
  return originalForm(form) !== form;
}

/** Classes of all forms and their amendments; facts ask for them by the million. */
const classes = new Map<string, FormClass>();
let sourcesRead = 0;

function readForms(): void {
  for (const forms of allForms().slice(sourcesRead)) {
    for (const kind of kinds) {
      for (const form of forms[kind]) {
        classes.set(form, kind).set(`${form}${forms.amendmentMark}`, kind);
      }
    }
  }
  sourcesRead = knownSources().length;
}

/** What kind of filing a form is; an amendment is of the kind of its original. */
export function formClass(form: string): FormClass {
  if (sourcesRead !== knownSources().length) readForms();
  return classes.get(form) ?? "other";
}

/** Whether a form reports on a period: carries financial statements, or amends one that does. */
export function isPeriodic(form: string): boolean {
  const kind = formClass(form);
  return kind === "annual" || kind === "interim";
}

/** Whether an interim report is of a half year, and not of a quarter. */
export const isHalfYearly = (form: string): boolean =>
  allForms().some(({ halfYear }) => halfYear.includes(originalForm(form)));

/** The forms of these kinds by name, each with its amendment: what a question to the database names. */
export const formsOf = (...wanted: readonly ("insiders" | (typeof kinds)[number])[]): string[] =>
  allForms().flatMap((forms) =>
    wanted
      .flatMap((kind) => forms[kind])
      .flatMap((form) => [form, `${form}${forms.amendmentMark}`]),
  );

/**
 * Tier of standardization.md 2.1: periodic reports 1, reports of events 2, everything else 3.
 * A lower tier fills a hole and never replaces a value of a higher one.
 */
export function tierOf(form: string): 1 | 2 | 3 {
  if (isPeriodic(form)) return 1;
  return formClass(form) === "current" ? 2 : 3;
}
