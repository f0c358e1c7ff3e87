import { and, asc, eq, inArray, isNotNull, like, ne, or, sql } from "drizzle-orm";
import { listPredecessors } from "#registry/current/predecessors.ts";
import { isEntityKey, isTeamKey } from "#schemas/company-key.ts";
import { companyBuild } from "#schemas/tables/companies/build.ts";
import { entity, ticker } from "#schemas/tables/companies/company.ts";
import { fetchState, rawDocument } from "#schemas/tables/companies/filing.ts";
import { companyFacts, servedDocument } from "#schemas/tables/companies/statement.ts";
import { buildFailure } from "#schemas/tables/operation/job.ts";
import type { BuiltCompany, PlatformState } from "../builder/built-company.ts";
import { entityIdOf } from "./identity.ts";
import { isAnyOf, nextTurn, on, proposed, type Queryable, texts, upsert } from "./transaction.ts";

/** What the stored rows of a company were made from. */
export interface BuildRecord {
  registryVersion: string;
  registrySha256: string;
  engineVersion: string;
  inputDigest: string;
  outputDigest: string;
}

/** Null when the company was never built. */
export async function findBuild(db: Queryable, cik: string): Promise<BuildRecord | null> {
  const [row] = await on(db).select().from(companyBuild).where(eq(companyBuild.companyKey, cik));
  return row ?? null;
}

/** The companies whose stored rows this registry and engine made, but for those that are to be built again. */
export async function listBuilt(
  db: Queryable,
  made: Omit<BuildRecord, "inputDigest" | "outputDigest">,
): Promise<Set<string>> {
  const rows = await on(db)
    .select({ key: companyBuild.companyKey })
    .from(companyBuild)
    .where(
      and(
        eq(companyBuild.registryVersion, made.registryVersion),
        eq(companyBuild.registrySha256, made.registrySha256),
        eq(companyBuild.engineVersion, made.engineVersion),
        ne(companyBuild.inputDigest, toBuildAgain),
      ),
    );
  return new Set(rows.map(({ key }) => key));
}

/** The input of a build that is to be done again: no build has it. */
const toBuildAgain = "";

/**
 * Makes the next rebuild of these companies happen even when nothing it depends on has changed. A process that ends
 * before it leaves them to the next start.
 */
export async function forgetBuilds(db: Queryable, ciks: readonly string[]): Promise<void> {
  await on(db)
    .update(companyBuild)
    .set({ inputDigest: toBuildAgain })
    .where(isAnyOf(companyBuild.companyKey, ciks));
}

/** The companies that have stored rows, whatever made them. */
export async function listEverBuilt(db: Queryable): Promise<Set<string>> {
  const rows = await on(db).select({ key: companyBuild.companyKey }).from(companyBuild);
  return new Set(rows.map(({ key }) => key));
}

/**
 * The companies whose index or facts an origin like this one (LIKE pattern) gave last. Addresses that have answered
 * since that they have nothing are left out.
 */
export async function listGivenBy(db: Queryable, via: string): Promise<string[]> {
  const rows = await on(db)
    .selectDistinct({ key: companyBuild.companyKey })
    .from(rawDocument)
    .innerJoin(
      fetchState,
      and(eq(fetchState.url, rawDocument.url), eq(fetchState.digest, rawDocument.digest)),
    )
    .innerJoin(companyBuild, eq(companyBuild.companyKey, rawDocument.companyKey))
    .where(
      and(
        inArray(rawDocument.kind, ["submissions", "companyfacts"]),
        like(rawDocument.via, via),
        inArray(fetchState.status, [200, 304]),
      ),
    )
    .orderBy(asc(companyBuild.companyKey));
  return rows.map(({ key }) => key);
}

/**
 * Every company that some archived document is about, in order of CIK. A registrant that another one continues is
 * no company of its own while nothing but its facts is archived and nothing was built of it.
 */
export async function listArchivedCompanies(db: Queryable): Promise<string[]> {
  const isBuilt = on(db)
    .select({ one: sql`1` })
    .from(companyBuild)
    .where(eq(companyBuild.companyKey, rawDocument.companyKey));
  const rows = await on(db)
    .selectDistinct({ key: rawDocument.companyKey })
    .from(rawDocument)
    .where(
      and(
        isNotNull(rawDocument.companyKey),
        or(
          sql`${rawDocument.companyKey} <> all(${texts(listPredecessors())})`,
          ne(rawDocument.kind, "companyfacts"),
          sql`exists ${isBuilt}`,
        ),
      ),
    )
    .orderBy(asc(rawDocument.companyKey));
  return rows.flatMap(({ key }) => key ?? []);
}

