import { companyText } from "#schemas/company-key.ts";
import { findListing, type Inputs, isBuilt, loadInputs, taskOf } from "./builder/build-inputs.ts";
import { BuildFailedError } from "./builder/build-pool.ts";
import type { BuildCounts } from "./builder/built-company.ts";
import { engineVersion } from "./builder/engine-version.ts";
import type { IngestContext } from "./context.ts";
import { GoneError } from "./errors.ts";
import { refetchMissing } from "./fetch/fetch-lost.ts";
import { type ClosedGate, findClosedGate, gatedBy, isHeld } from "./gate/closed-gate.ts";
import { detectEmptiedStatements } from "./gate/detect-emptied-statements.ts";
import { connectedSource } from "./sources/connected.ts";
import { countBuildFailure, findBuild, findBuildFailure } from "./store/build.ts";
import { listGone } from "./store/fetch-state.ts";
import { quarantine, type SetAside } from "./store/quarantine.ts";
import { storeCompany } from "./store.ts";

/**
 * What came of one company. `quarantined` documents were set aside in this run: `setAside` lists them. `packages` of
 * filings were fetched in this run; absent for none.
 */
export type CompanyOutcome = { packages?: number } & CompanyEnding;

type CompanyEnding =
  | {
      kind: "stored";
      statements: number;
      counts: BuildCounts;
      quarantined: number;
      setAside?: SetAside[];
      factsSetAside: FactsSetAside | null;
    }
  /** Everything was built from the same documents by the same registry and engine before: nothing was written. */
  | { kind: "unchanged"; quarantined?: number; setAside?: SetAside[] }
  /** The regulator has no readable document of this CIK. */
  | { kind: "absent"; quarantined?: number; setAside?: SetAside[] }
  /** The quality gate holds back its rebuild; the stored rows stay. */
  | { kind: "gated"; reason: string; quarantined?: number; setAside?: SetAside[] }
  /** Its builds keep failing with these documents; the stored rows stay. */
  | { kind: "set_aside"; reason: string };

/** Facts of one company that could not be read, so that only the others count: how many, and the first with its filing and the reason. */
export interface FactsSetAside {
  count: number;
  first: string;
}

/** The facts that a build could not read; null without any, and where nothing was built. */
export function factsSetAsideIn(outcome: { kind: string } | CompanyOutcome): FactsSetAside | null {
  return "factsSetAside" in outcome ? outcome.factsSetAside : null;
}

/** The documents that a run quarantined. */
export function setAsideIn(outcome: CompanyOutcome): readonly SetAside[] {
  return "setAside" in outcome ? (outcome.setAside ?? []) : [];
}

/**
 * The whole path of one company: fetch what changed, archive it, and build the company again from its
 * archived documents. Documents that were never there are no error, and what the archive has lost is fetched again.
 * Throws SourceError when the source cannot be asked now, and GoneError, after the build, when it no longer has a
 * document that it had.
 */
export async function ingestCompany(cik: string, context: IngestContext): Promise<CompanyOutcome> {
  context.boundary("ingest:start");
  return refetchMissing(cik, context, () => fetchAndBuild(cik, context));
}

async function fetchAndBuild(cik: string, context: IngestContext): Promise<CompanyOutcome> {
  const source = connectedSource(cik, context);
  const { packages } = await source.gather(cik, context);
  context.boundary("ingest:fetched");
  const built = await rebuildCompany(cik, context);
  const outcome = packages === 0 ? built : { ...built, packages };
  const gone = await listGone(context.database.pool, source.description.mainDocuments(cik));
  if (gone.length > 0) throw new GoneError(companyText(cik), gone);
  return outcome;
}

const attemptsMax = 6;
const failuresMax = 3;

/**
 * Builds a company again from its archived documents, without fetching. Nothing is written when documents,
 * registry and engine are those of the stored rows; otherwise all rows change in one transaction (PIP-07).
 * A document that cannot be read is quarantined, and the build goes on with the previous good one (PIP-13).
 * Rows of another registry or engine stay while the quality gate holds them, unless `isGated` is false.
 */
export async function rebuildCompany(
  cik: string,
  context: IngestContext,
  { isGated = true } = {},
): Promise<CompanyOutcome> {
  context.boundary("rebuild:start");
  const setAside: SetAside[] = [];
  for (let attempt = 0; attempt < attemptsMax; ) {
    const outcome = await attemptRebuild(cik, context, isGated);
    if (outcome.kind === "rejected") setAside.push(...outcome.documents);
    else if (outcome.kind === "failed" || outcome.kind === "superseded") attempt += 1;
    else if (outcome.kind === "set_aside") return outcome;
    else if (setAside.length > 0) return { ...outcome, quarantined: setAside.length, setAside };
    else return outcome.kind === "stored" ? { ...outcome, quarantined: 0 } : outcome;
  }
  throw new Error(`${companyText(cik)} changed ${attemptsMax} times while it was built`);
}

