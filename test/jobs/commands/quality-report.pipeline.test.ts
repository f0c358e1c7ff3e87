import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { listStoredFailures, readQuality } from "#ingest/store/stored-quality.ts";
import { listChanges } from "#jobs/quality/changes.ts";
import { findPreviousRun, recordRun } from "#jobs/quality/history.ts";
import { reportPage } from "#jobs/quality/report-page.ts";
import { percentText, rateOf, totalQuality } from "#jobs/quality/totals.ts";
import { runCommand } from "#jobs/run-command.ts";
import { newDataFolder } from "../../helpers/data-folder.ts";
import { apple, nikola, openTestPipeline } from "../../helpers/pipeline.ts";

const { context } = await openTestPipeline({ ciks: [apple, nikola] });
const { pool } = context.database;
for (const cik of [apple, nikola]) await ingestCompany(cik, context);
const totals = await totalQuality(readQuality(pool));
const versions = { registryVersion: "1.0.0", engineVersion: "1" };
const reports = {
  stored: 12,
  unreadable: 3,
  notFetched: 40,
  reasons: [{ reason: "there is no presentation linkbase among the files", count: 3 }],
};
const input = {
  reports,
  ...versions,
  totals,
  previous: null,
  names: new Map([[apple, "AAPL"]]),
  slugs: new Map([[apple, "apple-inc"]]),
  failures: await listStoredFailures(pool, [apple]),
  publicUrl: "https://tenk.example",
  at: "2026-03-01T12:00:00.000Z",
};

describe("the totals", () => {
  test("add up the companies, and every rate over years is part of the whole", () => {
    expect(totals.companies).toBe(2);
    expect(totals.checks["BS-01"]?.slice(2, 4)).toEqual([0, 0]);
    const years = Object.values(totals.years["BS-01"] ?? {});
    expect(years.reduce((sum, { run }) => sum + run, 0)).toBe(
      rateOf(totals.checks["BS-01"] ?? [0, 0, 0, 0, 0]).run,
    );
    expect(totals.failing[apple]).toEqual({
      a: 1,
      b: 0,
      label: "high",
      checks: { "TS-02": 1 },
      newestA: 2020,
    });
  });

  test("count no unexplained null and no value without lineage", () => {
    expect(totals.lines).toMatchObject({ unexplained: 0, unsourced: 0 });
    expect(totals.unsound).toEqual({});
    expect(totals.lines.values).toBeGreaterThan(4000);
  });

  test("a rate is never rounded up to all", () => {
    expect(percentText({ passed: 99_999, run: 100_000 })).toBe("99.99");
    expect(percentText({ passed: 0, run: 0 })).toBe("–");
  });
});

