import { createHash } from "node:crypto";
import type pg from "pg";
import { storeVocabulary } from "#api/modules/hiring/skills/terms.ts";
import { readSkills } from "#registry/skills/vocabulary.ts";
import { migrateDatabase, openDatabase } from "#schemas/database/db.ts";
import { foldSkill, skillIdOf } from "#schemas/shapes/platform/skill-key.ts";
import { hiringSeed } from "./seed-hiring.ts";
import { peopleSeed } from "./seed-people.ts";
import { startupSeed } from "./seed-startups.ts";
import type { Sizes } from "./sizes.ts";

/** One statement that fills a table from numbers: `i` becomes the same row on every run. */
export interface Fill {
  /** The columns of the insert, with its table. */
  into: string;
  /** The select behind it. */
  select: string;
}

const steps = [...peopleSeed, ...hiringSeed, ...startupSeed];

/**
 * `uid` gives the id of the i-th row of a kind, `at` a number from 0 to n - 1 that only looks random, `low` one in which
 * small numbers are far more frequent.
 */
const helpers = `
  create function pg_temp.uid(kind text, i bigint) returns uuid language sql immutable as
    $$ select overlay(overlay(md5(kind || i) placing '4' from 13) placing 'a' from 17)::uuid $$;
  create function pg_temp.at(kind text, i bigint, n bigint) returns bigint language sql immutable as
    $$ select abs(hashtextextended(kind || i, 0)) % n $$;
  create function pg_temp.low(kind text, i bigint, n bigint) returns bigint language sql immutable as
    $$ select floor(n * power((abs(hashtextextended(kind || i, 1)) % 1000003) / 1000003.0::float8, 3::float8))::bigint $$;
  create function pg_temp.one(kind text, i bigint, list text[]) returns text language sql immutable as
    $$ select list[1 + abs(hashtextextended(kind || i, 2)) % cardinality(list)] $$;
  create function pg_temp.ago(i bigint) returns timestamptz language sql stable as
    $$ select '2026-11-01T00:00:00Z'::timestamptz - (i % 500000) * interval '61 seconds' $$;
`;

/** Changes with everything that a stored seed is made of. */
export const digestOf = (sizes: Sizes): string =>
  createHash("sha256")
    .update(JSON.stringify([steps, helpers, sizes]))
    .digest("hex")
    .slice(0, 16);

/** Migrates a database and fills it, where it does not hold this very seed. */
export async function seed(
  settings: { databaseUrl: string; dataDir: string },
  sizes: Sizes,
  say: (line: string) => void,
): Promise<void> {
  const database = await openDatabase(settings);
  try {
    await migrateDatabase(database);
    const { rows } = await database.pool.query(
      "select value from setting where key = 'bench.seed'",
    );
    if (rows[0]?.value === digestOf(sizes)) return;
    if (rows.length > 0) throw new Error("the database holds another seed: drop it first");
    await storeVocabulary(database.db);
    const client = await database.pool.connect();
    await fill(client, sizes, say).finally(() => client.release(true));
    await database.pool.query("insert into setting (key, value) values ('bench.seed', $1)", [
      digestOf(sizes),
    ]);
  } finally {
    await database.close();
  }
}

async function fill(
  client: pg.PoolClient,
  sizes: Sizes,
  say: (line: string) => void,
): Promise<void> {
  // Rows name only rows of the seed: nothing has to look them up.
  await client.query("set statement_timeout = 0; set session_replication_role = replica");
  await client.query(`set maintenance_work_mem = '512MB'; ${helpers}`);
  await client.query("create temp table skill (n int primary key, id uuid, name text)");
  const skills = readSkills().map(({ name }) => ({ id: skillIdOf(foldSkill(name)), name }));
  await client.query(
    "insert into skill select n - 1, id, name from unnest($1::uuid[], $2::text[]) with ordinality s(id, name, n)",
    [skills.map(({ id }) => id), skills.map(({ name }) => name)],
  );
  for (const { into, select } of steps) {
    const start = performance.now();
    const counted = withSizes(select, { ...sizes, skills: skills.length });
    const { rowCount } = await client.query(
      `insert into ${into} ${counted} on conflict do nothing`,
    );
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    say(`platform: ${rowCount} rows of ${into.split(" ")[0]} in ${seconds} s`);
  }
  await client.query("vacuum analyze");
}

/** The statement with numbers in the place of ":accounts" and the like. */
const withSizes = (statement: string, counts: Readonly<Record<string, number>>) =>
  statement.replace(/:(\w+)/g, (text, name: string) => String(counts[name] ?? text));
