import { z } from "zod";
import reviewed from "../predecessors.json" with { type: "json" };

const cik = z.string().regex(/^\d{10}$/);

const linkShape = z.strictObject({
  cik,
  predecessorCik: cik,
  /** First day that the new registrant reports, ISO date. */
  from: z.iso.date(),
  reason: z.string().min(1),
  source: z.string().min(1),
});

/** A registrant that carries on the reporting of another one under a new number, as a review found it. */
export type PredecessorLink = z.infer<typeof linkShape>;

/** A registrant whose reports filed on or before `until` (ISO date) belong to the history of a later one. */
export interface Predecessor {
  cik: string;
  until: string;
}

/**
 * Parses and checks reviewed links. Throws one error with a sentence per violation: a link to itself or around a
 * circle, two predecessors of one registrant, two successors of one, a chain that does not go back in time.
 */
export function parsePredecessors(entries: unknown): PredecessorLink[] {
  const links = z.array(linkShape).parse(entries);
  const problems = links.flatMap((link, i) => [...problemsOf(link, links.slice(0, i), links)]);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return links;
}

function* problemsOf(
  link: PredecessorLink,
  earlier: readonly PredecessorLink[],
  all: readonly PredecessorLink[],
): Iterable<string> {
  const { cik: own, predecessorCik, from } = link;
  if (own === predecessorCik) yield `${own}: is its own predecessor.`;
  if (earlier.some((other) => other.cik === own)) yield `${own}: has two predecessors.`;
  if (earlier.some((other) => other.predecessorCik === predecessorCik)) {
    yield `${own}: its predecessor ${predecessorCik} has another successor.`;
  }
  const before = all.find((other) => other.cik === predecessorCik);
  if (before && before !== link && before.from >= from) {
    yield `${own}: its predecessor ${predecessorCik} reports only since ${before.from}.`;
  }
}

const links = parsePredecessors(reviewed);

/** The registrants whose history a registrant continues, the last one first (standardization.md 2.19); mostly none. */
export function predecessorsOf(
  registrant: string,
  known: readonly PredecessorLink[] = links,
): Predecessor[] {
  const link = known.find((one) => one.cik === registrant);
  if (!link) return [];
  const { predecessorCik, from } = link;
  return [{ cik: predecessorCik, until: from }, ...predecessorsOf(predecessorCik, known)];
}

/** Every registrant that another one continues. */
export function listPredecessors(): string[] {
  return links.map(({ predecessorCik }) => predecessorCik);
}
