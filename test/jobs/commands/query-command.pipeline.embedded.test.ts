import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { afterAll, describe, expect, test } from "vitest";
import { queryExtract } from "#ingest/extracts/query-extract.ts";
import { uniqueNames } from "#ingest/extracts/read-answer.ts";
import { writeExtract } from "#ingest/extracts/write-extract.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { answerLines } from "#jobs/extracts/answer-lines.ts";
import { askExtract } from "#jobs/extracts/ask-extract.ts";
import { questionsFrom } from "#jobs/extracts/questions-from.ts";
import { runCommand } from "#jobs/run-command.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const { context, extractStore } = await openTestPipeline();
await ingestCompany(apple, context);
const out = await mkdtemp(join(tmpdir(), "tenk-query-command-"));
afterAll(() => rm(out, { recursive: true, force: true }));
const extract = async (since: string | null) => {
  const options = { format: "both", since, onCompany: () => true } as const;
  const to = join(out, since ?? "whole");
  const outcome = await writeExtract(extractStore, {
    ...options,
    out: to,
  });
  if (outcome.kind === "interrupted") throw new Error("interrupted");
  return { to, folder: join(to, outcome.manifest.folder) };
};
const whole = await extract(null);

const run = async (...args: string[]) => {
  const printed: string[] = [];
  const warned: string[] = [];
  const code = await runCommand(["query", "--from", whole.to, ...args], {
    env: { LOG_LEVEL: "silent" },
    print: (line) => printed.push(line),
    warn: (line) => warned.push(line),
    isInterrupted: () => false,
  });
  return { code, printed, warned };
};
const csv = async (sql: string) => (await run("--format", "csv", sql)).printed;

describe("an answer", () => {
  test("comes as a table, as CSV and as JSON", async () => {
    const question =
      "select ticker, fiscal_year, value from annual('revenue') where fiscal_year = 2023";
    expect((await run(question)).printed.at(-1)).toBe("(1 row)");
    expect(await run("--format", "csv", question)).toEqual({
      code: 0,
      printed: ["ticker,fiscal_year,value", "AAPL,2023,383285000000"],
      warned: [],
    });
    expect(JSON.parse((await run("--format", "json", question)).printed.join("\n"))).toEqual([
      { ticker: "AAPL", fiscal_year: 2023, value: 383285000000 },
    ]);
    expect((await run("--format", "json", "select 1 where false")).printed.join("")).toBe("[]");
  });

  test("keeps columns of the same name apart, in every format", async () => {
    expect(await csv("select 1 a, 2 a, 3 a_1, 4 a")).toEqual(["a,a_2,a_1,a_3", "1,2,3,4"]);
    const json = (await run("--format", "json", "select 1 a, 2 a")).printed.join("");
    expect(JSON.parse(json)).toEqual([{ a: 1, a_1: 2 }]);
    expect((await run("select 1 a, 2 a")).printed[0]).toBe("a  a_1");
    expect(uniqueNames(["a", "b", "a", "a"])).toEqual(["a", "b", "a_1", "a_2"]);
  });

  test("in CSV quotes what would break a line apart, and tells an empty text from a null", async () => {
    const answer = { columns: ["a"], rows: [['x,"y"\nz'], [null]] };
    expect(answerLines(answer, "csv")).toEqual(["a", '"x,""y""\nz"', ""]);
    expect(await csv("select '' a, null b, 'x' c")).toEqual(["a,b,c", '"",,x']);
  });

  test("in Markdown stays in its cells", async () => {
    const answer = { columns: ["a|b", "c"], rows: [["x|\\\ny", null]] };
    expect(answerLines(answer, "md")).toEqual([
      "| a\\|b | c |",
      "| --- | --- |",
      "| x\\|\\\\ y |  |",
    ]);
  });

  test("as Parquet is a file that another program reads", async () => {
    const file = join(out, "it's.parquet");
    const sql = "select cik, value from annual('revenue') where fiscal_year = 2023 -- one;";
    expect(await run("--format", "parquet", "--out", file, sql)).toEqual({
      code: 0,
      printed: [`written: ${file}`],
      warned: [],
    });
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(file) });
    expect(rows).toEqual([{ cik: "0000320193", value: 383285000000 }]);
    expect((await readdir(out)).filter((name) => name.startsWith("it's"))).toEqual([
      "it's.parquet",
    ]);
  });

  test.each([
    [["--format", "parquet", "select 1"], "belong together"],
    [["--out", "x.parquet", "select 1"], "belong together"],
    [["--format", "parquet", "--out", "/nowhere/x.parquet", "select 1"], "no folder /nowhere"],
    [["--format", "parquet", "--out", join(out, "y.parquet")], "takes one answer"],
    [["--format", "parquet", "--out", join(out, "y.parquet"), "explain select 1"], "Parquet"],
    [
      [
        "--format",
        "parquet",
        "--out",
        join(out, "y.parquet"),
        "select 1) to '/tmp/z' (format csv); --",
      ],
      "error",
    ],
  ])("that cannot be a file (%j) is refused with a sentence", async (args, sentence) => {
    const { code, warned } = await run(...args);
    expect([code > 0, warned.join("\n")]).toEqual([true, expect.stringContaining(sentence)]);
    expect((await readdir(out)).includes("y.parquet")).toBe(false);
  });

  test("may be of a PIVOT, an UNPIVOT and an EXPLAIN", async () => {
    expect(
      await csv(
        "pivot (select cik, fiscal_year y, value from annual('revenue') where y > 2022 and y < 2025) on y using sum(value)",
      ),
    ).toEqual(["cik,2023,2024", "0000320193,383285000000,391035000000"]);
    expect(await csv("unpivot (select 1 a, 2 b) on a, b")).toEqual(["name,value", "a,1", "b,2"]);
    const plan = await run("explain analyze select name from companies");
    expect([plan.code, plan.printed[0]]).toEqual([0, expect.stringContaining("READ_PARQUET")]);
  });
});

