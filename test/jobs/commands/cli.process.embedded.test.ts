import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "#jobs/run-command.ts";
import { openDatabase } from "#schemas/database/db.ts";

const folder = await mkdtemp(join(tmpdir(), "tenk-cli-"));
const dataDir = join(folder, "data");
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Ran {
  code: number;
  out: string;
  err: string;
}

async function tenk(args: string[], env: Record<string, string> = {}): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommand(args, {
    env: { DATA_DIR: dataDir, ...env },
    print: (line) => out.push(`${line}\n`),
    warn: (line) => err.push(`${line}\n`),
    isInterrupted: () => false,
  });
  return { code, out: out.join(""), err: err.join("") };
}

test("help names every command and shows examples, and exits with 0", async () => {
  const all = await tenk(["--help"]);
  const ingest = await tenk(["ingest", "--help"]);

  expect(all.code).toBe(0);
  for (const name of ["migrate", "ingest", "rebuild", "jobs", "token", "admin"]) {
    expect(all.out).toMatch(new RegExp(`^  ${name}\\b`, "m"));
  }
  expect(ingest.code).toBe(0);
  expect(ingest.out).toContain("npm run ingest -- --ticker AAPL");
});

test.each([
  [["nonsense"], /unknown command/],
  [["ingest"], /say what to ingest/],
  [["ingest", "--all", "--ticker", "AAPL"], /exclude each other/],
  [["ingest", "--ticker", "AAPL", "--filed", "2024-01-01"], /describe a --file/],
  [["ingest", "--cik", "abc"], /one to ten digits/],
  [["ingest", "--all", "--since", "yesterday"], /such as 2025-01-31/],
  [["ingest", "--all", "--since", "2025-02-30"], /such as 2025-01-31/],
  [["explain", "AAPL", "revenue", "TTM", "--as-of", "2023-04-31"], /such as 2025-01-31/],
  [
    ["explain", "NOSUCH", "revenue", "TTM"],
    /no company has been ingested yet|no ingested company has/,
  ],
  [["ingest", "--file", "x", "--since", "2025-01-31"], /--since asks the source/],
  [["ingest", "--file", "x", "--accession", "12"], /accession number such as/],
  [["ingest", "--file", "x", "--source", "rumour"], /Allowed choices/],
  [["rebuild"], /say what to rebuild/],
  [["jobs", "list", "--limit", "0"], /from 1 to 10000/],
  [["token", "--email", "ann"], /must be an email address/],
])("a wrong call (%j) is told what is allowed and exits with 2", async (args, sentence) => {
  const { code, err } = await tenk(args);

  expect(err).toMatch(sentence);
  expect(err).not.toMatch(/\n\s+at /);
  expect(code).toBe(2);
});

test("a wrong setting is one clear sentence per mistake and exits with 1", async () => {
  const { code, err } = await tenk(["migrate"], { PORT: "99999", LOG_LEVEL: "loud" });

  expect(code).toBe(1);
  expect(err.trim().split("\n")).toEqual([
    "PORT must be a whole number from 0 to 65535",
    "LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent",
  ]);
});

test("while the server has the embedded database a command says in one sentence what to do", async () => {
  await tenk(["migrate"]);
  const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  await writeFile(join(dataDir, "tenk.lock"), String(other.pid));

  const { code, err } = await tenk(["rebuild", "--all"]);

  other.kill();
  await rm(join(dataDir, "tenk.lock"));
  expect(code).toBe(1);
  expect(err.trim()).toBe(
    `The embedded database in ${dataDir} is in use by process ${other.pid}: stop it (npm start) first, ` +
      "or set DATABASE_URL to a PostgreSQL server, which takes as many processes as you want.",
  );
});

