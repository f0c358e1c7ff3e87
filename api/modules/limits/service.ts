import { entitlementsAt } from "#schemas/config/plans.ts";
import type { Caller } from "../../auth/caller.ts";
import type { Deps } from "../../deps.ts";
import { countLiveKeys } from "../api-keys/service.ts";
import { coverBytesMax } from "../covers/service.ts";
import { countOpenCorrections, openCorrectionsMax } from "../directory-acts/service.ts";
import { accountBytesMax, countUsedBytes, documentBytesMax } from "../documents/service.ts";
import { hiringLimits } from "../hiring/service.ts";
import { countScenarios } from "../model-scenarios/service.ts";
import type { Limits } from "./schemas.ts";

/** The quota of the credential itself; null for one without. */
type OwnLimit = { key: string; perMinute: number } | null;

/** What is left of the caller's rate limits and quotas. Counts and changes nothing. */
export async function readLimits(
  deps: Deps,
  caller: Caller & { userId: string },
  own: OwnLimit,
): Promise<Limits> {
  const entitled = entitlementsAt(caller.plan, deps.now());
  return {
    rateLimits: await readRateLimits(deps, caller, own),
    quotas: await readQuotas(deps, caller.userId, entitled),
    greatestSizes: { documentBytes: documentBytesMax, coverImageBytes: coverBytesMax },
    eventStreams: entitled.eventStreams,
  };
}

async function readRateLimits({ rateLimits, now }: Deps, caller: Caller, own: OwnLimit) {
  const { read, write } = entitlementsAt(caller.plan, now()).requestsPerMinute;
  const { subject } = caller;
  const left = await Promise.all([
    rateLimits.left(subject, "read", read),
    rateLimits.left(subject, "write", write),
    ...hiringLimits.map((bucket) => rateLimits.left(subject, bucket)),
    own && rateLimits.left(own.key, { name: "key", quota: own.perMinute }),
  ]);
  return left.filter((one) => one !== null);
}

type Entitled = ReturnType<typeof entitlementsAt>;

async function readQuotas({ db, now }: Deps, userId: string, { apiKeys, scenarios }: Entitled) {
  const quotas = [
    {
      name: "documentBytes" as const,
      used: await countUsedBytes(db, userId),
      greatest: accountBytesMax,
    },
    {
      name: "apiKeys" as const,
      used: await countLiveKeys(db, userId, now()),
      greatest: apiKeys,
    },
    {
      name: "modelScenarios" as const,
      used: await countScenarios(db, userId),
      greatest: scenarios,
    },
    {
      name: "openCorrections" as const,
      used: await countOpenCorrections(db, userId),
      greatest: openCorrectionsMax,
    },
  ];
  return quotas.map((one) => ({ ...one, remaining: Math.max(0, one.greatest - one.used) }));
}
