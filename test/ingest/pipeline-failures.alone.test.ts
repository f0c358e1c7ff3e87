import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import {
  BuildFailedError,
  type BuildPool,
  type BuildTask,
  openBuildPool,
} from "#ingest/builder/build-pool.ts";
import { ingestCompany, rebuildCompany } from "#ingest/pipeline.ts";
import { findBuildFailure } from "#ingest/store/build.ts";
import { listQuarantined, releaseDocuments } from "#ingest/store/documents.ts";
import { dumpDatabase } from "../helpers/dump.ts";
import { apple, nikola, openTestPipeline } from "../helpers/pipeline.ts";

const real = openBuildPool();
/** What the pool does with a task instead of building it; null builds it. */
let poison: ((task: BuildTask) => Error | null) | null = null;
let runs = 0;
const builder: BuildPool = {
  run(task, needs) {
    runs += 1;
    const error = poison?.(task) ?? null;
    return error ? Promise.reject(error) : real.run(task, needs);
  },
  close: () => real.close(),
};
const { context } = await openTestPipeline({ ciks: [apple, nikola], builder });
const { pool } = context.database;

const factsOf = (task: BuildTask) =>
  task.documents.find(({ kind }) => kind === "companyfacts")?.digest ?? null;

test("a document that ends its thread three times is quarantined and the company is built without it [PIP-13]", async () => {
  poison = (task) => {
    const digest = factsOf(task);
    return task.cik === nikola && digest ? new BuildFailedError("out of memory", digest) : null;
  };

  const outcome = await ingestCompany(nikola, context);
  const other = await ingestCompany(apple, context);

  expect(outcome).toMatchObject({ kind: "stored", statements: 0, quarantined: 1 });
  expect(other.kind).toBe("stored");
  const quarantined = await listQuarantined(pool);
  expect(
    quarantined.map(({ companyKey: cik, quarantinedReason }) => [cik, quarantinedReason]),
  ).toEqual([[nikola, "failed 3 times: out of memory"]]);
});

test("a document that needs more memory than there is is set aside at once [PIP-13]", async () => {
  poison = null;
  expect(await releaseDocuments(pool, nikola)).toBe(1);
  poison = (task) => {
    const digest = factsOf(task);
    if (task.cik !== nikola || !digest) return null;
    return new BuildFailedError("reached its memory limit", digest, { isOutOfMemory: true });
  };
  runs = 0;

  const outcome = await rebuildCompany(nikola, context);

  expect(runs).toBe(1);
  const reason = "reached its memory limit";
  expect(outcome).toMatchObject({ kind: "unchanged", setAside: [{ reason }] });
  expect(await listQuarantined(pool)).toMatchObject([
    { companyKey: nikola, quarantinedReason: reason },
  ]);
});

test("an operator takes the document back and the company is built whole", async () => {
  poison = null;

  expect(await releaseDocuments(pool, nikola)).toBe(1);
  const outcome = await rebuildCompany(nikola, context);

  expect(outcome).toMatchObject({ kind: "stored", quarantined: 0 });
  expect(await listQuarantined(pool)).toEqual([]);
});

test("a company whose build itself fails is set aside after three times and its stored rows stay", async () => {
  const before = await dumpDatabase(pool, { only: ["statement", "served_document"] });
  await pool.query("update company_build set input_digest = '' where company_key = $1", [apple]);
  poison = (task) => (task.cik === apple ? new BuildFailedError("cannot", null) : null);
  runs = 0;

  expect(await rebuildCompany(apple, context)).toEqual({ kind: "set_aside", reason: "cannot" });
  expect(runs).toBe(3);
  expect(await rebuildCompany(apple, context)).toEqual({ kind: "set_aside", reason: "cannot" });

  expect(runs).toBe(3);
  expect(await dumpDatabase(pool, { only: ["statement", "served_document"] })).toEqual(before);
  poison = null;
  await releaseDocuments(pool, apple);
  expect((await rebuildCompany(apple, context)).kind).toBe("stored");
  expect(await findBuildFailure(pool, apple)).toBeNull();
});

test("a build of documents that are no longer the newest is refused and made again", async () => {
  await pool.query("update company_build set input_digest = '' where company_key = $1", [apple]);
  let isFirst = true;
  poison = (task) => {
    if (task.cik !== apple || !isFirst) return null;
    isFirst = false;
    // Another process archives something while this one builds.
    void pool.query("update raw_document set form = 'late' where company_key = $1", [apple]);
    return null;
  };
  runs = 0;

  expect((await rebuildCompany(apple, context)).kind).toBe("stored");

  expect(runs).toBe(2);
});

test("two companies of one name: the one that must give its slug up is built again at once", async () => {
  poison = null;
  await pool.query("update company_build set input_digest = ''");
  const { rows } = await pool.query("select slug from entity order by slug");
  expect(rows.map(({ slug }) => slug)).toEqual(["apple-inc", "nikola-corp"]);
  await pool.query("update entity set slug = 'apple-inc' || '-gone' where slug = 'apple-inc'");
  await pool.query("update entity set slug = 'apple-inc' where slug = 'nikola-corp'");

  await rebuildCompany(apple, context);

  const after = await pool.query(
    "select e.slug, d.body from entity e join served_document d on d.entity_id = e.id and d.kind = 'terminal' order by 1",
  );
  const served = after.rows.map(({ slug, body }) => ({
    slug,
    served: JSON.parse(gunzipSync(body).toString()).data.entitySlug,
  }));
  expect(served).toEqual([
    { slug: "apple-inc", served: "apple-inc" },
    { slug: "nikola-corp", served: "nikola-corp" },
  ]);
});
