import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { openFileStore } from "#api/clients/files.ts";
import { decideFiling } from "#api/modules/filings/service.ts";
import { openPlatform } from "#api/platform.ts";
import { queryExtract } from "#ingest/extracts/query-extract.ts";
import { testApp } from "../../helpers/app.ts";
import { writeWhole } from "../../helpers/companies/extract.ts";
import { openTestDatabase } from "../../helpers/database.ts";
import { runWalk } from "../../helpers/endpoints/walk.ts";
import { inlineJobs } from "../../helpers/inline-jobs.ts";
import { openTestPipeline } from "../../helpers/pipeline.ts";

const database = await openTestDatabase();
const pipeline = await openTestPipeline({ database });
const folder = await mkdtemp(join(tmpdir(), "tenk-filings-walk-"));
afterAll(() => rm(folder, { recursive: true }));
const now = () => new Date("2026-02-20T12:00:00Z");
const log = pino({ level: "silent" });
const publicUrl = "http://localhost:3000";
const jobs = inlineJobs({
  ...{ database, mails: [], enqueued: [], log, now, publicUrl, ingest: pipeline.context },
});
const files = openFileStore(folder);
const app = await testApp({ database, jobs, now, files });
const platform = openPlatform({ db: database.db, jobs, log, now, files, publicUrl });

/** The commands of the guide, done in this process: the database is open here. */
const commands: readonly [RegExp, (found: RegExpExecArray) => Promise<string>][] = [
  [
    /^run admin -- filing (verify|reject) (\S+)$/,
    async ([, act, id = ""]) => {
      const row = await decideFiling(platform, id, act as "verify" | "reject");
      return `filing ${id} is ${row.status}`;
    },
  ],
  [
    /^run extract$/,
    async () => {
      extract = (await writeWhole(pipeline.extractStore)).folder;
      return extract;
    },
  ],
  [
    /^run --silent query -- --format csv (.+)$/,
    async ([, sql = ""]) => (await queryExtract(extract, sql)).rows.join("\n"),
  ],
];
let extract = "";

async function runCommand(line: string): Promise<string> {
  for (const [pattern, run] of commands) {
    const found = pattern.exec(line);
    if (found !== null) return run(found);
  }
  throw new Error(`the guide has another command: npm ${line}`);
}

const hasPython = isThere("python3");

function isThere(program: string): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

test("docs/reports-and-filings.md runs as it stands [FIL-01] [FIL-03] [FIL-11] [FIL-13] [DOC-01] [DOC-11] [REP-02] [REP-26] [EXE-07] [EXE-13]", async () => {
  const shim = createServer(async (request, response) => {
    const line = await text(request);
    response.end(await runCommand(line).catch((error: Error) => `INTERNAL_SERVER_ERROR ${error}`));
  });
  await new Promise<void>((done) => shim.listen(0, "127.0.0.1", done));
  const bashEnv = join(folder, "bash-env");
  await writeFile(bashEnv, 'npm() { curl -s --data-binary "$*" "$COMMANDS"; }\n');
  const { authorization } = await app.signIn("ann@example.com");
  try {
    await runWalk(app, "reports-and-filings.md", {
      ANN: authorization.replace("Bearer ", ""),
      BASH_ENV: bashEnv,
      COMMANDS: `http://127.0.0.1:${(shim.address() as AddressInfo).port}`,
    });
  } finally {
    shim.close();
  }
});

test.skipIf(!hasPython)(
  "docs/verify-chain.py finds chains whole, and every edit of one (skipped without python3) [FIL-11] [FIL-12]",
  async () => {
    const headers = await app.signIn("bob@example.com");
    const post = (url: string, payload: object) =>
      app.send({ method: "POST", url, headers, payload });
    const entityId = (await post("/api/v1/entities", { name: "Chain" })).json().id as string;
    const chainOf = async (schemaType: string, contents: readonly object[]) => {
      for (const content of contents) {
        const body = { entityId, schemaType, reportingPeriodId: "2024FY", content, submit: true };
        expect((await post("/api/v1/filings", body)).json().data.issues).toEqual([]);
      }
      const url = `/api/v1/filings/chain/${entityId}/${schemaType}`;
      return (await app.get(url, headers)).json().data;
    };
    const fields = { revenue: "1.50", net_income: null };
    const chain = await chainOf("income_statement", [
      { currency: "USD", fields },
      { fields: { net_income: "7", revenue: "0" }, currency: "EUR" },
      { currency: "USD", fields: { revenue: "-3" } },
    ]);
    const label = 'Ünïcode \u2028 🌱 \u0001 "quoted" \\ / é';
    const odd = await chainOf("financial_supplement", [supplement(label), supplement("ﬁ")]);
    expect(verify(chain)).toBe("3 filings, the chain is whole\n");
    expect(verify(odd)).toBe("2 filings, the chain is whole\n");
    for (const edit of edits) {
      const edited = structuredClone(chain);
      edit(edited);
      expect(verify(edited)).toContain("broken at version");
    }
  },
);

const edits: readonly ((chain: Record<string, unknown>[]) => void)[] = [
  ([first]) => Object.assign(first ?? {}, { content: {} }),
  ([, second]) => Object.assign(second ?? {}, { reportingPeriodId: "2025FY" }),
  ([, , third]) => Object.assign(third ?? {}, { entityId: "0b7c1a58" }),
  ([, , third]) => Object.assign(third ?? {}, { previousFilingId: null }),
  (chain) => chain.splice(1, 1),
  (chain) => chain.reverse(),
];

/** What the script says of a chain; the reason where it ends with an error. */
function verify(data: unknown): string {
  const script = join(import.meta.dirname, "../../../docs/verify-chain.py");
  try {
    const input = JSON.stringify({ data });
    return execFileSync("python3", [script], { input, encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    return String((error as { stderr?: string }).stderr);
  }
}

/** A supplement whose figure has this label. */
const supplement = (label: string) => ({
  figures: [{ label, value: "-0.5", unit: "EUR", periodEnd: "2024-12-31", note: label }],
});