/** What the platform itself knows of the company; the defaults of a new reference entity when it has none yet. */
export async function loadPlatformState(db: Queryable, cik: string): Promise<PlatformState> {
  const [row] = await on(db)
    .select({
      claimStatus: entity.claimStatus,
      serviceTicker: ticker.ticker,
      name: entity.name,
      slug: entity.slug,
    })
    .from(entity)
    .leftJoin(ticker, and(eq(ticker.entityId, entity.id), eq(ticker.kind, "service")))
    .where(eq(entity.id, entityIdOf(cik)));
  if (row === undefined) return { claimStatus: "unclaimed", serviceTicker: null, ownSlug: null };
  const { name, slug, claimStatus, serviceTicker } = row;
  const ownSlug = claimStatus === "unclaimed" ? null : slug;
  const state = { claimStatus, serviceTicker, ownSlug };
  return isEntityKey(cik) ? { ...state, ownName: name } : state;
}

/** Stores the facts document and the served documents, touching only what differs. */
export async function storeDocuments(client: Queryable, company: BuiltCompany): Promise<void> {
  const facts = { companyKey: company.cik, body: Buffer.from(company.facts) };
  await upsert(client, companyFacts, facts, { keys: [companyFacts.companyKey] });
  const { entityId, kind: kindColumn, etag: etagColumn } = servedDocument;
  for (const { kind, body, etag } of company.served) {
    // Each is tens of kilobytes: answers of the API go between them.
    await nextTurn();
    const served = {
      entityId: entityIdOf(company.cik),
      kind: servedKind(company.cik, kind),
      body: Buffer.from(body),
      etag,
    };
    const keys = [entityId, kindColumn];
    await upsert(client, servedDocument, served, { keys, compared: [etagColumn] });
  }
}

/** The kind under which a served document of a build is stored. */
export const servedKind = (key: string, kind: BuiltCompany["served"][number]["kind"]) =>
  isTeamKey(key) ? (`team_${kind}` as const) : kind;

/** Records what the company's rows were made from. */
export async function storeBuild(client: Queryable, company: BuiltCompany): Promise<void> {
  const { registryVersion, registrySha256, engineVersion } = company;
  const { cik: companyKey, inputDigest, outputDigest, sourcesAt } = company;
  const made = { registryVersion, registrySha256, engineVersion };
  const record = { companyKey, ...made, inputDigest, outputDigest, sourcesAt };
  await upsert(client, companyBuild, record, { keys: [companyBuild.companyKey] });
  await on(client).delete(buildFailure).where(eq(buildFailure.companyKey, companyKey));
}

/** A company whose builds keep failing. */
export interface BuildFailure {
  inputDigest: string;
  failures: number;
  reason: string;
}

/** Null when the last build of the company succeeded. */
export async function findBuildFailure(db: Queryable, cik: string): Promise<BuildFailure | null> {
  const [row] = await on(db).select().from(buildFailure).where(eq(buildFailure.companyKey, cik));
  return row ?? null;
}

/** Counts a failed build of these inputs, as so many (`weight`), and returns the count; other inputs start anew. */
export async function countBuildFailure(
  db: Queryable,
  failure: { cik: string; inputDigest: string; reason: string; at: string; weight: number },
): Promise<number> {
  const { inputDigest, at: lastAt, weight } = failure;
  const reason = failure.reason.slice(0, 500);
  const isSame = sql`${buildFailure.inputDigest} = ${proposed(buildFailure.inputDigest)}`;
  const [row] = await on(db)
    .insert(buildFailure)
    .values({ companyKey: failure.cik, inputDigest, failures: weight, reason, lastAt })
    .onConflictDoUpdate({
      target: buildFailure.companyKey,
      set: {
        failures: sql`case when ${isSame} then ${buildFailure.failures} else 0 end + ${weight}`,
        inputDigest,
        reason,
        lastAt,
      },
    })
    .returning({ failures: buildFailure.failures });
  return row?.failures ?? weight;
}
