import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Command } from "commander";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import type { FactsDocument } from "#ingest/facts/facts-document.ts";
import { accuracyCommand } from "#jobs/commands/accuracy.ts";
import type { MakeCommand, Shell } from "#jobs/commands/command.ts";
import { explainCommand } from "#jobs/commands/explain.ts";
import { migrateDatabase, openDatabase } from "#schemas/database/db.ts";
import { FolderInUseError } from "#schemas/database/folder-lock.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { companyFacts } from "#schemas/tables/companies/statement.ts";
import { newDataFolder } from "../../helpers/data-folder.ts";
import { makeCompany, makeFact, makeStatement, makeTicker } from "../../helpers/make.ts";
import { writeQuarter } from "../labels/quarter.ts";

const { path: folder, remove } = await newDataFolder();
const database = await openDatabase({ databaseUrl: null, dataDir: folder });
await migrateDatabase(database);
const made = await makeCompany(database.db, {
  name: "Apple Inc.",
  company: { companyKey: "0000320193" },
});
await makeTicker(database.db, made.id, "AAPL");
await makeStatement(database.db, made.cik, { lineage: { revenue: 0 } });
await database.db
  .insert(companyFacts)
  .values({ companyKey: made.cik, body: factsDocument([makeFact()]) });
await database.close();
const expected = join(folder, "expected.csv");
await writeFile(
  expected,
  `cik,ticker,metric,period_kind,period_end,value,unit,note
320193,AAPL,revenue,FY,2023-09-30,383285000000,USD,"one, two"
320193,AAPL,net_income,FY,2023-09-30,1,USD,
320193,AAPL,revenue,FY,1999-09-30,6134000000,USD,
`,
);
afterAll(remove);

/** What the pipeline stores of a company: see `ingest/facts/facts-document.ts`. */
function factsDocument(facts: Fact[]): Buffer {
  const document: FactsDocument = {
    cik: "0000320193",
    name: "Apple Inc.",
    sic: "3571",
    fiscalYearEnd: "0930",
    facts,
    submitted: [],
    dimensioned: {},
  };
  return gzipSync(JSON.stringify(document));
}

/** Runs a command as the command line does; the error that it would report comes back as a value. */
async function run(make: MakeCommand, args: string[], env: Shell["env"] = { DATA_DIR: folder }) {
  const printed: string[] = [];
  const warned: string[] = [];
  let hasFailed = false;
  const command = quiet(
    make({
      env,
      print: (line) => printed.push(line),
      warn: (line) => warned.push(line),
      fail: () => {
        hasFailed = true;
      },
      isInterrupted: () => false,
    }),
  );
  const error = await command.parseAsync(args, { from: "user" }).then(
    () => null,
    (reason: Error) => reason,
  );
  return { printed, warned, hasFailed, error };
}

const quiet = (command: Command) =>
  command.exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} });

const accuracy = (...args: string[]) => run(accuracyCommand, args);

