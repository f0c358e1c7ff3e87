import type { FactsSetAside } from "#ingest/pipeline.ts";
import { companyText } from "#schemas/company-key.ts";
import { counted, type Shell } from "./command.ts";

/**
 * Warns of the facts of each company that could not be read, in one line a company. Returns the end of the command's
 * summary: "; 3 facts set aside", or nothing without such facts.
 */
export function tellFactsSetAside(
  shell: Shell,
  companies: readonly { cik: string; facts: FactsSetAside | null }[],
): string {
  let total = 0;
  for (const { cik, facts } of companies) {
    if (!facts) continue;
    const { count, first } = facts;
    const which = count === 1 ? first : `the first is ${first}`;
    shell.warn(`${companyText(cik)}: ${counted(count, "fact")} set aside, ${which}`);
    total += count;
  }
  return total === 0 ? "" : `; ${counted(total, "fact")} set aside`;
}
