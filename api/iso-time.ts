/** Converts a database timestamp ("2026-11-20 13:33:48.1+00") to ISO 8601 in UTC; null stays null (CNV-03, CNV-05). */
export function isoTime(text: string): string;
export function isoTime(text: string | null): string | null;
export function isoTime(text: string | null): string | null {
  return text === null ? null : new Date(text).toISOString();
}
