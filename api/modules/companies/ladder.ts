import type { Db } from "#schemas/database/db.ts";
import type { VerificationTier } from "#schemas/shapes/companies/filing.ts";
import type { Terminal } from "#schemas/shapes/companies/terminal.ts";
import { listOffered } from "../access-packages/service.ts";
import { findHighestPublicTier } from "../filings/service.ts";
import { publishedReports } from "../reports/service.ts";
import { type Claimed, findClaimed } from "./queries.ts";

type Ladder = Terminal["transparencyLadder"];

/** What everybody may know of the openness of a company. */
export interface Openness extends Claimed {
  /** Highest tier of its public filings in force; null without one. */
  tier: VerificationTier | null;
  reports: number;
  packages: number;
}

interface Rung {
  key: string;
  label: string;
  isReached(of: Openness): boolean;
  /** How it is reached. */
  step: string;
}

const tiersFrom = (tier: VerificationTier | null, least: "L1" | "L2" | "L3") =>
  tier !== null && tier >= least;

/** From the first to the last. */
const rungs: readonly Rung[] = [
  {
    key: "claimed",
    label: "Claimed by the company",
    isReached: ({ isClaimed }) => isClaimed,
    step: "The company claims its profile.",
  },
  {
    key: "verified",
    label: "Identity verified",
    isReached: ({ isVerified }) => isVerified,
    step: "An operator verifies the identity of the company.",
  },
  {
    key: "filings_submitted",
    label: "Public filings (L1)",
    isReached: ({ tier, isOnRecord }) => isOnRecord || tiersFrom(tier, "L1"),
    step: "The team submits a filing and makes it public.",
  },
  {
    key: "filings_matched",
    label: "Filings matched with documents (L2)",
    isReached: ({ tier }) => tiersFrom(tier, "L2"),
    step: "An operator verifies a public filing with its documents.",
  },
  {
    key: "filings_attested",
    label: "Filings attested by a third party (L3)",
    isReached: ({ tier }) => tiersFrom(tier, "L3"),
    step: "A third party attests a public filing.",
  },
  {
    key: "reports",
    label: "Reports published",
    isReached: ({ reports }) => reports > 0,
    step: "The team submits a report that is public or in a package.",
  },
  {
    key: "packages",
    label: "Access packages offered",
    isReached: ({ packages }) => packages > 0,
    step: "The team offers an access package.",
  },
];

/** The rungs, each with its state and what leads to it (TRM-26). The current one is the last before the first gap. Pure. */
export function ladderOf(of: Openness): Ladder {
  const shown = rungs.map(({ key, label, isReached, step }) => {
    const reached = isReached(of);
    const state = reached ? ("available" as const) : ("unavailable" as const);
    return { key, label, reached, state, nextStep: reached ? null : step };
  });
  const gap = shown.findIndex(({ reached }) => !reached);
  const climbed = gap === -1 ? shown : shown.slice(0, gap);
  return {
    state: gap === -1 ? "available" : "partial",
    currentRung: climbed.at(-1)?.key ?? null,
    rungs: shown,
    unavailableReason: null,
  };
}

/** The ladder of a claimed company; null for one that is not claimed, or gone. */
export async function readLadder(db: Db, entityId: string): Promise<Ladder | null> {
  const claimed = await findClaimed(db, entityId);
  if (claimed?.isClaimed !== true) return null;
  const { reports } = await publishedReports(db, { entityId });
  const packages = await listOffered(db, entityId);
  const tier = await findHighestPublicTier(db, entityId);
  return ladderOf({ ...claimed, tier, reports, packages: packages.length });
}
