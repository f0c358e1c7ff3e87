// What spreadsheets read as the start of a formula, behind any blanks and in full width too.
const startsFormula =
  /^\p{Cc}|^[\s\p{Cc}\p{Cf}]*[=+\-@\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20]/u;
// Neither XML nor a terminal takes them; tabs and line breaks are text.
const controls = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu;
/** Spreadsheets hold 32,767 characters in a cell. */
const lengthMax = 32_000;

/**
 * Text that stays text wherever a file is opened: what might be read as a formula gets an apostrophe before it.
 * @example safeText("=SUM(A1)") // "'=SUM(A1)"
 */
export function safeText(value: string): string {
  const clean = value.slice(0, lengthMax).toWellFormed();
  const visible = clean.replace(controls, "");
  return startsFormula.test(clean) ? `'${visible}` : visible;
}
