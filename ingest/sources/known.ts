import type { SourceDescription } from "./description.ts";
import { edgar } from "./edgar/description.ts";

/** Every source. A new one is a folder beside EDGAR's and a name in this list. */
const sources: SourceDescription[] = [edgar];

export const knownSources = (): readonly SourceDescription[] => sources;

/** Adds a source to this process or thread; once only. Each thread knows its own. */
export function addSource(source: SourceDescription): void {
  if (!sources.includes(source)) sources.push(source);
}

/** The source that a company key belongs to; EDGAR for a company that files with no regulator, of which nothing is fetched. */
export const sourceOf = (company: string): SourceDescription =>
  sources.find(({ isCompany }) => isCompany(company)) ?? edgar;

/** The company key that a person means, by the source that knows it; null for none: "320193", "CIK320193". */
export function companyKeyOf(typed: string): string | null {
  for (const { companyKeyOf: read } of sources) {
    const key = read(typed);
    if (key !== null) return key;
  }
  return null;
}