describe("accuracy", () => {
  test("lists the rows without data, and misses only when asked", async () => {
    const { printed } = await accuracy("--expected", expected);

    expect(printed).toContain("  line 4: AAPL revenue FY 1999-09-30");
    expect(printed.join("\n")).not.toContain("net_income FY");
  });

  test("ends with the agreement, and misses alone are no failure", async () => {
    const { printed, hasFailed, error } = await accuracy("--expected", expected, "--misses");

    expect(error).toBeNull();
    expect(hasFailed).toBe(false);
    expect(printed.at(-1)).toBe("agreement: 50.00 % (1 of 2 rows; 1 rows without data)");
    expect(printed.at(-2)).toBe(
      "of these 1 equal the latest value, 0 the value first reported, restated since",
    );
    expect(printed).toContain("  line 4: AAPL revenue FY 1999-09-30");
    expect(printed.find((line) => line.includes("line 3:"))).toBe(
      "  line 3: AAPL net_income FY 2023-09-30: expected 1 USD, ours 96995000000 (2023FY, ended 2023-09-30)",
    );
  });

  test("fails below the least agreement that is asked for", async () => {
    expect((await accuracy("--expected", expected, "--min", "50.1")).hasFailed).toBe(true);
    expect((await accuracy("--expected", expected, "--min", "50")).hasFailed).toBe(false);
  });

  test("gives machines one JSON document", async () => {
    const { printed } = await accuracy("--expected", expected, "--json");
    const answer = JSON.parse(printed.join("\n"));

    expect(answer).toMatchObject({ agreement: 50, rows: 2, latest: 1, withoutData: [{ line: 4 }] });
    expect(answer.misses).toHaveLength(1);
  });

  test("reads printed statements by their labels, of stored companies alone", async () => {
    const rows = {
      IS: ["Net sales", "Net income", "Gross margin"].map((label, i) => ({
        label,
        values: { 4: ["383285000000", "96995000001", "169148000000"][i] ?? "" },
      })),
    };
    const filing = { form: "10-K", period: "20230930", rows };
    const quarter = writeQuarter([
      { ...filing, accession: "0000320193-23-000106", cik: "320193" },
      { ...filing, accession: "0000000009-23-000001", cik: "9" },
    ]);
    const { printed, hasFailed, error } = await accuracy("--labels", quarter, "--misses");
    expect([error, hasFailed]).toEqual([null, false]);
    expect(printed.at(-2)).toBe("right of the shown values: 50.00 % (1 wrong)");
    expect(printed.at(-1)).toBe("printed and null: 33.33 % (1)");
    expect(printed.find((line) => line.startsWith("net_income CIK 320193 2023FY"))).toContain(
      '"Net income" (ISRow1) 96995000001, ours 96995000000 (wrong; ',
    );
    expect((await accuracy("--labels", quarter, "--min", "51")).hasFailed).toBe(true);
    const { printed: json } = await accuracy("--labels", quarter, "--json", "--min", "50");
    expect(JSON.parse(json.join("\n"))).toMatchObject({ compared: 3, right: 1, misses: [{}, {}] });
  });

  test.each([
    [[], "UsageError", "--expected FILE.csv, --identities, or --labels"],
    [["--expected", expected, "--identities"], "UsageError", "say what to compare"],
    [["--expected", join(folder, "none.csv")], "UsageError", "there is no file"],
    [["--expected", folder], "UsageError", "cannot read"],
    [["--labels", join(folder, "none.zip")], "UsageError", "there is no file"],
    [["--labels", expected], "UsageError", "is not a whole zip archive"],
    [["--labels", "a.zip", "--identities"], "UsageError", "say what to compare"],
    [["--expected", expected, "--min", "much"], "CommanderError", "from 0 to 100"],
    [["--expected", expected, "--view", "first"], "CommanderError", "either, latest, original"],
  ])("%j is a mistake in the call", async (args, name, message) => {
    const { error } = await accuracy(...args);
    expect(error?.name === name || error?.name === "Error").toBe(true);
    expect(error?.message).toContain(message);
  });

  test("refuses a file with wrong columns and names them", async () => {
    const wrong = join(folder, "wrong.csv");
    await writeFile(wrong, "company,value\nAAPL,1\n");
    const { error } = await accuracy("--expected", wrong);
    expect(error?.name).toBe("UsageError");
    expect(error?.message).toContain("the first line must name the columns cik, ticker");
  });

  test("says so when nothing was ingested", async () => {
    const empty = await newDataFolder();
    onTestFinished(() => empty.remove());
    const env = { DATA_DIR: empty.path };
    const { warned, printed } = await run(accuracyCommand, ["--expected", expected], env);
    expect(warned).toEqual(["no company has been ingested yet: npm run ingest -- --help says how"]);
    expect(printed.at(-1)).toBe("agreement: 0.00 % (0 of 0 rows; 3 rows without data)");
  });
});

describe("while another process has the embedded database", () => {
  test("both commands report that the folder is in use", async () => {
    const lock = join(folder, "tenk.lock");
    await writeFile(lock, String(process.ppid));
    try {
      const compared = await accuracy("--expected", expected);
      const explained = await run(explainCommand, ["AAPL", "revenue", "2023FY"]);
      expect(compared.error).toBeInstanceOf(FolderInUseError);
      expect(explained.error).toBeInstanceOf(FolderInUseError);
    } finally {
      await rm(lock);
    }
  });
});

