import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { FactDocument } from "../company-input.ts";
import {
  compareFacts,
  compareText,
  compareVersions,
  type History,
  listHistories,
} from "./history/history.ts";

/**
 * All fact versions of a company's documents in one canonical order, whatever order they came in.
 *
 * The regulator revises entries between crawls, so of two documents that carry the same version
 * (tag, unit, period, accession, dimensions) the newer document's value stands; absence in a newer
 * one deletes nothing. "Newer" is decided by content first (latest filing date inside, then crawled
 * before given by hand), so that arrival order cannot matter.
 */
export function mergeDocuments(documents: readonly FactDocument[]): Fact[] {
  return mergeHistories(documents).flat();
}

/** The same, cut where the fact changes. */
export function mergeHistories(documents: readonly FactDocument[]): History[] {
  const [oldest, ...newer] = [...documents].sort(byAge).map(historiesOf);
  return newer.reduce(addNewer, oldest ?? []);
}

function historiesOf({ parsed }: FactDocument): History[] {
  // Documents are nearly in this order as they come, which makes sorting cheap.
  const ordered = [...parsed.facts].sort((a, b) => compareFacts(a, b) || compareVersions(a, b));
  return listHistories(ordered).map(withoutRepeats);
}

/** One document with two values for one version is a conflict inside one filing: both are kept. */
function withoutRepeats(history: History): History {
  return history.some(isRepeated) ? history.filter((...at) => !isRepeated(...at)) : history;
}

function isRepeated({ accession, value }: Fact, at: number, history: History): boolean {
  for (let i = 0; i < at; i += 1) {
    const earlier = history[i];
    if (earlier?.accession === accession && earlier.value === value) return true;
  }
  return false;
}

/** Both lists are in canonical order, and so is the result. */
function addNewer(older: readonly History[], newer: readonly History[]): History[] {
  const mergedHistories: History[] = [];
  let at = 0;
  for (const newHistory of newer) {
    let oldHistory = older[at];
    while (oldHistory && compareHistories(oldHistory, newHistory) < 0) {
      mergedHistories.push(oldHistory);
      at += 1;
      oldHistory = older[at];
    }
    if (oldHistory && compareHistories(oldHistory, newHistory) === 0) {
      mergedHistories.push(mergeHistory(oldHistory, newHistory));
      at += 1;
    } else mergedHistories.push(newHistory);
  }
  return [...mergedHistories, ...older.slice(at)];
}

function compareHistories([a]: History, [b]: History): number {
  return a && b ? compareFacts(a, b) : 0;
}

function mergeHistory(older: History, newer: History): History {
  const replaced = new Set(newer.map(({ accession }) => accession));
  return [
    ...older.filter(({ accession }) => !replaced.has(accession)),
    ...newer.map((fact) => withDecimals(fact, older)),
  ].sort(compareVersions);
}

/** Company facts carry no `decimals`; an instance of the same filing does, and the knowledge is kept. */
function withDecimals(fact: Fact, older: History): Fact {
  if (fact.decimals !== null) return fact;
  const { accession, value } = fact;
  const known = older.find(
    (o) => o.accession === accession && o.value === value && o.decimals !== null,
  );
  return known ? { ...fact, decimals: known.decimals } : fact;
}

function byAge(a: FactDocument, b: FactDocument): number {
  return (
    compareText(latestFiled(a), latestFiled(b)) ||
    Number(a.origin === "crawl") - Number(b.origin === "crawl") ||
    (a.origin === "crawl" && b.origin === "crawl" ? compareText(a.fetchedAt, b.fetchedAt) : 0) ||
    compareText(a.digest, b.digest)
  );
}

function latestFiled({ parsed }: FactDocument): string {
  let latest = "";
  for (const { filed } of parsed.facts) if (filed !== null && filed > latest) latest = filed;
  return latest;
}
