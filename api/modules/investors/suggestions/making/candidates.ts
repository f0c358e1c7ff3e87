import { type MandateCriteria, reasonsOf } from "../../mandates/fit.ts";
import type { Candidate } from "./queries.ts";

/** Published startups in memory, by what mandates ask for. */
export interface CandidateIndex {
  /** The startups in a mandate's sectors and stages, the last published first; reads no further than the caller. */
  newest(mandate: MandateCriteria): Iterable<Candidate>;
}

const folded = (text: string) => text.normalize("NFKC").trim().toLowerCase();

/** `candidates` are in the order in which they are suggested: the last published first. */
export function indexCandidates(candidates: readonly Candidate[]): CandidateIndex {
  const places = candidates.map((_, place) => place);
  const by = (said: (one: Candidate) => string | null | undefined) =>
    Map.groupBy(places, (place) => {
      const one = candidates[place];
      return folded((one && said(one)) ?? "");
    });
  const sectors = by(({ facts }) => facts.sector);
  const stages = by(({ facts }) => facts.stage);
  return {
    *newest(mandate) {
      for (const place of placesOf(mandate)) {
        const one = candidates[place];
        if (one !== undefined && reasonsOf(mandate, one.facts) !== null) yield one;
      }
    },
  };

  function placesOf({ sectors: wanted, stages: inStages }: MandateCriteria): Iterable<number> {
    if (wanted.length > 0) return inOrder(listsOf(sectors, wanted));
    return inStages.length > 0 ? inOrder(listsOf(stages, inStages)) : places;
  }
}

const listsOf = (index: ReadonlyMap<string, number[]>, values: readonly string[]) =>
  [...new Set(values.map(folded))].flatMap((value) => {
    const list = index.get(value);
    return list === undefined ? [] : [list];
  });

/** The numbers of sorted lists without common numbers, in order; takes no more than is asked for. */
function* inOrder(lists: readonly number[][]): Generator<number> {
  const at = lists.map(() => 0);
  for (;;) {
    let first: { list: number; value: number } | null = null;
    for (const [list, values] of lists.entries()) {
      const value = values[at[list] ?? 0];
      if (value !== undefined && (first === null || value < first.value)) first = { list, value };
    }
    if (first === null) return;
    at[first.list] = (at[first.list] ?? 0) + 1;
    yield first.value;
  }
}
