import type { CountsByCheck, Drop, OutcomeCounts } from "#schemas/shapes/companies/quality.ts";
import type { LostResults } from "./lost-results.ts";
import { checks } from "./run-checks.ts";

/** One company's outcomes as stored and as a change would make them; null where there are none to compare. */
export interface GateCompany {
  cik: string;
  before: CountsByCheck | null;
  /** Without the results of new periods: see `compareResults`. */
  after: CountsByCheck | null;
  /** What would run no longer as values are gone: it counts as not passed, or what vanishes would raise the rate. */
  lost: LostResults;
}

/** Percentage points that a pass rate of severity A may fall (standardization.md, Checks). */
export const dropMax = 0.2;

/**
 * What holds a release or a rebuild: the checks of severity A whose pass rate over all companies falls by more than
 * `dropMax` points; empty when it may go on. Companies without either side are in neither rate. Pure.
 */
export function findDrops(companies: Iterable<GateCompany>): Drop[] {
  const compared = [...companies].flatMap(({ cik, before, after, lost }) =>
    before && after ? [{ cik, before, after, lost }] : [],
  );
  const titles = new Map(
    checks.filter(({ severity }) => severity === "A").map(({ id, title }) => [id, title]),
  );
  return [...titles].flatMap(([check, title]) => {
    const sides = compared.map(({ cik, before, after, lost }) => ({
      cik,
      before: before[check],
      after: after[check],
      lost: lost[check] ?? 0,
    }));
    const before = rateOf(sides.map((side) => ({ counts: side.before, lost: 0 })));
    const after = rateOf(sides.map((side) => ({ counts: side.after, lost: side.lost })));
    // A drop of exactly the limit is not more than it, whatever doubles make of the difference.
    if (before === null || after === null || before - after <= dropMax + 1e-9) return [];
    const worse = sides
      .map((side) => ({
        cik: side.cik,
        notPassedBefore: notPassed(side.before),
        notPassedAfter: notPassed(side.after) + side.lost,
        lost: side.lost,
      }))
      .filter((company) => company.notPassedAfter > company.notPassedBefore)
      .sort((a, b) => growthOf(b) - growthOf(a));
    return [{ check, title, before, after, companies: worse }];
  });
}

/** True when the company has more results of a check that holds the gate which do not pass, or no longer run. */
export function wouldLowerPassRate(
  drops: readonly Drop[],
  { before, after, lost }: Pick<GateCompany, "lost"> & Record<"before" | "after", CountsByCheck>,
): boolean {
  return drops.some(
    ({ check }) => notPassed(after[check]) + (lost[check] ?? 0) > notPassed(before[check]),
  );
}

const growthOf = (company: Drop["companies"][number]) =>
  company.notPassedAfter - company.notPassedBefore;

const notPassed = (counts: OutcomeCounts | undefined) => (counts ? counts[2] + counts[3] : 0);

function rateOf(
  sides: readonly { counts: OutcomeCounts | undefined; lost: number }[],
): number | null {
  let [passed, run] = [0, 0];
  for (const { counts: of, lost } of sides) {
    run += lost;
    if (!of) continue;
    passed += of[0] + of[1];
    run += of[0] + of[1] + of[2] + of[3];
  }
  return run === 0 ? null : (100 * passed) / run;
}