describe("explain", () => {
  test("works on the embedded database when the server is stopped", async () => {
    const { printed, error } = await run(explainCommand, ["AAPL", "revenue", "2023FY"]);
    expect(error).toBeNull();
    expect(printed).toContain("383,285,000,000 USD");
    expect(printed).toContain(
      "  https://www.sec.gov/Archives/edgar/data/320193/000032019323000106/0000320193-23-000106-index.htm",
    );
  });

  test("gives machines one JSON document", async () => {
    const { printed } = await run(explainCommand, ["AAPL", "revenue", "2023FY", "--json"]);
    expect(JSON.parse(printed.join("\n"))).toMatchObject({
      value: "383285000000",
      lineage: { kind: "fact", accessionNumber: "0000320193-23-000106" },
      versions: [[{ filedDate: "2023-11-03" }]],
    });
  });

  test.each([
    [["AAPL", "revenue", "2023FY", "--as-of", "2023"], "Give a date"],
    [["AAPL", "revenue", "2023FY", "--as-of", "2023-01-01", "--view", "original"], "exclude"],
    [["AAPL", "revenue", "2023FY", "--as-of", "2023-01-01", "--view", "original"], "exclude"],
    [["AAPL", "revenue", "2023FY", "--as-of", "2999-01-01"], "up to today"],
    [["AAPL", "revenue"], "missing required argument"],
    [["APPL", "revenue", "2023FY"], "did you mean AAPL"],
  ])("%j is answered with one sentence", async (args, message) => {
    const { error, printed } = await run(explainCommand, args);
    expect(error?.message).toContain(message);
    expect(printed).toEqual([]);
  });
});

describe("verdicts", () => {
  test("the committed verdicts stand in where no file is named", async () => {
    const file = join(folder, "derived.csv");
    await writeFile(
      file,
      `cik,ticker,metric,period_kind,period_end,value,unit
1652044,GOOG,revenue,TTM,2025-12-31,402837000000,USD
`,
    );
    const { printed, warned } = await run(accuracyCommand, ["--expected", file, "--verdicts"]);
    expect(printed.join("\n")).toContain(
      "line 2: GOOG revenue TTM 2025-12-31: no_data, judged wrong",
    );
    expect(warned).toEqual([]);
  });

  const header = "cik,metric,period_kind,period_end,verdict,accession,quote,reason\n";
  const judge = async (row: string, ...more: string[]) => {
    const file = join(folder, "verdicts.csv");
    await writeFile(file, `${header}${row}\n`);
    return run(accuracyCommand, ["--expected", expected, "--verdicts", file, ...more]);
  };

  test("judged rows are counted apart, with the filing that decides them, and both rates are printed", async () => {
    const { printed, warned } = await judge(
      "320193,net_income,FY,2023-09-30,wrong,0000320193-23-000106,NetIncomeLoss 96995000000,the row has a placeholder",
    );
    expect(printed.join("\n")).toContain("agreement: 50.00 % (1 of 2 rows; 1 rows without data)");
    expect(printed.at(-1)).toBe("agreement of the others: 100.00 % (1 of 1 rows)");
    expect(printed.at(-2)).toMatch(
      /judged wrong: the row has a placeholder \(0000320193-23-000106: NetIncomeLoss 96995000000\)$/,
    );
    expect(warned).toEqual([]);
  });

  test("a row that was restated since is set apart where the latest values alone count, and nowhere else", async () => {
    const row =
      "320193,net_income,FY,2023-09-30,restated,0000320193-23-000106,NetIncomeLoss 96995000000,restated since";
    const latest = await judge(row, "--view", "latest");
    expect(latest.printed.at(-1)).toBe("agreement of the others: 100.00 % (1 of 1 rows)");
    const either = await judge(row);
    expect(either.printed.at(-1)).toBe("agreement: 50.00 % (1 of 2 rows; 1 rows without data)");
    expect([...latest.warned, ...either.warned]).toEqual([]);
  });

  test("a verdict that judges no row is told, and one without a filing, a figure or a reason is refused", async () => {
    const filing = "0000320193-23-000106";
    const other = await judge(
      `320193,goodwill,FY,2023-09-30,wrong,${filing},Goodwill 5,no such row`,
    );
    expect(other.warned.join()).toMatch(/line 2 judges no row/);
    for (const [row, sentence] of [
      [`320193,net_income,FY,2023-09-30,perhaps,${filing},Net 5,why`, /"perhaps" is none of wrong/],
      ["320193,net_income,FY,2023-09-30,wrong,10-K of 2023,Net 5,why", /is no accession number/],
      [`320193,net_income,FY,2023-09-30,wrong,${filing},it says so,why`, /with its figure/],
      [`320193,net_income,FY,2023-09-30,wrong,${filing},Net 5,`, /needs a reason/],
    ] as const) {
      const { error } = await judge(row);
      expect(String(error)).toMatch(sentence);
    }
  });
});
