import { listPredecessors } from "#registry/current/predecessors.ts";
import { isEntityKey, isTeamKey } from "#schemas/company-key.ts";
import type { BuiltCompany, PlatformState } from "../builder/built-company.ts";
import { entityIdOf } from "./identity.ts";
import { nextTurn, type Queryable } from "./transaction.ts";

/** What the stored rows of a company were made from. */
export interface BuildRecord {
  registryVersion: string;
  registrySha256: string;
  engineVersion: string;
  inputDigest: string;
  outputDigest: string;
}

/** Null when the company was never built, or must be built again. */
export async function findBuild(db: Queryable, cik: string): Promise<BuildRecord | null> {
  const { rows } = await db.query(
    'select registry_version as "registryVersion", registry_sha256 as "registrySha256", engine_version as "engineVersion", ' +
      'input_digest as "inputDigest", output_digest as "outputDigest" from company_build where cik = $1',
    [cik],
  );
  return rows[0] ?? null;
}

/** The companies whose stored rows this registry and engine made. */
export async function listBuilt(
  db: Queryable,
  made: Omit<BuildRecord, "inputDigest" | "outputDigest">,
): Promise<Set<string>> {
  const { rows } = await db.query(
    "select cik from company_build where registry_version = $1 and registry_sha256 = $2 and engine_version = $3",
    [made.registryVersion, made.registrySha256, made.engineVersion],
  );
  return new Set(rows.map((row: { cik: string }) => row.cik));
}

/** Makes the next rebuild of these companies happen even when nothing it depends on has changed. */
export async function forgetBuilds(db: Queryable, ciks: readonly string[]): Promise<void> {
  await db.query("update company_build set input_digest = '' where cik = any($1::text[])", [ciks]);
}

/** The companies that have stored rows, whatever made them. */
export async function listEverBuilt(db: Queryable): Promise<Set<string>> {
  const { rows } = await db.query("select cik from company_build");
  return new Set(rows.map((row: { cik: string }) => row.cik));
}

/**
 * The companies whose index or facts an origin like this one (LIKE pattern) gave last. Addresses that have answered
 * since that they have nothing are left out.
 */
export async function listGivenBy(db: Queryable, via: string): Promise<string[]> {
  const { rows } = await db.query(
    `select distinct r.cik from raw_document r join fetch_state f on f.url = r.url and f.digest = r.digest
     join company_build b on b.cik = r.cik
     where r.kind in ('submissions', 'companyfacts') and r.via like $1 and f.status in (200, 304) order by r.cik`,
    [via],
  );
  return rows.map((row: { cik: string }) => row.cik);
}

/**
 * Every company that some archived document is about, in order of CIK. A registrant that another one continues is
 * no company of its own while nothing but its facts is archived and nothing was built of it.
 */
export async function listArchivedCompanies(db: Queryable): Promise<string[]> {
  const { rows } = await db.query(
    `select distinct r.cik from raw_document r where r.cik is not null
       and (r.cik <> all($1::text[]) or r.kind <> 'companyfacts'
         or exists (select 1 from company_build b where b.cik = r.cik))
     order by r.cik`,
    [listPredecessors()],
  );
  return rows.map((row: { cik: string }) => row.cik);
}

/** What the platform itself knows of the company; the defaults of a new reference entity when it has none yet. */
export async function loadPlatformState(db: Queryable, cik: string): Promise<PlatformState> {
  const { rows } = await db.query(
    `select e.claim_status as "claimStatus", t.ticker as "serviceTicker", e.name,
       case when e.claim_status <> 'unclaimed' then e.slug end as "ownSlug"
     from entity e left join ticker t on t.entity_id = e.id and t.kind = 'service' where e.id = $1`,
    [entityIdOf(cik)],
  );
  const [row] = rows as (PlatformState & { name: string })[];
  if (row === undefined) return { claimStatus: "unclaimed", serviceTicker: null, ownSlug: null };
  const { name, ...state } = row;
  return isEntityKey(cik) ? { ...state, ownName: name } : state;
}

/** Stores the facts document, the served documents and the record of what made them, touching only what differs. */
export async function storeDocuments(client: Queryable, company: BuiltCompany): Promise<void> {
  await client.query(
    "insert into company_facts (cik, body) values ($1, $2) on conflict (cik) do update set body = excluded.body " +
      "where company_facts.body is distinct from excluded.body",
    [company.cik, Buffer.from(company.facts)],
  );
  for (const { kind, body, etag } of company.served) {
    // Each is tens of kilobytes: answers of the API go between them.
    await nextTurn();
    await client.query(
      "insert into served_document (entity_id, kind, body, etag) values ($1, $2, $3, $4) " +
        "on conflict (entity_id, kind) do update set body = excluded.body, etag = excluded.etag " +
        "where served_document.etag is distinct from excluded.etag",
      [entityIdOf(company.cik), servedKind(company.cik, kind), Buffer.from(body), etag],
    );
  }
}

/** The kind under which a served document of a build is stored. */
export const servedKind = (key: string, kind: BuiltCompany["served"][number]["kind"]) =>
  isTeamKey(key) ? (`team_${kind}` as const) : kind;

/** Records what the company's rows were made from. */
export async function storeBuild(client: Queryable, company: BuiltCompany): Promise<void> {
  await client.query(
    `insert into company_build (cik, registry_version, registry_sha256, engine_version, input_digest, output_digest, sources_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (cik) do update set registry_version = excluded.registry_version,
       registry_sha256 = excluded.registry_sha256, engine_version = excluded.engine_version,
       input_digest = excluded.input_digest, output_digest = excluded.output_digest, sources_at = excluded.sources_at`,
    [
      company.cik,
      company.registryVersion,
      company.registrySha256,
      company.engineVersion,
      company.inputDigest,
      company.outputDigest,
      company.sourcesAt,
    ],
  );
  await client.query("delete from build_failure where cik = $1", [company.cik]);
}

/** A company whose builds keep failing. */
export interface BuildFailure {
  inputDigest: string;
  failures: number;
  reason: string;
}

/** Null when the last build of the company succeeded. */
export async function findBuildFailure(db: Queryable, cik: string): Promise<BuildFailure | null> {
  const { rows } = await db.query(
    'select input_digest as "inputDigest", failures, reason from build_failure where cik = $1',
    [cik],
  );
  return rows[0] ?? null;
}

/** Counts a failed build of these inputs, as so many (`weight`), and returns the count; other inputs start anew. */
export async function countBuildFailure(
  db: Queryable,
  failure: { cik: string; inputDigest: string; reason: string; at: string; weight: number },
): Promise<number> {
  const { rows } = await db.query(
    `insert into build_failure (cik, input_digest, failures, reason, last_at) values ($1, $2, $5, $3, $4)
     on conflict (cik) do update set
       failures = case when build_failure.input_digest = excluded.input_digest then build_failure.failures + $5::int else $5::int end,
       input_digest = excluded.input_digest, reason = excluded.reason, last_at = excluded.last_at
     returning failures`,
    [failure.cik, failure.inputDigest, failure.reason.slice(0, 500), failure.at, failure.weight],
  );
  return rows[0].failures;
}