describe("a question", () => {
  test("may begin with a comment", async () => {
    expect(await csv("-- how many\nselect count(*) n from companies")).toEqual(["n", "1"]);
  });

  test.each([
    ["", "there is no question"],
    [" ;; ", "there is no question"],
    ["-- nothing", "there is no question"],
    ["/* nothing */;", "there is no question"],
    ["select 1; select 2", "one question at a time"],
    ["create temp table t as select 1", "only questions are answered"],
    ["explain pivot companies on ticker", "pivot … on … in (…)"],
    ["--nothing", "unknown option"],
  ])("that is none (%j) is wrong use, in a sentence", async (sql, sentence) => {
    const { code, warned } = await run(sql);
    expect([code, warned.join("\n")]).toEqual([2, expect.stringContaining(sentence)]);
  });

  test("that is wrong is 1 with DuckDB's reason, a missing extract 2 with what to do", async () => {
    const wrong = await run("select nothing from companies");
    expect([wrong.code, wrong.warned[0]]).toEqual([1, expect.stringContaining("nothing")]);
    const missing = await run("--from", join(out, "nowhere"), "select 1");
    expect([missing.code, missing.warned[0]]).toEqual([
      2,
      expect.stringContaining("npm run extract"),
    ]);
  });

  test("to an extract of a part is answered, and the part named", async () => {
    const part = await extract("2026-03-01");
    expect(await run("--from", part.to, "select count(*)::int n from companies")).toEqual({
      code: 0,
      printed: ["n", "1", "(1 row)"],
      warned: ["this extract is a part: 1 company with documents archived on 2026-03-01 or later"],
    });
  });
});

const questionsIn = async (input: Readable & { isTTY?: boolean }) => {
  let shown = "";
  const prompts = new PassThrough().on("data", (part) => (shown += part));
  const questions: string[] = [];
  for await (const one of questionsFrom(input, prompts)) questions.push(one);
  return { questions, shown };
};

test("questions that are sent end with a semicolon at the end of a line, or with the input", async () => {
  const sent = Readable.from(["-- two;\nselect 1,\n", "  ';' ;\n\n  \nfrom companies\n"]);
  expect(await questionsIn(sent)).toEqual({
    questions: ["-- two;\nselect 1,\n  ';' ;\n", "\n  \nfrom companies\n"],
    shown: "",
  });
  expect((await questionsIn(Readable.from([" ;\n"]))).questions).toEqual([]);
});

test("questions that are typed also end with an empty line, and quit ends them all", async () => {
  const typed = Object.assign(Readable.from(["select 1\n\nquit\nselect 2;\n"]), { isTTY: true });
  const { questions, shown } = await questionsIn(typed);
  expect(questions).toEqual(["select 1\n\n"]);
  expect(shown).toContain("tenk> ");
});

describe("a bound", () => {
  const { folder } = whole;

  test("of rows or of bytes ends an answer with the reason", async () => {
    await expect(queryExtract(folder, "from facts", { rowsMax: 100 })).rejects.toThrow(
      "more than 100 rows",
    );
    const long = "select repeat('x', 1000000) from range(3)";
    await expect(queryExtract(folder, long, { bytesMax: 2 ** 20 })).rejects.toThrow(
      "more than 1 MB",
    );
    expect((await queryExtract(folder, long)).rows.map(([text]) => String(text).length)).toEqual([
      1_000_000, 1_000_000, 1_000_000,
    ]);
  });

  // DuckDB cannot interrupt what one function does, nor what it finds out while it prepares a question.
  test.each([
    "select count(*) from facts a, facts b, facts c where a.value + b.value < c.value",
    "select repeat('x', 2000000000)",
  ])("of time ends %s, and leaves nothing behind", async (sql) => {
    const { code, warned } = await run("--timeout", "1", sql);
    expect([code, warned[0]]).toEqual([
      1,
      "error: there was no answer within 1 seconds: narrow the question, or --timeout",
    ]);
    const left = (await readdir(tmpdir())).filter((name) => /^tenk-query-\d/.test(name));
    expect(left.filter((name) => !isOfLiving(name))).toEqual([]);
  });

  test("is Ctrl-C, too", async () => {
    const ended = new AbortController();
    const sql = "select count(*) from facts a, facts b, facts c where a.value + b.value < c.value";
    const asked = askExtract({ folder, sql, secondsMax: 60 }, ended.signal);
    ended.abort();
    await expect(asked).rejects.toThrow("stopped");
  });
});

/** Other tests may ask at the same time. */
function isOfLiving(name: string): boolean {
  try {
    process.kill(Number(name.split("-")[2]), 0);
    return true;
  } catch {
    return false;
  }
}