test("companies are ingested with progress, found unchanged, rebuilt, and the runs are listed", async () => {
  const first = await tenk(["ingest", "--ticker", "aapl", "--cik", "19617"]);
  expect(first).toMatchObject({
    code: 0,
    out: "2 companies: 2 stored; 3 packages of filings fetched\n",
  });

  const again = await tenk(["ingest", "--ticker", "AAPL"]);
  expect(again).toMatchObject({ code: 0, out: "1 company: 1 unchanged\n" });

  const forced = await tenk(["rebuild", "--all", "--force"]);
  expect(forced).toMatchObject({ code: 0, out: "2 companies: 2 stored\n" });

  // Without fetching, not even a list of tickers: nothing answers at this address.
  const away = { EDGAR_DATA_URL: "http://127.0.0.1:9", EDGAR_WWW_URL: "http://127.0.0.1:9" };
  const offline = await tenk(["rebuild", "--ticker", "aapl", "19617", "--force"], away);
  expect(offline).toMatchObject({ code: 0, out: "2 companies: 2 stored\n" });
  expect(await tenk(["rebuild", "--ticker", "KO"], away)).toMatchObject({
    code: 2,
    err: "error: nothing is archived of KO: npm run ingest -- --help\n",
  });

  const { out } = await tenk(["jobs", "list", "--limit", "2", "--json"]);
  const runs = JSON.parse(out);
  expect(runs.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
    ["rebuild-company", "completed"],
    ["rebuild-company", "completed"],
  ]);
  expect((await tenk(["jobs", "list", "--failed"])).out).toBe("no job failed\n");
});

test("a company that nobody has makes the command fail, the others go on", async () => {
  const { code, out, err } = await tenk(["ingest", "--cik", "42", "19617"]);

  expect(out).toBe("2 companies: 1 not found, 1 unchanged\n");
  expect(err).toContain("CIK 42: the source has no documents of it");
  expect(code).toBe(1);
});

test("a source that has nothing of what it had makes ingest --all fail, and names each company", async () => {
  const empty = await mkdtemp(join(folder, "empty-"));
  const nothing = { EDGAR_DATA_URL: `file:${empty}`, EDGAR_WWW_URL: `file:${empty}` };
  const { code, err } = await tenk(["ingest", "--all"], { ...nothing, COMPANIES: "320193,19617" });

  for (const cik of [320193, 19617]) {
    expect(err).toMatch(new RegExp(`^CIK ${cik} failed: .+ no longer has .+companyfacts`, "m"));
  }
  expect(code).toBe(1);
  const { out } = await tenk(["jobs", "list", "--failed"]);
  expect(out).toContain("the source no longer has");
});

test("a ticker that the source does not have is refused with the source that was asked", async () => {
  const { code, err } = await tenk(["ingest", "--ticker", "KO"]);

  expect(err).toMatch(/the bundled sample of \d{4}-\d\d-\d\d has no company with the ticker KO: /);
  expect(code).toBe(2);
});

test("files that cannot be used are listed with their reason, the others are taken, and the exit code is 1", async () => {
  const good = join(folder, "good.json");
  const cut = join(folder, "cut.json");
  const text = join(folder, "notes.txt");
  const fact = {
    end: "2024-12-31",
    val: 5,
    accn: "0000000777-25-000001",
    fy: 2024,
    fp: "FY",
    form: "10-K",
    filed: "2025-02-01",
  };
  const facts = {
    "us-gaap": { Assets: { label: null, description: null, units: { USD: [fact] } } },
  };
  await writeFile(good, JSON.stringify({ cik: 777, entityName: "Seven Co", facts }));
  await writeFile(cut, '{"cik":777,"facts":{"us-gaap":{');
  await writeFile(text, "not a document");

  const { code, out, err } = await tenk([
    "ingest",
    "--file",
    good,
    cut,
    text,
    join(folder, "none"),
  ]);

  expect(out).toBe("4 files: 1 added, 0 known before, 3 refused; 1 company: 1 built\n");
  for (const name of ["cut.json", "notes.txt", "none"]) expect(err).toContain(name);
  expect(code).toBe(1);
});

