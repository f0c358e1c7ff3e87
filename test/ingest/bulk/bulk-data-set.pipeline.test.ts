import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type DataSetSource, openDataSetZip } from "#ingest/bulk/data-set-source.ts";
import { expandPaths, ingestFiles } from "#ingest/bulk/files.ts";
import { type Slice, splitDataSet } from "#ingest/bulk/split-data-set.ts";
import { rebuildCompany } from "#ingest/pipeline.ts";
import { makeZip, type ZipEntry } from "../../helpers/companies/make-zip.ts";
import { dumpDatabase } from "../../helpers/dump.ts";
import { openTestPipeline } from "../../helpers/pipeline.ts";
import { hasSharedEdgar, sharedEdgar } from "../sources/edgar-shared.ts";

const folder = await mkdtemp(join(tmpdir(), "tenk-quarter-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const subHead = "adsh\tcik\tname\tsic\tfye\tform\tperiod\tfy\tfp\tfiled\tinstance";
const numHead = "adsh\ttag\tversion\tddate\tqtrs\tuom\tsegments\tcoreg\tvalue\tfootnote";
const preHead = "adsh\treport\tline\tstmt\tinpth\trfile\ttag\tversion\tplabel\tnegating";
const tagHead = "tag\tversion\tcustom\tabstract\tdatatype\tiord\tcrdr\ttlabel\tdoc";
const first = "0000000001-10-000001";
const second = "0000000002-10-000002";

const subRow = (adsh: string, cik: string, name = "One Corp") =>
  `${adsh}\t${cik}\t${name}\t2080\t1231\t10-Q\t20100331\t2010\tQ1\t20100429\tone-20100402.xml`;
const numRow = (adsh: string, tag: string, value = "7.0000", ddate = "20100331", qtrs = "0") =>
  `${adsh}\t${tag}\tus-gaap/2009\t${ddate}\t${qtrs}\tUSD\t\t\t${value}\ta note`;

const sub = [subHead, subRow(first, "1"), subRow(second, "2", "Two Ltd")];
const num = [
  numHead,
  numRow(first, "Assets"),
  numRow(second, "Assets", "8.0000"),
  numRow(first, "Liabilities", "3.0000"),
];

let made = 0;
async function quarter(entries: readonly ZipEntry[]): Promise<string> {
  made += 1;
  const path = join(folder, `${made}.zip`);
  await writeFile(path, makeZip(entries));
  return path;
}

const tables = (lines: { sub?: string[]; num?: string[]; end?: string } = {}): ZipEntry[] => [
  { name: "sub.txt", body: (lines.sub ?? sub).join(lines.end ?? "\n") },
  { name: "num.txt", body: (lines.num ?? num).join(lines.end ?? "\n") },
  { name: "readme.htm", body: "<html>" },
];

async function split(
  source: DataSetSource,
  options: Partial<Parameters<typeof splitDataSet>[1]> = {},
): Promise<Slice[]> {
  const slices: Slice[] = [];
  const all = { ciks: null, submissionOf: async () => null, ...options };
  for await (const slice of splitDataSet(source, all)) slices.push(slice);
  await source.close();
  return slices;
}

const splitTables = async (
  lines: Parameters<typeof tables>[0],
  options?: Parameters<typeof split>[1],
) => split(await openDataSetZip(await quarter(tables(lines))), options);

const textOf = (slice: Slice | undefined) =>
  slice?.kind === "filing" ? slice.body.toString() : slice?.reason;

test("a quarter is split into its filings, whose rows are scattered over it", async () => {
  const slices = await splitTables({});

  expect(
    slices.map((s) => (s.kind === "filing" ? [s.cik, s.accession, s.form, s.filed] : s)),
  ).toEqual([
    ["0000000001", first, "10-Q", "2010-04-29"],
    ["0000000002", second, "10-Q", "2010-04-29"],
  ]);
  expect(textOf(slices[0])?.split("\n").slice(1)).toEqual([
    `${first}\t1\tOne Corp\t10-Q\t20100331\t2010\tQ1\t20100429\tone-20100402.xml\t2080\t1231`,
    "tag\tversion\tddate\tqtrs\tuom\tsegments\tcoreg\tvalue",
    "Assets\tus-gaap/2009\t20100331\t0\tUSD\t\t\t7.0000",
    "Liabilities\tus-gaap/2009\t20100331\t0\tUSD\t\t\t3.0000",
    "",
  ]);
});

test("the slices are the same in however many passes, with any line ends and any order of columns", async () => {
  const expected = (await splitTables({})).map(textOf);
  const turned = (line: string) => {
    const [adsh = "", ...cells] = line.split("\t");
    return [adsh, ...cells.reverse()].join("\t");
  };

  for (const passBytes of [40, 100, 10_000]) {
    const slices = await splitTables({}, { passBytes });
    expect(slices.map(textOf).sort()).toEqual([...expected].sort());
  }
  expect((await splitTables({ end: "\r\n" })).map(textOf)).toEqual(expected);
  const reordered = await splitTables({ sub: sub.map(turned), num: num.map(turned) });
  expect(reordered.map(textOf)).toEqual(expected);
});

test("columns that some issues do not have are empty", async () => {
  const without = (line: string) => line.split("\t").toSpliced(6, 2).join("\t");
  const slices = await splitTables({ num: num.map(without) });

  expect(slices.map(textOf)).toEqual((await splitTables({})).map(textOf));
});

test("a row that is cut costs its filing and no other [PIP-13]", async () => {
  const third = "0000000003-10-000003";
  const slices = await splitTables({
    sub: [...sub, subRow(third, "3").slice(0, 40), subRow("0000000004-10-000004", "four")],
    num: [...num, numRow(second, "Liabilities").slice(0, 40), numRow(third, "Assets")],
  });

  expect(slices.map((s) => (s.kind === "filing" ? s.accession : s.reason))).toEqual([
    `${third}: its row of sub.txt is cut`,
    "0000000004-10-000004: cik of sub.txt is not usable",
    first,
    `${second}: a row of num.txt is cut`,
  ]);
});

const preRow = (adsh: string, line: number, tag: string, version = "us-gaap/2009") =>
  `${adsh}\t2\t${line}\tBS\t0\tX\t${tag}\t${version}\tTotal ${tag}\t0`;
const tagRow = (tag: string, version: string, doc = "What it is") =>
  `${tag}\t${version}\t0\t0\tmonetary\tI\tD\t${tag}, label\t${doc}`;

/** The quarter with what its statements show. */
const splitShown = async (
  { pre, tag }: { pre: string[]; tag: string[] },
  options?: Parameters<typeof split>[1],
) => {
  const shown = [
    { name: "pre.txt", body: pre.join("\n") },
    { name: "tag.txt", body: tag.join("\n") },
  ];
  return split(await openDataSetZip(await quarter([...tables(), ...shown])), options);
};

test("a slice has the presentation of its filing, and of the elements in it their declarations [FCE-01]", async () => {
  const pre = [preHead, preRow(first, 3, "Assets"), preRow(first, 2, "Own", first)];
  const tag = [
    tagHead,
    tagRow("Assets", "us-gaap/2009"),
    tagRow("Own", first, "Ours"),
    tagRow("Own", second),
    tagRow("Other", "us-gaap/2009"),
  ];
  const expected = [
    "report\tline\tstmt\tinpth\ttag\tversion\tplabel\tnegating",
    `2\t2\tBS\t0\tOwn\t${first}\tTotal Own\t0`,
    "2\t3\tBS\t0\tAssets\tus-gaap/2009\tTotal Assets\t0",
    "tag\tversion\tcustom\tdatatype\tiord\tcrdr\ttlabel\tdoc",
    "Assets\tus-gaap/2009\t0\tmonetary\tI\tD\tAssets, label\t",
    `Own\t${first}\t0\tmonetary\tI\tD\tOwn, label\tOurs`,
    "",
  ];

  for (const passBytes of [40, 10_000]) {
    const slices = (await splitShown({ pre, tag }, { passBytes })).map(textOf).sort();
    expect(slices[0]?.split("\n").slice(5)).toEqual(expected);
    expect(slices[1]).toBe(textOf((await splitTables({}))[1]));
  }
});

test("a row of the presentation that is cut costs its filing and no other [FCE-04]", async () => {
  const pre = [preHead, preRow(first, 3, "Assets"), preRow(second, 3, "Own", second)];
  const tag = [tagHead, tagRow("Own", second)];
  const reasons = async (tables: Parameters<typeof splitShown>[0]) =>
    (await splitShown(tables)).map((s) => (s.kind === "filing" ? s.accession : s.reason));

  const cutRow = preRow(first, 4, "Liabilities").slice(0, 40);
  expect(await reasons({ pre: [...pre, cutRow], tag })).toEqual([
    `${first}: a row of pre.txt is cut`,
    second,
  ]);
  const cutTag = tagRow("Own", second).slice(0, 30);
  expect(await reasons({ pre, tag: [tagHead, cutTag] })).toEqual([
    first,
    `${second}: a row of tag.txt is cut`,
  ]);
});

test("a presentation that has lost a column costs no number [FCE-04]", async () => {
  const slices = await splitShown({ pre: ["adsh\treport"], tag: [""] });

  expect(slices.map(textOf)).toEqual([
    "pre.txt has no column line: numbers are taken without their presentation",
    "tag.txt is empty: numbers are taken without their presentation",
    ...(await splitTables({})).map(textOf),
  ]);
});

test("a quarter that is ingested again with its presentation gives the same statements [PIP-08]", async () => {
  const { context } = await openTestPipeline();
  const only = ["filing", "statement", "company_facts"];
  const statements = () => dumpDatabase(context.database.pool, { only, maskTimes: true });
  const revenue = numRow(first, "Revenues", "7525000000.0000", "20100331", "1");
  const entries = tables({ num: [...num, revenue, numRow(first, "Unknown")] });
  await ingestFiles([await quarter(entries)], context);
  const before = await statements();
  const shown = { name: "pre.txt", body: [preHead, preRow(first, 3, "Assets")].join("\n") };
  const outcome = await ingestFiles([await quarter([...entries, shown])], context);

  expect(outcome).toMatchObject({ added: 1, known: 1, refused: [] });
  expect(before.length).toBeGreaterThan(0);
  expect(await statements()).toEqual(before);
});

test("only the wanted companies are taken", async () => {
  const slices = await splitTables({}, { ciks: new Set(["0000000002"]) });

  expect(slices.map((s) => (s.kind === "filing" ? s.cik : s))).toEqual(["0000000002"]);
});

test("an archive that is no quarter, or a damaged one, is refused with its reason [PIP-13]", async () => {
  const { context } = await openTestPipeline();
  const [subFile, numFile] = tables();
  const good = (entry: ZipEntry | undefined) => entry ?? { name: "" };
  const cases: [ZipEntry[], string][] = [
    [[{ name: "CIK0000000001.json", body: "{}" }], "there is no num.txt"],
    [[good(subFile), { ...good(numFile), crc: 1 }], "does not have its CRC"],
    [[good(subFile), { ...good(numFile), bytes: 20 }], "does not unpack to the 20 bytes"],
    [[good(subFile), { ...good(numFile), mode: 0o120777 }], "num.txt is a link or a device"],
    [[good(subFile), good(numFile), good(numFile)], "num.txt is there twice"],
    [[good(subFile), { name: "num.txt", body: "" }], "num.txt is empty"],
    [[good(subFile), { name: "num.txt", body: "adsh\ttag\n" }], "num.txt has no column version"],
    [[good(numFile), { name: "sub.txt", body: "<html>" }], "does not begin with the column adsh"],
    [[good(numFile), { name: "sub.txt", body: "x".repeat(1_100_000) }], "longer than a million"],
    [[good(numFile)], "num.txt without sub.txt"],
    [[good(subFile), { ...good(numFile), name: "../num.txt" }], "there is no num.txt"],
  ];
  const before = await dumpDatabase(context.database.pool);

  for (const [entries, reason] of cases) {
    const outcome = await ingestFiles([await quarter(entries)], context);
    expect(outcome.refused.map((r) => r.reason)).toEqual([expect.stringContaining(reason)]);
    expect(await dumpDatabase(context.database.pool)).toEqual(before);
  }
});

test("a company without companyfacts has statements from the data sets, rebuilt without the quarter [PIP-08]", async () => {
  const { context } = await openTestPipeline();
  const duration = (tag: string, value: string) => numRow(first, tag, value, "20100331", "1");
  const path = await quarter(
    tables({
      num: [
        ...num,
        duration("Revenues", "7525000000.0000"),
        duration("NetIncomeLoss", "1614000000.0000"),
        numRow(first, "Revenues", "30990000000.0000", "20091231", "4"),
      ],
    }),
  );
  const outcome = await ingestFiles([path], context);
  const again = await ingestFiles([path], context);

  expect(outcome).toMatchObject({ added: 2, known: 0, refused: [] });
  expect(again).toMatchObject({ added: 0, known: 2, refused: [] });
  const { rows } = await context.database.pool.query(
    "select fields->>'revenue' as revenue, period_start, period_end from statement " +
      "where company_key = '0000000001' and statement_type = 'income_statement' and period_key = '2010Q1'",
  );
  expect(rows).toEqual([
    { revenue: "7525000000", period_start: "2010-01-01", period_end: "2010-04-02" },
  ]);
  await rm(path);
  expect(await rebuildCompany("0000000001", context)).toEqual({ kind: "unchanged" });
});

test("tables of one folder are taken like an archive, and the files beside them as themselves", async () => {
  const { context } = await openTestPipeline();
  const place = join(folder, "2010q2");
  await mkdir(place);
  await writeFile(join(place, "sub.txt"), sub.join("\n"));
  await writeFile(join(place, "num.txt"), num.join("\n"));
  await writeFile(join(place, "pre.txt"), `${preHead}\n`);
  await writeFile(join(place, "notes.md"), "mine");
  const outcome = await ingestFiles(await expandPaths([place]), context);

  expect(outcome.added).toBe(2);
  expect(outcome.refused.map(({ path }) => path)).toEqual([join(place, "notes.md")]);
});

test("rows without their table of filings belong to filings that are known otherwise", async () => {
  const submission = [first, "1", "", "10-Q", "20100402", "", "", "20100429", ""];
  const source = await openDataSetZip(await quarter([{ name: "num.txt", body: num.join("\n") }]));
  const slices = await split(source, {
    submissionOf: async (accession) => (accession === first ? submission : null),
  });

  expect(slices.map((s) => (s.kind === "filing" ? [s.cik, s.accession] : s))).toEqual([
    ["0000000001", first],
  ]);
});

const coke = "0000021344";
const quarters = join(sharedEdgar, "financial-statement-data-sets");

test.skipIf(!hasSharedEdgar)(
  "Coca-Cola's first quarter of 2010 stands with its own dates, whatever comes first [PIP-08]",
  async () => {
    const facts = join(sharedEdgar, `companyfacts-tag-subset/CIK${coke}.json.gz`);
    const paths = [facts, join(quarters, "2009q3.zip"), join(quarters, "2010q2.zip")];
    const dumps: string[][] = [];
    for (const order of [paths, paths.toReversed()]) {
      const { context } = await openTestPipeline();
      for (const path of order) await ingestFiles([path], context, { ciks: new Set([coke]) });
      const { pool } = context.database;
      dumps.push(await dumpDatabase(pool, { only: ["statement", "company_facts"] }));
      const { rows } = await pool.query(
        "select statement_type, period_start, period_end, fields->>'revenue' as revenue, " +
          "fields->>'current_assets' as current_assets from statement where period_key = '2010Q1' " +
          "and statement_type in ('income_statement', 'balance_sheet') order by 1 desc",
      );
      expect(rows).toMatchObject([
        { period_start: "2010-01-01", period_end: "2010-04-02", revenue: "7525000000" },
        { period_end: "2010-04-02", current_assets: "17208000000" },
      ]);
    }
    expect(dumps[1]).toEqual(dumps[0]);
  },
  120_000,
);

test.skipIf(!hasSharedEdgar)(
  "real quarters, a copy of other software and single filings split without loss",
  async () => {
    const counts: Record<string, number> = {};
    for (const name of ["2009q3.zip", "2010q2.zip", "derived-daily/20250701.zip"]) {
      const slices = await split(await openDataSetZip(join(quarters, name)));
      expect(slices.filter(({ kind }) => kind === "refused")).toEqual([]);
      counts[name] = slices.length;
    }
    expect(counts).toEqual({
      "2009q3.zip": 435,
      "2010q2.zip": 522,
      "derived-daily/20250701.zip": 6,
    });
    const { context } = await openTestPipeline();
    const folderPath = join(quarters, "extract-0000320193-24-000123");
    const outcome = await ingestFiles(await expandPaths([folderPath]), context);
    expect(outcome).toMatchObject({ added: 1, refused: [], companies: [{ cik: "0000320193" }] });
  },
  120_000,
);