describe("the page", async () => {
  const page = await reportPage(input);

  test("needs nothing from outside", () => {
    expect(page).not.toMatch(/ src=|<link(?! rel="icon" href="data:)|@import|url\(|<script/);
    expect(page).toContain("<svg");
  });

  test("shows rates, coverage, the worst companies and that nothing is unexplained", () => {
    expect(page).toContain("<li>Nulls without a reason: 0 of ");
    expect(page).toContain(`<li>Values without lineage: 0 of ${totals.lines.values}</li>`);
    expect(page).toMatch(/<td>BS-01<\/td><td>A<\/td><td class="n">100\.00<\/td>/);
    expect(page).toContain(
      `<th scope="row"><a href="#failing-${apple}">AAPL</a></th><td class="n">320193</td><td class="n">high</td>` +
        '<td class="n">2020</td><td class="n">1</td><td class="n">0</td><td>TS-02: 1</td>',
    );
    expect(page).toMatch(/<td>industrial<\/td>(<td class="n">[\d.–]+<\/td>)+/);
    expect(page).toContain("There is no earlier report with other totals.");
  });

  test("leads from a company to what fails of it, to the figure's page and to its filing", () => {
    const [, details = ""] = page.split(`<details id="failing-${apple}"`);
    expect(details).toMatch(
      /href="https:\/\/tenk\.example\/companies\/apple-inc(\/lineage|#quality)/,
    );
    expect(details).toContain("https://www.sec.gov/Archives/edgar/data/320193/");
  });

  test("says why checks were not run, with as many reasons as results", () => {
    for (const [id, reasons] of Object.entries(totals.notRun ?? {})) {
      const counted = Object.values(reasons).reduce((sum, count) => sum + count, 0);
      expect(counted, id).toBe(totals.checks[id]?.[4]);
    }
    expect(page).toMatch(/<td>[A-Z]{2}-\d\d<\/td><td class="n">\d+<\/td><td>[a-z][^<]{5,}: \d+/);
  });

  test("says the rate in each field and, where not all pass, the counts as text: hovering is not needed", async () => {
    const years = {
      "BS-01": { "2023": { passed: 1999, run: 2000 }, "2024": { passed: 7, run: 7 } },
    };
    const shown = await reportPage({ ...input, totals: { ...totals, years } });

    expect(
      [...shown.matchAll(/class="n h\d" title="[^"]+">([\d.]+)</g)].map(([, text]) => text),
    ).toEqual(["99.9", "100"]);
    expect(shown).toContain(
      '<td>BS-01</td><td class="n">2023</td><td class="n">99.95</td><td class="n">1999</td><td class="n">2000</td>',
    );
    expect(shown).not.toContain('<td>BS-01</td><td class="n">2024</td>');
  });

  test("names the checks that fail a company most often, three of them", async () => {
    const worse = structuredClone(totals);
    const checks = { "TS-03": 1, "PS-03": 9, "BS-01": 1, "TS-02": 4 };
    worse.failing = { [apple]: { a: 6, b: 9, label: "low", checks, newestA: null } };

    expect(await reportPage({ ...input, totals: worse })).toContain(
      '<td class="n">–</td><td class="n">6</td><td class="n">9</td><td>PS-03: 9, TS-02: 4, BS-01: 1, …</td>',
    );
  });

  test("counts nulls without a reason and values without lineage, and names their companies", async () => {
    const unsound = structuredClone(totals);
    Object.assign(unsound.lines, { unexplained: 3, unsourced: 2 });
    unsound.unsound = { [apple]: { unexplained: 3, unsourced: 2 } };
    const shown = await reportPage({ ...input, totals: unsound });

    expect(shown).toContain('Nulls without a reason: <span class="bad">3</span> of ');
    expect(shown).toContain('Values without lineage: <span class="bad">2</span> of ');
    expect(shown).toContain(
      '<td>AAPL</td><td class="n">320193</td><td class="n">3</td><td class="n">2</td>',
    );
    expect(page).not.toContain(">values without lineage</th>");
  });

  test("counts filings by the state of their statements, with the reasons of unreadable ones", () => {
    expect(page).toContain(
      "12 filings have their statements stored, 3 cannot be read, of 40 nothing that shows them was fetched.",
    );
    expect(page).toMatch(/no presentation linkbase among the files<\/td><td[^>]*>3<\/td>/);
  });

  test("says what changed since the last report", () => {
    const before = structuredClone(totals);
    before.companies = 1;
    before.checks["BS-01"] = [10, 0, 0, 1, 0];
    delete before.failing[apple];
    const found = listChanges(before, totals, () => "AAPL");

    expect(found).toContainEqual({ what: "companies", before: "1", after: "2" });
    expect(found.find(({ what }) => what === "pass rate of BS-01")?.before).toBe("90.90 % of 11");
    expect(found).toContainEqual({
      what: "AAPL",
      before: "everything passes",
      after: "1 of severity A and 0 of B do not pass",
    });
    expect(listChanges(totals, totals, () => "")).toEqual([]);
  });

  test("a name cannot become markup", async () => {
    const names = new Map([[apple, '<img src=x onerror="alert(1)">']]);
    expect(await reportPage({ ...input, names })).not.toContain("<img");
  });
});

describe("the history", () => {
  test("keeps a run once, and finds the last one that was different", async () => {
    const other = { ...totals, companies: 1 };
    expect(await findPreviousRun(pool, totals)).toBeNull();
    await recordRun(pool, { ...versions, totals: other });
    await recordRun(pool, { ...versions, totals });
    await recordRun(pool, { ...versions, totals });

    const { rows } = await pool.query("select id from quality_run");
    expect(rows).toHaveLength(2);
    expect((await findPreviousRun(pool, totals))?.totals.companies).toBe(1);
  });
});

describe("npm run quality -- report", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tenk-quality-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("writes a page over what is stored, and says that nothing is yet", async () => {
    const data = await newDataFolder();
    onTestFinished(() => data.remove());
    const said: string[] = [];
    const out = join(folder, "quality.html");
    const code = await runCommand(["quality", "report", "--out", out], {
      env: { DATA_DIR: data.path, LOG_LEVEL: "silent" },
      print: (line) => said.push(line),
      warn: (line) => said.push(line),
      isInterrupted: () => false,
    });

    expect(code).toBe(0);
    expect(said[0]).toMatch(/^0 companies: 0 values, 0 nulls without a reason/);
    expect(said[1]).toBe("statements as printed: 0 filings stored, 0 unreadable, 0 not fetched");
    expect(await readFile(out, "utf8")).toMatch(/^<!doctype html>/);
  });

  test.each([
    [join(folder, "nowhere", "q.html"), "make it, or choose another --out"],
    [folder, "is a folder: name a file"],
  ])("that cannot be written (%s) is wrong use, said before the work", async (out, sentence) => {
    const said: string[] = [];
    const code = await runCommand(["quality", "report", "--out", out], {
      env: { DATA_DIR: join(folder, "unopened"), LOG_LEVEL: "silent" },
      print: (line) => said.push(line),
      warn: (line) => said.push(line),
      isInterrupted: () => false,
    });

    expect([code, said[0]]).toEqual([2, expect.stringContaining(sentence)]);
    expect(await readdir(folder)).not.toContain("unopened");
  });
});
