import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "#jobs/run-command.ts";
import { makeZip } from "../../helpers/companies/make-zip.ts";

const folder = await mkdtemp(join(tmpdir(), "tenk-facts-"));
const env = { DATA_DIR: join(folder, "data"), LOG_LEVEL: "fatal", COMPANIES: "all" };
afterAll(() => rm(folder, { recursive: true, force: true }));

async function tenk(args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommand(args, {
    env,
    print: (line) => out.push(line),
    warn: (line) => err.push(line),
    isInterrupted: () => false,
  });
  return { code, out, err };
}

/** A document with one fact a tag of the year 2024, filed with the same report. */
function factsOf(cik: number, values: Record<string, unknown>): string {
  const filing = { accn: accessionOf(cik), fy: 2024, fp: "FY", form: "10-K", filed: "2025-02-20" };
  const tags = Object.entries(values).map(([tag, val]) => {
    const entry = { end: "2024-12-31", val, ...filing };
    return [tag, { label: null, description: null, units: { USD: [entry] } }];
  });
  return JSON.stringify({
    cik,
    entityName: `Co ${cik}`,
    facts: { "us-gaap": Object.fromEntries(tags) },
  });
}

const accessionOf = (cik: number) => `${String(cik).padStart(10, "0")}-25-000001`;

const unread = (cik: number) => `us-gaap:Assets of ${accessionOf(cik)}: its val is not a number`;

test("facts that cannot be read are named in one line a company and counted, whichever way they come [PIP-13]", async () => {
  const one = join(folder, "one.json");
  const two = join(folder, "two.json");
  await writeFile(one, factsOf(771, { Assets: null, Liabilities: 3 }));
  await writeFile(
    two,
    factsOf(772, { Assets: "5", Liabilities: { usd: 3 }, StockholdersEquity: 2 }),
  );
  const lines = [
    `CIK 771: 1 fact set aside, ${unread(771)}`,
    `CIK 772: 2 facts set aside, the first is ${unread(772)}`,
  ];

  expect(await tenk(["ingest", "--file", one, two])).toEqual({
    code: 0,
    out: ["2 files: 2 added, 0 known before, 0 refused; 2 companies: 2 built; 3 facts set aside"],
    err: lines,
  });
  expect(await tenk(["rebuild", "--cik", "771", "772", "--force"])).toEqual({
    code: 0,
    out: ["2 companies: 2 stored; 3 facts set aside"],
    err: lines,
  });

  const bulk = join(folder, "companyfacts.zip");
  const body = factsOf(773, { Assets: null, Liabilities: 4 });
  await writeFile(bulk, makeZip([{ name: "CIK0000000773.json", body }]));
  const nightly = await tenk(["ingest", "--bulk", bulk]);
  expect(nightly).toMatchObject({
    code: 0,
    err: [`CIK 773: 1 fact set aside, ${unread(773)}`],
  });
  expect(nightly.out[0]).toMatch(/1 company: 1 stored, .*0 failed; 1 fact set aside$/);
});

test("a document whose facts can all be read says nothing of facts set aside", async () => {
  const path = join(folder, "good.json");
  await writeFile(path, factsOf(774, { Assets: 5 }));

  expect(await tenk(["ingest", "--file", path])).toEqual({
    code: 0,
    out: ["1 file: 1 added, 0 known before, 0 refused; 1 company: 1 built"],
    err: [],
  });
});
