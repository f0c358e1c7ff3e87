import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, describe, expect, test } from "vitest";
import { openPrices } from "#api/clients/prices/prices.ts";
import { readCloses } from "#api/clients/prices/read-closes.ts";
import { readPrices } from "#schemas/config/price-settings.ts";

const folder = await mkdtemp(join(tmpdir(), "tenk-prices-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const rules = { ticker: null, isAdjusted: null, rowsMax: 100 };
const read = (text: string, more: object = {}) =>
  readCloses(Readable.from([Buffer.from(text)]), { ...rules, ...more });
const open = (url: string, more: object = {}) =>
  openPrices({ url, isAdjusted: null }, { checkMs: 0, ...more });
const since = "2000-01-01";

describe("a file of closes", () => {
  test("answers the newest close on or before the day, and never a later one [MOD-65]", async () => {
    const path = join(folder, "closes.csv");
    await writeFile(
      path,
      "ticker,date,close,currency\nAAPL,2026-02-20,250.5,USD\nAAPL,2026-02-18,240,USD\nTSM,2026-02-19,1000,TWD\n",
    );
    const prices = open(path);
    const at = (ticker: string, day: string) => prices.closeOn(ticker, day, since);
    expect(await at("AAPL", "2026-02-19")).toMatchObject({
      state: "available",
      close: { date: "2026-02-18", value: 240, currency: "USD", isAdjusted: false },
    });
    expect(await at("aapl", "2026-02-20")).toMatchObject({ close: { value: 250.5 } });
    expect(await at("TSM", "2026-03-01")).toMatchObject({ close: { currency: "TWD" } });
    for (const [ticker, day] of [
      ["AAPL", "2026-02-17"],
      ["MSFT", "2026-02-20"],
    ] as const) {
      expect(await at(ticker, day)).toEqual({
        state: "unavailable",
        reason: `The provider has no close of ${ticker} on or before ${day}.`,
      });
    }
  });

  test.each([
    ["", "line 1: the file is empty"],
    ["ticker,day,close\n", "line 1: the columns ticker, date, close are needed; missing: date"],
    ["ticker,date,close,close\n", "line 1: the column close is there twice"],
    [
      "ticker,date,close\nA,2026-02-30,1",
      'line 2, column date: "2026-02-30" is no day written YYYY-MM-DD',
    ],
    [
      "ticker,date,close\nA,02/03/2026,1",
      'line 2, column date: "02/03/2026" is no day written YYYY-MM-DD',
    ],
    [
      "ticker,date,close\n\nA,2026-02-03,-1",
      'line 3, column close: "-1" is no positive decimal number',
    ],
    [
      "ticker,date,close\nA,2026-02-03,1e3",
      'line 2, column close: "1e3" is no positive decimal number',
    ],
    [
      "ticker,date,close\nA,2026-02-03,NaN",
      'line 2, column close: "NaN" is no positive decimal number',
    ],
    ["ticker,date,close\n=A,2026-02-03,1", 'line 2, column ticker: "=A" is no ticker'],
    ["ticker,date,close\n../A,2026-02-03,1", 'line 2, column ticker: "../A" is no ticker'],
    [
      "ticker,date,close\nA,2026-02-03,1\nA,2026-02-03,2",
      "line 3, column date: A has this day on line 2 already",
    ],
    [
      "ticker,date,close,currency\nA,2026-02-03,1,dollar",
      'line 2, column currency: "DOLLAR" is no currency of three letters',
    ],
    [
      "ticker,date,close,currency\nA,2026-02-03,1,USD\nA,2026-02-04,1,EUR",
      'line 3, column currency: "EUR" differs from "USD" before it',
    ],
    ['ticker,date,close\nA,2026-02-03,"1', "line 2: not CSV (CSV_QUOTE_NOT_CLOSED)"],
    [
      `ticker,date,close\nA,2026-02-03,${"1".repeat(20_000)}`,
      "line 2: not CSV (CSV_MAX_RECORD_SIZE)",
    ],
  ])("%j is refused [MOD-66]", async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  test("more rows than are held are refused, with the way out", async () => {
    const rows = [1, 2, 3].map((day) => `A,2026-02-0${day},1`).join("\n");
    await expect(read(`ticker,date,close\n${rows}`, { rowsMax: 2 })).rejects.toThrow(
      "line 4: more than 2 rows; use a folder with one file per ticker",
    );
  });

  test("a file that becomes unreadable says so in the answer, and is read again when it is mended", async () => {
    const path = join(folder, "changing.csv");
    const prices = open(path);
    const ask = () => prices.closeOn("A", "2026-02-03", since);
    expect(await ask()).toMatchObject({
      state: "unavailable",
      reason: expect.stringContaining("is not there"),
    });
    await writeFile(path, "ticker,date,close\nA,2026-02-03,oops\n");
    expect(await ask()).toEqual({
      state: "unavailable",
      reason: 'Prices in changing.csv: line 2, column close: "oops" is no positive decimal number.',
    });
    await writeFile(path, "ticker,date,close\nA,2026-02-03,7\n");
    await utimes(path, 1, 1);
    expect(await ask()).toMatchObject({ close: { value: 7 } });
    await writeFile(path, "ticker,date,close\nA,2026-02-03,8\n");
    await utimes(path, 2, 2);
    expect(await ask()).toMatchObject({ close: { value: 8 } });
  });
});

describe("a folder of common exports", () => {
  const root = join(folder, "each");
  const header = "Date,Open,High,Low,Close,Adj Close,Volume";

  test("has a file per ticker, whose closes have later splits taken out", async () => {
    await mkdir(root, { recursive: true });
    await writeFile(
      join(root, "AAPL.csv"),
      `\ufeff${header}\n2026-02-18,1,1,1,240.25,230,100\n2026-02-19,null,null,null,null,null,null\n`,
    );
    const answer = await open(root).closeOn("AAPL", "2026-02-19", since);
    expect(answer).toMatchObject({
      close: { date: "2026-02-18", value: 240.25, currency: "USD", isAdjusted: true, jump: null },
    });
    expect(await open(root).closeOn("../AAPL", "2026-02-19", since)).toMatchObject({
      state: "unavailable",
    });
  });

  test("a file of another ticker is refused", async () => {
    await writeFile(join(root, "MSFT.csv"), "ticker,date,close\nAAPL,2026-02-18,1\n");
    expect(await open(root).closeOn("MSFT", "2026-02-19", since)).toMatchObject({
      reason: 'Prices in MSFT.csv: line 2, column ticker: "AAPL" in the file of MSFT.',
    });
  });

  test("a file that is there and cannot be read is a failure, not a ticker without closes", async () => {
    await symlink("LOOP.csv", join(root, "LOOP.csv"));
    expect(await open(root).closeOn("LOOP", "2026-02-19", since)).toEqual({
      state: "unavailable",
      reason: "LOOP.csv cannot be read (ELOOP).",
    });
  });

  test("a folder that is made after the first question is read", async () => {
    const later = join(folder, "later");
    const prices = open(later);
    expect(await prices.closeOn("NEW", "2026-02-19", since)).toMatchObject({
      reason: expect.stringContaining("is not there"),
    });
    await mkdir(later);
    await writeFile(join(later, "NEW.csv"), "date,close\n2026-02-18,12\n");
    expect(await prices.closeOn("NEW", "2026-02-19", since)).toMatchObject({
      close: { value: 12 },
    });
  });

  test("closes as traded tell a jump that may be a split", async () => {
    await writeFile(
      join(root, "NVDA.csv"),
      "date,close\n2024-06-06,1209.98\n2024-06-07,1208.88\n2024-06-10,121.79\n",
    );
    const answer = await open(root).closeOn("NVDA", "2024-06-11", "2024-04-28");
    expect(answer).toMatchObject({ close: { isAdjusted: false, jump: { date: "2024-06-10" } } });
    expect(await open(root).closeOn("NVDA", "2024-06-07", "2024-04-28")).toMatchObject({
      close: { jump: null },
    });
  });

  test("closes held are bounded: the tickers asked for last stay", async () => {
    const many = join(folder, "many");
    await mkdir(many, { recursive: true });
    for (const ticker of ["A", "B", "C"]) {
      await writeFile(join(many, `${ticker}.csv`), "date,close\n2026-01-01,1\n2026-01-02,2\n");
    }
    const prices = open(many, { rowsMax: 3 });
    for (const ticker of ["A", "B", "C", "A", "B", "C"]) {
      expect(await prices.closeOn(ticker, "2026-01-05", since)).toMatchObject({
        close: { value: 2 },
      });
    }
  });
});

describe("an address", () => {
  let answers = 0;
  const server = createServer((request, response) => {
    answers += 1;
    if (request.url === "/each/AAPL.csv") response.end("date,close\n2026-02-18,5\n");
    else if (request.url === "/broken?key=secret") response.writeHead(500).end();
    else response.writeHead(404).end();
  });
  const ready = new Promise<string>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });
  afterAll(() => server.close());

  test("with {ticker} is asked once for each while the answer is fresh", async () => {
    const base = await ready;
    let now = 0;
    const prices = open(`${base}/each/{ticker}.csv`, { addressMs: 100, now: () => now });
    const ask = (ticker: string) => prices.closeOn(ticker, "2026-02-18", since);
    expect(await ask("AAPL")).toMatchObject({ close: { value: 5 } });
    await ask("AAPL");
    expect(answers).toBe(1);
    now = 100;
    await ask("AAPL");
    expect(answers).toBe(2);
    expect(await ask("MSFT")).toMatchObject({
      reason: expect.stringContaining("no close of MSFT"),
    });
  });

  test("a failure names the host and no secret", async () => {
    const base = await ready;
    const answer = await open(`${base}/broken?key=secret`).closeOn("A", "2026-02-18", since);
    const reason = `The provider of prices at ${new URL(base).host} answers 500.`;
    expect(answer).toEqual({ state: "unavailable", reason });
  });
});

describe("the settings", () => {
  test.each(["ftp://example.com/x", "s3://bucket/x"])("%s is refused", async (PRICES_URL) => {
    const { readConfig } = await import("#schemas/config/config.ts");
    expect(() => readConfig({ PRICES_URL })).toThrow("PRICES_URL must be a CSV file");
  });

  test("PRICES_CLOSES needs PRICES_URL", () => {
    expect(() => readPrices({ PRICES_CLOSES: "adjusted" })).toThrow("needs PRICES_URL");
    expect(readPrices({ PRICES_URL: "file:/data/p.csv", PRICES_CLOSES: "as_traded" })).toEqual({
      url: "/data/p.csv",
      isAdjusted: false,
    });
  });
});
