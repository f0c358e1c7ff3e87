/**
 * Reads a period key in any accepted spelling: "2023Q4" from "2023q4", "2023-Q4" and "Q4 2023"; "2023FY" from "FY2023"
 * and "2023"; "TTM2023Q4" from "ttm q4 2023". Null for anything else.
 */
export function readPeriodKey(typed: string): string | null {
  const text = typed.trim().toUpperCase().replace(/\s+/g, " ");
  if (text === "TTM") return text;
  if (/^\d{4}$/.test(text)) return `${text}FY`;
  const [, ttm = "", rest = text] = /^(TTM)[- ]?(.+)$/.exec(text) ?? [];
  const yearFirst = /^(\d{4})[- ]?(FY|Q[1-4]|H[12])$/.exec(rest);
  if (yearFirst) return `${ttm}${yearFirst[1]}${yearFirst[2]}`;
  const kindFirst = /^(FY|Q[1-4]|H[12])[- ]?(\d{4})$/.exec(rest);
  return kindFirst ? `${ttm}${kindFirst[2]}${kindFirst[1]}` : null;
}
