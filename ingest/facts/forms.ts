export type FormClass = "annual" | "interim" | "current" | "other";

const forms: Record<Exclude<FormClass, "other">, string[]> = {
  annual: ["10-K", "10-K405", "10-KSB", "10-KT", "20-F", "40-F"],
  interim: ["10-Q", "10-QT", "10-QSB"],
  current: ["8-K", "6-K"],
};

/** Forms that carry financial statements, without their amendments. */
export const statementForms = [...forms.annual, ...forms.interim];

const classes = new Map<string, FormClass>();
for (const kind of ["annual", "interim", "current"] as const) {
  for (const form of forms[kind]) classes.set(form, kind).set(`${form}/A`, kind);
}

/** What kind of filing a form is; an amendment ("/A") is of the kind of its original. */
export function formClass(form: string): FormClass {
  return classes.get(form) ?? "other";
}

export function isAmendment(form: string): boolean {
  return form.endsWith("/A");
}

/**
 * Tier of standardization.md 2.1: periodic reports 1, 6-K and 8-K 2, everything else 3.
 * A lower tier fills a hole and never replaces a value of a higher one.
 */
export function tierOf(form: string): 1 | 2 | 3 {
  const kind = formClass(form);
  if (kind === "annual" || kind === "interim") return 1;
  return kind === "current" ? 2 : 3;
}