test("an instance that is given again with its filing is built with that filing's date", async () => {
  const path = join(folder, "eight.xml");
  await writeFile(
    path,
    `<xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:us-gaap="http://fasb.org/us-gaap/2024"
      xmlns:iso4217="http://www.xbrl.org/2003/iso4217">
      <context id="c"><entity><identifier scheme="http://www.sec.gov/CIK">0000000888</identifier></entity>
        <period><instant>2024-12-31</instant></period></context>
      <unit id="usd"><measure>iso4217:USD</measure></unit>
      <us-gaap:Assets contextRef="c" unitRef="usd" decimals="0">5</us-gaap:Assets>
    </xbrl>`,
  );
  const filing = ["--accession", "0000000888-25-000001", "--filed", "2025-02-01"];

  const first = await tenk(["ingest", "--file", path]);
  const again = await tenk(["ingest", "--file", path, ...filing]);

  expect(first.out).toContain("1 added, 0 known before");
  expect(again.out).toBe("1 file: 0 added, 1 known before, 0 refused; 1 company: 1 built\n");
  const { out } = await tenk(["explain", "888", "total_assets", "2024FY"]);
  expect(out).toContain("filed 2025-02-01, accession 0000000888-25-000001");
});

test("a mistyped folder of a mirror is one sentence, not a regulator without companies", async () => {
  const address = "file:///no/such/folder";
  const { code, err } = await tenk(["ingest", "--ticker", "AAPL"], {
    EDGAR_DATA_URL: address,
    EDGAR_WWW_URL: address,
  });

  expect(err).toBe("EDGAR_DATA_URL: there is no folder /no/such/folder\n");
  expect(code).toBe(1);
});

test("a service ticker belongs to one company only", async () => {
  expect(await tenk(["admin", "service-ticker", "set", "AAPL", "tenk.one"])).toMatchObject({
    code: 0,
    out: "CIK 320193 answers to TENK-ONE\n",
  });

  const { code, err } = await tenk(["admin", "service-ticker", "set", "JPM", "TENK-ONE"]);

  expect(err).toContain("TENK-ONE is already the service ticker of Apple Inc.");
  expect(code).toBe(2);
});

test("a claim is granted once, to an account, and the company's documents say so [TRM-05]", async () => {
  const claim = (...args: string[]) => tenk(["admin", ...args]);
  expect(await claim("grant-claim", "AAPL", "ann@example.com")).toMatchObject({
    code: 2,
    err: expect.stringContaining("Account ann@example.com not found"),
  });
  await tenk(["token", "--email", "ann@example.com"]);
  expect(await claim("grant-claim", "AAPL", "ann@example.com")).toMatchObject({
    code: 0,
    out: "CIK 320193 belongs to ann@example.com\n",
  });

  const again = await claim("grant-claim", "AAPL", "ann@example.com");
  const decline = await claim("decline-claim", "AAPL");

  expect([again.code, again.err]).toEqual([2, expect.stringContaining("has an owner")]);
  expect([decline.code, decline.err]).toEqual([2, expect.stringContaining("Claim not found")]);
  expect((await storedTerminal("0000320193")).identity.claimStatus).toBe("claimed");
});

async function storedTerminal(cik: string): Promise<{ identity: { claimStatus: string } }> {
  const database = await openDatabase({ databaseUrl: null, dataDir });
  try {
    const { rows } = await database.pool.query(
      "select d.body from served_document d join company c on c.entity_id = d.entity_id where c.company_key = $1 and d.kind = 'terminal'",
      [cik],
    );
    return JSON.parse(gunzipSync(rows[0].body).toString()).data;
  } finally {
    await database.close();
  }
}

test("grant-admin makes no account of a mistyped address", async () => {
  await tenk(["token", "--email", "root@example.com"]);

  const mistyped = await tenk(["admin", "grant-admin", "rot@example.com"]);
  const known = await tenk(["admin", "grant-admin", "Root@example.com"]);

  expect(mistyped).toMatchObject({ code: 2, out: "" });
  expect(mistyped.err).toContain("no account has the address rot@example.com");
  expect(known).toMatchObject({ code: 0, out: "Root@example.com is now an administrator\n" });
  const database = await openDatabase({ databaseUrl: null, dataDir });
  const { rows } = await database.pool.query(
    "select email, is_admin from user_account where email like 'ro%t@example.com'",
  );
  await database.close();
  expect(rows).toEqual([{ email: "root@example.com", is_admin: true }]);
});
