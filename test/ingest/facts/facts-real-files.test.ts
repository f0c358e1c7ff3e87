import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { parseCompanyFacts } from "#ingest/facts/company-facts.ts";
import { accessionFromPath, sniffDocument } from "#ingest/facts/document-kind.ts";
import { parseInstance } from "#ingest/facts/xbrl/xbrl-instance.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";

const root = join(process.env.TENK_SHARED ?? "../shared", "edgar");

function read(path: string): Buffer {
  const bytes = readFileSync(join(root, path));
  return path.endsWith(".gz") ? gunzipSync(bytes) : bytes;
}

const keyOf = ({ taxonomy, tag, unit, start, end }: Fact) =>
  [taxonomy, tag, unit, start, end].join(" ");

/** Every us-gaap tag that the document has, as if the registry mapped them all. */
function allTags(body: Buffer): Set<string> {
  const tags = parseCompanyFacts(body, new Set()).unmapped;
  return new Set(tags.map(({ taxonomy, tag }) => `${taxonomy}:${tag}`));
}

describe.skipIf(!existsSync(root))("real files", { timeout: 120_000 }, () => {
  test("every companyfacts document parses, without a fact set aside and without drift", () => {
    const paths = globSync("{,snapshots/*/}{api/xbrl/companyfacts,companyfacts-*}/*.json*", {
      cwd: root,
    });

    for (const path of paths) {
      const body = read(path);
      const { facts, rejected, additions } = parseCompanyFacts(body, allTags(body));

      expect([path, facts.length > 0, rejected, additions]).toEqual([path, true, [], []]);
    }
    expect(paths.length).toBeGreaterThan(100);
  });

  test("every instance parses", () => {
    const paths = globSync("{Archives/edgar/data,derived}/**/*.xml*", { cwd: root });
    const instances = paths.filter((path) => sniffDocument(read(path)) === "instance");

    for (const path of instances) {
      const known = { accession: "0000000000-00-000000", form: null, filed: null };
      const { cik, rejected } = parseInstance(read(path), new Set(["us-gaap:Assets"]), known);

      expect([path, cik.length, rejected]).toEqual([path, 10, []]);
    }
    expect(instances.length).toBeGreaterThan(70);
  });

  test("Apple's instances say what its companyfacts say, digit for digit", () => {
    const body = read("api/xbrl/companyfacts/CIK0000320193.json.gz");
    const tags = allTags(body);
    const served = Map.groupBy(parseCompanyFacts(body, tags).facts, ({ accession }) => accession);
    let compared = 0;

    for (const path of globSync("Archives/edgar/data/320193/*/aapl-*.xml*", { cwd: root })) {
      const accession = accessionFromPath(path);
      const xml = read(path);
      if (accession === null || sniffDocument(xml) !== "instance") continue;
      const { facts } = parseInstance(xml, tags, { accession, form: null, filed: null });
      const byKey = Map.groupBy(served.get(accession) ?? [], keyOf);
      for (const fact of facts) {
        const versions = fact.dimensions === null ? byKey.get(keyOf(fact)) : undefined;
        if (!versions) continue;
        expect([keyOf(fact), versions.map(({ value }) => value)]).toEqual([
          keyOf(fact),
          [fact.value],
        ]);
        compared += 1;
      }
    }

    expect(compared).toBeGreaterThan(5_000);
  });
});
