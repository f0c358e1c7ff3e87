import type { PGlite } from "@electric-sql/pglite";

/** Embedded databases that nobody uses, as new, by what they were when they were new. */
const idle: PGlite[] = [];
const newStates = new WeakMap<PGlite, NewState>();

interface NewState {
  schema: string;
  /** Tables that a new database has rows in, with these rows. */
  rows: ReadonlyMap<string, string>;
}

/**
 * An embedded database from `create`, or one that `giveBack` emptied: opening takes half a second of computing, emptying
 * a tenth of it.
 */
export async function takeLite(create: () => Promise<PGlite>): Promise<PGlite> {
  const used = idle.pop();
  if (used !== undefined) return used;
  const lite = await create();
  newStates.set(lite, { schema: await schemaOf(lite), rows: await rowsOf(lite) });
  return lite;
}

/** Empties `lite` for the next test file. A database whose schema or first rows a test changed is closed instead. */
export async function giveBack(lite: PGlite): Promise<void> {
  const isNew = !lite.closed && (await empty(lite));
  if (isNew) idle.push(lite);
  else if (!lite.closed) await lite.close();
}

async function empty(lite: PGlite): Promise<boolean> {
  const before = newStates.get(lite);
  if (before === undefined) return false;
  for (const statement of ["rollback", "discard all"]) await lite.exec(statement);
  const used = (await usedTables(lite)).filter((table) => !before.rows.has(table));
  if (used.length > 0) {
    // Triggers and foreign keys are not asked.
    const deletes = used.map((table) => `delete from ${table}`).join("; ");
    await lite.exec(`set session_replication_role = replica; ${deletes}`);
    await lite.exec("reset session_replication_role");
    await lite.exec(`vacuum ${used.join(", ")}`);
  }
  await lite.exec(restartSequences);
  return (await schemaOf(lite)) === before.schema && isEqual(await rowsOf(lite), before.rows);
}

const isEqual = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) =>
  one.size === other.size && [...one].every(([table, rows]) => other.get(table) === rows);

/** Tables with pages, by their quoted names. */
async function usedTables(lite: PGlite): Promise<string[]> {
  const { rows } = await lite.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and oid >= ${firstOid} and pg_relation_size(oid) > 0`,
  );
  return rows.map(({ name }) => name);
}

async function rowsOf(lite: PGlite): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const table of await usedTables(lite)) {
    const { rows } = await lite.query<{ rows: string }>(
      `select string_agg(row::text, ' ' order by row::text) as rows from ${table} as row`,
    );
    found.set(table, rows[0]?.rows ?? "");
  }
  return found;
}

/** Older objects are PostgreSQL's own. */
const firstOid = 16_384;

/** Catalogs that a change of the schema shows in, with their object's number. Truncation, which changes `pg_class`, shows nowhere. */
const catalogs = {
  pg_attribute: "attrelid",
  pg_attrdef: "oid",
  pg_authid: "oid",
  pg_constraint: "oid",
  pg_extension: "oid",
  pg_index: "indexrelid",
  pg_namespace: "oid",
  pg_proc: "oid",
  pg_trigger: "oid",
  pg_type: "oid",
};

const schemaQuery = `select ${Object.entries(catalogs)
  .map(
    ([name, oid]) =>
      `(select count(*) || '/' || sum(xmin::text::bigint) from ${name} where ${oid} >= ${firstOid}) as ${name}`,
  )
  .join(
    ", ",
  )}, (select count(*) from pg_class) as relations, (select count(*) from pg_settings where source = 'configuration file') as settings`;

/** Changes with every change of the schema: each row of a catalog names the transaction that wrote it. */
async function schemaOf(lite: PGlite): Promise<string> {
  const { rows } = await lite.query(schemaQuery);
  return JSON.stringify(rows[0]);
}

const restartSequences = `select setval(oid::regclass, seqstart, false) from pg_class join pg_sequence on seqrelid = oid
  where relnamespace = 'public'::regnamespace`;
