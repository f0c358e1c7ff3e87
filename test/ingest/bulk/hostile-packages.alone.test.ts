import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { openBuildPool } from "#ingest/builder/build-pool.ts";
import { ingestFiles } from "#ingest/bulk/files.ts";
import type { IngestContext } from "#ingest/context.ts";
import { unpackReport } from "#ingest/faces/packed/unpack.ts";
import { rebuildCompany, setAsideIn } from "#ingest/pipeline.ts";
import { insertDocument } from "#ingest/store/documents.ts";
import { makeZip, type ZipEntry } from "../../helpers/companies/make-zip.ts";
import { openTestPipeline } from "../../helpers/pipeline.ts";
import {
  contexts,
  fact,
  facts,
  filing,
  income,
  incomeArcs,
  type Parts,
  top,
} from "../faces/made-up-filing.ts";
import { context as contextText, linkbase, member } from "../faces/package-files.ts";

const folder = await mkdtemp(join(tmpdir(), "tenk-hostile-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const cik = "0000000001";
const accession = "0000000001-25-000001";
const wellKnown = "0000000001-24-000001";

const entriesOf = (parts: Parts = {}): ZipEntry[] =>
  [...filing(parts)].map(([name, body]) => ({ name, body }));

/** The filing with one of its files replaced. */
const withFile = (name: string, change: (text: string) => string): ZipEntry[] =>
  entriesOf().map((entry) =>
    entry.name === name ? { name, body: change(String(entry.body)) } : entry,
  );

/** A fetched document of the company. */
async function archive(
  context: IngestContext,
  given: { kind: "package" | "companyfacts"; body: Buffer; accession?: string },
): Promise<void> {
  const { kind, body } = given;
  const { digest, sizeBytes } = await context.archive.put(body);
  await insertDocument(context.database.pool, {
    url: `https://regulator.example/${given.accession ?? kind}`,
    digest,
    kind,
    companyKey: cik,
    accession: given.accession ?? null,
    form: kind === "package" ? "10-K" : null,
    filed: kind === "package" ? "2025-02-01" : null,
    origin: "crawl",
    sizeBytes,
    fetchedAt: "2025-02-01T00:00:00.000Z",
    etag: null,
    lastModified: null,
    quarantinedReason: null,
    source: "regulator",
    via: null,
  });
}

const companyFacts = Buffer.from(
  JSON.stringify({
    cik: 1,
    entityName: "One Co",
    facts: {
      "us-gaap": {
        Revenues: {
          label: null,
          description: null,
          units: {
            USD: [
              {
                start: "2023-01-01",
                end: "2023-12-31",
                val: 200,
                accn: "0000000001-24-000007",
                fy: 2023,
                fp: "FY",
                form: "10-K",
                filed: "2024-02-01",
              },
            ],
          },
        },
      },
    },
  }),
);

/** A company with companyfacts, a good package, and this one beside it. */
async function buildWith(context: IngestContext, bad: Buffer) {
  await archive(context, { kind: "companyfacts", body: companyFacts });
  await archive(context, { kind: "package", body: makeZip(entriesOf()), accession: wellKnown });
  await archive(context, { kind: "package", body: bad, accession });
  const outcome = await rebuildCompany(cik, context);
  const { pool } = context.database;
  const { rows: reports } = await pool.query(
    "select accession, state, reason, face from filed_report where company_key = $1 order by accession",
    [cik],
  );
  const { rows: statements } = await pool.query(
    "select fields->>'revenue' as revenue from statement where company_key = $1 and statement_type = 'income_statement' and period_key = '2023FY'",
    [cik],
  );
  return { outcome, reports, revenue: statements[0]?.revenue };
}

/** Each small, with two places to go on to at each level. */
const bush = Array.from({ length: 20 }, (_, level) =>
  [0, 1].flatMap((from) =>
    [0, 1].map((to) => ({
      from: `us-gaap_L${level}x${from}`,
      to: `us-gaap_L${level + 1}x${to}`,
      order: to + 1,
    })),
  ),
).flat();
const bushes = Array.from({ length: 300 }, (_, i) => [`${income}${i}`, bush] as const);

const centuries = Array.from({ length: 100 }, (_, i): [string, string] => [
  `c${i}`,
  `${1900 + i}-01-01/${1900 + i}-12-31`,
]);

const revenueArc = (order: number) => ({
  from: "us-gaap_StatementLineItems",
  to: "us-gaap_Revenues",
  order,
});

const doctype = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>';

test.each<[string, ZipEntry[], string]>([
  [
    "a bomb that unpacks to more than it declares",
    [...entriesOf(), { name: "bomb.xml", body: "0".repeat(5_000_000), bytes: 100 }],
    '"bomb.xml" does not unpack to the 100 bytes that it declares',
  ],
  [
    "an instance of 200 MB",
    [...entriesOf(), { name: "huge_htm.xml", body: "x", bytes: 200 * 2 ** 20 }],
    '"huge_htm.xml" measures 209715200 bytes',
  ],
  [
    "names outside of the package",
    [...entriesOf(), { name: "../../../etc/cron.d/one.xml", body: "x" }],
    "is a name outside of the package",
  ],
  [
    "entities in a linkbase",
    withFile("one-20241231_pre.xml", (text) => doctype + text),
    "one-20241231_pre.xml: XML with a DOCTYPE is refused",
  ],
  [
    "entities in the instance",
    withFile("one-20241231.xml", (text) => doctype + text),
    "one-20241231.xml: XML with a DOCTYPE is refused",
  ],
  [
    "the instance of another company",
    withFile("one-20241231.xml", (text) => text.replaceAll(cik, "0000000002")),
    "the instance is of CIK 0000000002, not 0000000001",
  ],
  [
    "a presentation with a path for each choice at each of twenty levels",
    withFile("one-20241231_pre.xml", () => linkbase("presentation", Object.fromEntries(bushes))),
    "the presentation has more than 200000 rows",
  ],
  [
    "a statement that prints all values of a line on thousands of lines",
    entriesOf({
      contexts: [...contexts, ...centuries.map(([id, years]) => contextText(id, years))],
      facts: [...facts, ...centuries.map(([id]) => fact("us-gaap:Revenues", id, "1"))],
      arcs: [...incomeArcs, ...Array.from({ length: 19_000 }, (_, i) => revenueArc(i + 10))],
    }),
    "its statements have more than 24000000 characters",
  ],
])("%s is the reason of this report alone [FCE-04] [FCE-07]", async (_, entries, reason) => {
  const { context } = await openTestPipeline();
  const { outcome, reports, revenue } = await buildWith(context, makeZip(entries));

  expect(outcome).toMatchObject({ kind: "stored", quarantined: 0 });
  expect(reports).toMatchObject([
    { accession: wellKnown, state: "stored" },
    { accession, state: "unreadable", reason: expect.stringContaining(reason) },
  ]);
  expect(revenue).toBe("200");
});

const many = Array.from({ length: 40 }, (_, i) => member(`one:A${i}Axis`, `one:M${i}Member`));
const typed =
  '<xbrldi:typedMember dimension="one:ThingAxis"><one:Thing>&lt;b&gt;7; x=1</one:Thing></xbrldi:typedMember>';

test.each<[string, Parts]>([
  [
    "a cycle in the presentation",
    { arcs: [...incomeArcs, { from: "us-gaap_Costs", to: "us-gaap_CostsAbstract", order: 9 }] },
  ],
  [
    "a presentation of elements that nobody declares",
    { arcs: [...incomeArcs, { from: top, to: "one_Nowhere", order: 9 }] },
  ],
  ["arcs that are there twice", { arcs: [...incomeArcs, ...incomeArcs] }],
  [
    "a prohibited arc",
    {
      arcs: [
        ...incomeArcs,
        { from: top, to: "us-gaap_Assets", order: 8 },
        { from: top, to: "us-gaap_Assets", order: 8, more: 'use="prohibited" priority="2"' },
      ],
    },
  ],
  [
    "a context with 40 dimensions",
    {
      contexts: [...contexts, contextText("d40", "2024-01-01/2024-12-31", many.join(""))],
      facts: [...facts, fact("us-gaap:Revenues", "d40", "7")],
    },
  ],
  [
    "typed dimensions",
    {
      contexts: [...contexts, contextText("typed", "2024-01-01/2024-12-31", typed)],
      facts: [...facts, fact("us-gaap:Revenues", "typed", "7")],
    },
  ],
  ["an arc to itself", { arcs: [...incomeArcs, { from: top, to: top, order: 9 }] }],
  ["an arc again in another order", { arcs: [...incomeArcs, revenueArc(1)] }],
])("%s changes nothing that the filing prints [FCE-01] [FCE-04]", async (_, parts) => {
  const { context } = await openTestPipeline();
  const { reports } = await buildWith(context, makeZip(entriesOf(parts)));
  const [good, odd] = reports.map(({ face }: { face: Buffer }) =>
    unpackReport(gunzipSync(face)).statements.map(({ title, lines }) => [
      title,
      lines.map(({ label, depth, values }) => [label, depth, values.map(({ value }) => value)]),
    ]),
  );

  expect(odd).toEqual(good);
});

test("a package that takes the memory of the build is quarantined with its reason, and the company is built [FCE-04]", async () => {
  const { context } = await openTestPipeline({ builder: openBuildPool({ memoryMbMax: 64 }) });
  const large = Array.from({ length: 300_000 }, (_, i) => fact("us-gaap:Costs", "y24", `${i}`));
  const { outcome, reports, revenue } = await buildWith(
    context,
    makeZip(entriesOf({ facts: [...facts, ...large] })),
  );

  expect(outcome).toMatchObject({ kind: "stored", quarantined: 1 });
  expect(setAsideIn(outcome)).toMatchObject([
    { url: `https://regulator.example/${accession}`, reason: expect.stringMatching(/memory/) },
  ]);
  expect(reports).toMatchObject([{ accession: wellKnown, state: "stored" }]);
  expect(revenue).toBe("200");
});

test("hostile files beside each other cost themselves alone [FCE-04]", async () => {
  const { context } = await openTestPipeline();
  const given: [string, Buffer][] = [
    ["0000000001-25-000002-xbrl.zip", makeZip([{ name: "../one.xml", body: "x" }])],
    ["0000000001-25-000003-xbrl.zip", makeZip([{ name: "one.xml", bytes: 2 ** 28 }])],
    ["0000000001-25-000004-xbrl.zip", makeZip([{ name: "one.xsd", body: "<schema/>" }])],
    [`${accession}-xbrl.zip`, makeZip(entriesOf())],
  ];
  const paths = [];
  for (const [name, body] of given) {
    paths.push(join(folder, name));
    await writeFile(join(folder, name), body);
  }
  const outcome = await ingestFiles(paths, context);

  expect(outcome).toMatchObject({ added: 1, companies: [{ cik, outcome: { kind: "stored" } }] });
  expect(outcome.refused.map(({ reason }) => reason)).toEqual([
    '"../one.xml" is a name outside of the package',
    '"one.xml" measures 268435456 bytes, more than the 134217728 that such a file may',
    "there is no XBRL instance among the files",
  ]);
});
