import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import type { IngestContext } from "#ingest/context.ts";
import { createUpstreamBudget } from "#ingest/http/upstream-budget.ts";
import { createHttp } from "#ingest/http.ts";
import { ingestCompany, rebuildCompany } from "#ingest/pipeline.ts";
import { fetchPresentations } from "#ingest/sources/edgar/gather/fetch-presentations.ts";
import { createEdgarSource } from "#ingest/sources/edgar/index.ts";
import { filingFolderUrl, locateUrl } from "#ingest/sources/edgar/urls.ts";
import { listFilings } from "#ingest/store/filings.ts";
import {
  archivedLinkbases,
  comparePlaces,
  linkbasesBelow,
  readHeadings,
  readPresentation,
} from "#jobs/registry/presentation.ts";
import { loadRelease } from "#registry/governance/releases.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const released = loadRelease("1.0.0");

/** A presentation linkbase with one link: a heading and what stands under it. */
function linkbase(heading: string, ...tags: string[]): Buffer {
  const all = [heading, ...tags];
  const locators = all.map(
    (tag) =>
      `<link:loc xlink:type="locator" xlink:label="l_${tag}" xlink:href="https://xbrl.fasb.org/us-gaap-2023.xsd#us-gaap_${tag}"/>`,
  );
  const arcs = tags.map(
    (tag, i) =>
      `<link:presentationArc order="${i}" xlink:type="arc" xlink:from="l_${heading}" xlink:to="l_${tag}"/>`,
  );
  return Buffer.from(
    `<?xml version="1.0"?><link:linkbase xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink">
     <link:presentationLink xlink:type="extended" xlink:role="http://example.org/role/Balance">${locators.join("")}${arcs.join("")}</link:presentationLink>
     </link:linkbase>`,
  );
}

test("a linkbase is read as headings with the tags directly under each, links kept apart", () => {
  expect(
    readPresentation(linkbase("AssetsCurrentAbstract", "InventoryNet", "AssetsCurrent")),
  ).toEqual([
    {
      parent: "us-gaap:AssetsCurrentAbstract",
      children: ["us-gaap:InventoryNet", "us-gaap:AssetsCurrent"],
    },
  ]);
  expect(() => readPresentation(Buffer.from("<cut"))).toThrow("XML is cut or not well formed");
});

test("a schema that holds the linkbase is read alike", () => {
  const link = linkbase("AssetsCurrentAbstract", "InventoryNet")
    .toString()
    .replace(/<\?.*?\?>/, "");
  const schema = Buffer.from(
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:annotation><xs:appinfo>${link}</xs:appinfo></xs:annotation></xs:schema>`,
  );
  expect(readPresentation(schema)).toEqual([
    { parent: "us-gaap:AssetsCurrentAbstract", children: ["us-gaap:InventoryNet"] },
  ]);
});

/** The same context over a folder laid out like EDGAR. */
async function overFolder(context: IngestContext): Promise<IngestContext & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "tenk-linkbases-"));
  const root = pathToFileURL(folder).href;
  const hosts = { data: root, www: root };
  const budget = createUpstreamBudget(context.database.db, { name: "test", perSecond: 200 });
  const http = createHttp({ userAgent: "Tenk tests", budget, now: context.now, fileRoots: [root] });
  onTestFinished(async () => {
    await http.close();
    await rm(folder, { recursive: true, force: true });
  });
  const source = createEdgarSource({ http, hosts, now: context.now, via: "a mirror" });
  return { ...context, http, hosts, sources: [source], via: "a mirror", folder };
}

test("linkbases of the newest reports are archived once, and nothing is built from them", async () => {
  const { context } = await openTestPipeline();
  await ingestCompany(apple, context);
  const mirror = await overFolder(context);
  const { pool } = context.database;
  const [newest] = (await listFilings(pool, apple))
    .filter(({ form, isXbrl }) => isXbrl && /^10-[KQ]/.test(form))
    .sort((a, b) => (a.filed < b.filed ? 1 : -1));
  const url = filingFolderUrl({ cik: apple, accession: newest?.accession ?? "" });
  const files = new URL(locateUrl(url, mirror.hosts));
  await mkdir(files, { recursive: true });
  await writeFile(new URL(`${files}/aapl.xsd`), "<schema/>");
  await writeFile(new URL(`${files}/aapl_pre.xml`), linkbase("AssetsAbstract", "Assets"));

  expect(await fetchPresentations(apple, 2, mirror)).toEqual({ added: 1, known: 0, without: 1 });
  expect(await fetchPresentations(apple, 2, mirror)).toEqual({ added: 0, known: 1, without: 1 });
  expect(await rebuildCompany(apple, context)).toEqual({ kind: "unchanged" });

  await writeFile(join(mirror.folder, "cut_pre.xml"), "<cut");
  await writeFile(join(mirror.folder, "other_pre.xml.gz"), "no gzip");
  const warnings: string[] = [];
  const archived = await archivedLinkbases(pool, context.archive, [apple]);
  const headings = await readHeadings([...archived, ...linkbasesBelow(mirror.folder)], (line) =>
    warnings.push(line),
  );
  expect(archived.map(({ name }) => name)).toEqual([`CIK 320193 ${newest?.accession}`]);
  expect(headings).toEqual([{ parent: "us-gaap:AssetsAbstract", children: ["us-gaap:Assets"] }]);
  expect(warnings).toEqual([
    expect.stringContaining("cut_pre.xml: XML is cut"),
    "other_pre.xml.gz: not a whole gzip file",
  ]);
});

test("a tag under a heading where others list the line may be it; beside the line's own tag it is another line", () => {
  const headings = [
    linkbase("AssetsCurrentAbstract", "InventoryNet", "AssetsCurrent"),
    linkbase("AssetsCurrentAbstract", "InventorySpecial", "AssetsCurrent"),
    linkbase("InventoryDisclosureAbstract", "InventorySpecial"),
  ].flatMap(readPresentation);
  const placeOf = comparePlaces(released, headings);

  expect(placeOf("us-gaap:InventorySpecial", "inventory")).toEqual({
    place: 1,
    elsewhere: 1,
    beside: 0,
  });
  expect(placeOf("us-gaap:InventorySpecial", "current_assets")).toEqual({
    place: 0,
    elsewhere: 1,
    beside: 1,
  });
  expect(placeOf("us-gaap:Unseen", "inventory")).toEqual({ place: 0, elsewhere: 0, beside: 0 });
});
