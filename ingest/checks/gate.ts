import type { CountsByCheck, Drop, OutcomeCounts } from "#schemas/shapes/quality.ts";
import { checks } from "./run-checks.ts";

/** One company's outcomes as stored and as a change would make them; null where there are none to compare. */
export interface GateCompany {
  cik: string;
  before: CountsByCheck | null;
  after: CountsByCheck | null;
}

/** Percentage points that a pass rate of severity A may fall (standardization.md section 4). */
export const dropMax = 0.2;

/**
 * What holds a release or a rebuild: the checks of severity A whose pass rate over all companies falls by more than
 * `dropMax` points; empty when it may go on. Companies without either side are in neither rate. Pure.
 */
export function findDrops(companies: Iterable<GateCompany>): Drop[] {
  const compared = [...companies].flatMap(({ cik, before, after }) =>
    before && after ? [{ cik, before, after }] : [],
  );
  const titles = new Map(
    checks.filter(({ severity }) => severity === "A").map(({ id, title }) => [id, title]),
  );
  return [...titles].flatMap(([check, title]) => {
    const before = rateOf(compared.map((company) => company.before[check]));
    const after = rateOf(compared.map((company) => company.after[check]));
    // A drop of exactly the limit is not more than it, whatever doubles make of the difference.
    if (before === null || after === null || before - after <= dropMax + 1e-9) return [];
    const worse = compared
      .map((company) => ({
        cik: company.cik,
        notPassedBefore: notPassed(company.before[check]),
        notPassedAfter: notPassed(company.after[check]),
      }))
      .filter((company) => company.notPassedAfter > company.notPassedBefore)
      .sort((a, b) => growthOf(b) - growthOf(a));
    return [{ check, title, before, after, companies: worse }];
  });
}

/** True when the company has more results of a check that holds the gate which do not pass. */
export function worsens(drops: readonly Drop[], before: CountsByCheck, after: CountsByCheck) {
  return drops.some(({ check }) => notPassed(after[check]) > notPassed(before[check]));
}

const growthOf = (company: Drop["companies"][number]) =>
  company.notPassedAfter - company.notPassedBefore;

const notPassed = (counts: OutcomeCounts | undefined) => (counts ? counts[2] + counts[3] : 0);

function rateOf(counts: readonly (OutcomeCounts | undefined)[]): number | null {
  let [passed, run] = [0, 0];
  for (const of of counts) {
    if (!of) continue;
    passed += of[0] + of[1];
    run += of[0] + of[1] + of[2] + of[3];
  }
  return run === 0 ? null : (100 * passed) / run;
}