async function attemptRebuild(
  cik: string,
  context: IngestContext,
  isGated: boolean,
): Promise<Attempt> {
  const inputs = await loadInputs(cik, context);
  if (inputs.documents.length === 0) return { kind: "absent" };
  const build = await findBuild(context.database.pool, cik);
  if (isBuilt(inputs, build, context.registry)) return { kind: "unchanged" };
  const closedGate = isGated ? await findClosedGate(inputs, build, context) : null;
  if (closedGate?.isSameInput) return gatedBy(closedGate);
  const setAside = await findBuildFailure(context.database.pool, cik);
  if (setAside?.inputDigest === failureKey(inputs, context) && setAside.failures >= failuresMax) {
    return { kind: "set_aside", reason: setAside.reason };
  }
  context.boundary("rebuild:listed");
  return buildOnce(inputs, context, closedGate);
}

/**
 * The key of a build's failures. Other documents, another registry or another engine give another key, and so a new
 * attempt.
 */
function failureKey({ digest }: Inputs, { registry }: IngestContext): string {
  return `${digest} ${registry.registrySha256} ${engineVersion}`;
}

type Attempt =
  | {
      kind: "stored";
      statements: number;
      counts: BuildCounts;
      factsSetAside: FactsSetAside | null;
    }
  | { kind: "rejected"; documents: SetAside[] }
  | { kind: "failed" }
  | { kind: "superseded" }
  | { kind: "absent" | "unchanged" }
  | { kind: "gated" | "set_aside"; reason: string };

async function buildOnce(
  inputs: Inputs,
  context: IngestContext,
  closedGate: ClosedGate | null,
): Promise<Attempt> {
  const { database, builder, boundary } = context;
  const { task, needs } = await taskOf(inputs, context);
  try {
    const answer = await builder.run(task, needs);
    boundary("rebuild:built");
    if (answer.kind === "rejected") {
      return { kind: "rejected", documents: await quarantine(inputs, answer.documents, context) };
    }
    const emptying = await detectEmptiedStatements(inputs, answer.built, context);
    if (emptying) {
      return { kind: "rejected", documents: await quarantine(inputs, [emptying], context) };
    }
    if (closedGate && (await isHeld(closedGate, answer.built, context))) return gatedBy(closedGate);
    const outcome = await storeCompany(database.pool, answer.built, {
      boundary,
      findListing: (db) => findListing(inputs, context, db),
    });
    if (outcome.kind === "superseded") return outcome;
    const { counts, unknownMembers, setAside } = answer.built;
    context.log.info({ cik: inputs.cik, ...counts }, "company stored");
    if (unknownMembers.length > 0) {
      const drift = "the source's format has members that are not known yet: ignored";
      context.log.warn({ cik: inputs.cik, unknownMembers }, drift);
    }
    if (setAside.length > 0) {
      const facts = setAside.slice(0, listedFactsMax);
      const what = "facts that cannot be read are set aside, the others count";
      context.log.warn({ cik: inputs.cik, count: setAside.length, facts }, what);
    }
    if (outcome.displaced) await rebuildCompany(outcome.displaced, context);
    const [first] = setAside;
    const factsSetAside = first === undefined ? null : { count: setAside.length, first };
    return { kind: "stored", statements: outcome.statements, counts, factsSetAside };
  } catch (error) {
    if (!(error instanceof BuildFailedError)) throw error;
    return recordFailure(inputs, error, context);
  }
}

/** A log line names so many facts at most. */
const listedFactsMax = 20;

/**
 * Counts the failure; the third one in a row, or the first for lack of memory, puts the document that was being
 * read into quarantine.
 */
async function recordFailure(
  inputs: Inputs,
  error: BuildFailedError,
  context: IngestContext,
): Promise<Attempt> {
  const { cik } = inputs;
  const failures = await countBuildFailure(context.database.pool, {
    cik,
    inputDigest: failureKey(inputs, context),
    reason: error.message,
    at: context.now().toISOString(),
    weight: error.isOutOfMemory ? failuresMax : 1,
  });
  context.boundary("rebuild:failure-counted");
  context.log.warn({ cik, failures, digest: error.digest, err: error }, "build failed");
  if (failures < failuresMax || error.digest === null) return { kind: "failed" };
  const reason = error.isOutOfMemory ? error.message : `failed ${failures} times: ${error.message}`;
  const documents = await quarantine(inputs, [{ digest: error.digest, reason }], context);
  return { kind: "rejected", documents };
}
