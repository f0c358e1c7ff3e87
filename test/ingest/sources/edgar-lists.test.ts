import { describe, expect, test } from "vitest";
import { ParseError } from "#ingest/errors.ts";
import { parseCurrentFeed } from "#ingest/sources/edgar/current-feed.ts";
import { parseDailyIndex } from "#ingest/sources/edgar/daily-index.ts";
import { parseTickers } from "#ingest/sources/edgar/tickers.ts";
import { hasSharedEdgar, readShared } from "./edgar-shared.ts";

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));

describe("ticker lists", () => {
  test("the plain one is in order of its ranks, not of its text", () => {
    const body = Buffer.from(
      '{"10":{"cik_str":1067983,"ticker":"brk-b","title":"BERKSHIRE\u00a0HATHAWAY INC"},' +
        '"2":{"cik_str":1652044,"ticker":"GOOG","title":"Alphabet Inc."},' +
        '"0":{"cik_str":"1652044","ticker":"GOOGL","title":"Alphabet Inc."}}',
    );

    expect(parseTickers(body)).toEqual([
      { cik: "0001652044", ticker: "GOOGL", name: "Alphabet Inc.", exchange: null },
      { cik: "0001652044", ticker: "GOOG", name: "Alphabet Inc.", exchange: null },
      { cik: "0001067983", ticker: "BRK-B", name: "BERKSHIRE HATHAWAY INC", exchange: null },
    ]);
  });

  test("the one with exchanges is read by its field names", () => {
    const body = bytes({
      fields: ["exchange", "name", "cik", "ticker", "lei"],
      data: [
        ["Nasdaq", "Apple Inc.", 320193, "AAPL", "x"],
        [null, "Somebody Ltd", 1, "SMBDF", "y"],
      ],
    });

    expect(parseTickers(body)).toEqual([
      { cik: "0000320193", ticker: "AAPL", name: "Apple Inc.", exchange: "Nasdaq" },
      { cik: "0000000001", ticker: "SMBDF", name: "Somebody Ltd", exchange: null },
    ]);
  });

  test.each([
    ["data[0]: ticker", { fields: ["cik", "name", "ticker"], data: [[1, "A", 7]] }],
    ["fields: has no ticker", { fields: ["cik", "name"], data: [] }],
    ["0.cik_str", { 0: { cik_str: "Apple", ticker: "A", title: "A" } }],
    ["ticker list", { first: { cik_str: 1, ticker: "A", title: "A" } }],
    ["ticker list", []],
  ])("a changed one is refused at %s", (where, document) => {
    expect(() => parseTickers(bytes(document))).toThrow(ParseError);
    expect(() => parseTickers(bytes(document))).toThrow(where);
  });

  test.skipIf(!hasSharedEdgar)("the real ones are read whole, the largest company first", () => {
    const plain = parseTickers(readShared("files/company_tickers.json"));
    const table = parseTickers(readShared("files/company_tickers_exchange.json"));

    expect([plain.length, table.length]).toEqual([10_391, 10_089]);
    expect(plain.slice(0, 3).map(({ ticker }) => ticker)).toEqual(["NVDA", "GOOGL", "AAPL"]);
    expect(table.find(({ ticker }) => ticker === "BRK-B")).toEqual({
      cik: "0001067983",
      ticker: "BRK-B",
      name: "BERKSHIRE HATHAWAY INC",
      exchange: "NYSE",
    });
  });
});

const entry = (
  options: { cik?: string; role?: string; accession?: string; form?: string } = {},
) => {
  const {
    cik = "0001673743",
    role = "Issuer",
    accession = "0002063236-25-000004",
    form = "4",
  } = options;
  return `<entry>
<title>${form} - M\u00fcller &amp; S\u00f6hne (Holding) (${cik}) (${role})</title>
<link rel="alternate" type="text/html" href="https://www.sec.gov/Archives/edgar/data/1/x-index.htm"/>
<summary type="html">
 &lt;b&gt;Filed:&lt;/b&gt; 2025-12-12 &lt;b&gt;AccNo:&lt;/b&gt; ${accession} &lt;b&gt;Size:&lt;/b&gt; 10 KB
</summary>
<updated>2025-12-12T18:02:43-05:00</updated>
<category scheme="https://www.sec.gov/" label="form type" term="${form}"/>
<id>urn:tag:sec.gov,2008:accession-number=${accession}</id>
</entry>`;
};
const feed = (...entries: string[]) =>
  Buffer.from(
    `<?xml version="1.0" encoding="ISO-8859-1" ?>\n<feed xmlns="http://www.w3.org/2005/Atom"><title>Latest</title>${entries.join("\n")}</feed>`,
    "latin1",
  );

describe("the feed of newest filings", () => {
  test("names each filing once per company, whatever roles it has there", () => {
    const body = feed(
      entry({ cik: "0002063236", role: "Reporting" }),
      entry(),
      entry({ role: "Reporting" }),
      entry({
        accession: "0000320193-25-000079",
        cik: "0000320193",
        role: "Filer",
        form: "10-K/A",
      }),
    );

    expect(parseCurrentFeed(body)).toEqual([
      {
        accession: "0002063236-25-000004",
        cik: "0002063236",
        form: "4",
        filed: "2025-12-12",
        updated: "2025-12-12T23:02:43.000Z",
      },
      expect.objectContaining({ accession: "0002063236-25-000004", cik: "0001673743" }),
      expect.objectContaining({ accession: "0000320193-25-000079", form: "10-K/A" }),
    ]);
  });

  test("without entries it is an empty list", () => {
    expect(parseCurrentFeed(feed())).toEqual([]);
  });

  test.each([
    ["cut", feed(entry()).subarray(0, 500)],
    ["another document", Buffer.from("<rss><channel/></rss>")],
    ["a page", Buffer.from("<!DOCTYPE html><html><body>File Unavailable</body></html>")],
    ["an entry without accession", feed(entry().replace("accession-number=0", "x=0"))],
    ["an entry without company", feed(entry().replace("(0001673743)", ""))],
    ["an entry without date", feed(entry().replace("2025-12-12 &lt;", "&lt;"))],
    [
      "an entry with an impossible date",
      feed(entry().replace("2025-12-12 &lt;", "2025-02-30 &lt;")),
    ],
    ["an entry without form", feed(entry().replace(/<category.*>/, ""))],
    [
      "an entity bomb",
      Buffer.from(
        `<!DOCTYPE feed [<!ENTITY a "${"x".repeat(1000)}"><!ENTITY b "${"&a;".repeat(1000)}">]><feed>&b;</feed>`,
      ),
    ],
    ["deep nesting", Buffer.from(`${"<a>".repeat(100_000)}${"</a>".repeat(100_000)}`)],
  ])("%s is refused", (_name, body) => {
    expect(() => parseCurrentFeed(body)).toThrow(ParseError);
  });

  test.skipIf(!hasSharedEdgar)(
    "the real pages have 50 and 73 filings among their 100 entries",
    () => {
      const filings = (path: string) =>
        new Set(
          parseCurrentFeed(readShared(`cgi-bin/browse-edgar/${path}`)).map(
            ({ accession }) => accession,
          ),
        ).size;

      expect(filings("getcurrent-2025-12-12/count-100-start-0000.atom")).toBe(50);
      expect(filings("getcurrent-2026-01-12/count-100-start-0000.atom")).toBe(73);
      expect(filings("getcurrent-count-40.atom")).toBe(15);
    },
  );
});

describe("daily indexes", () => {
  const rule = "-".repeat(141);
  const path = "edgar/data/320193/0000320193-24-000123.txt";
  const expected = {
    accession: "0000320193-24-000123",
    cik: "0000320193",
    name: "Apple Inc.",
    form: "10-K",
    filed: "2024-11-01",
  };
  const byForm = [
    "Description:           Daily Index of EDGAR Dissemination Feed by Form Type",
    " ",
    `Form Type   ${"Company Name".padEnd(62)}CIK         Date Filed  File Name`,
    rule,
    `${"10-K".padEnd(12)}${"Apple Inc.".padEnd(62)}${"320193".padEnd(12)}20241101    ${path}         `,
    `${"SC 13D/A".padEnd(12)}${"X".repeat(61)} 1           20241101    edgar/data/1/0000000001-24-000001.txt`,
    "",
  ];

  test("by form: the columns are where the head line says", () => {
    expect(parseDailyIndex(Buffer.from(byForm.join("\n")))).toEqual([
      expected,
      {
        accession: "0000000001-24-000001",
        cik: "0000000001",
        name: "X".repeat(61),
        form: "SC 13D/A",
        filed: "2024-11-01",
      },
    ]);
  });

  test("by company, with the head line broken in two", () => {
    const body = [
      "Description:           Daily Index of EDGAR Dissemination Feed by Company Name",
      `${"Company Name".padEnd(62)}Form Type   CIK`,
      "      Date Filed  File Name",
      rule,
      `${"Apple Inc.".padEnd(62)}${"10-K".padEnd(12)}${"320193".padEnd(12)}20241101    ${path}`,
    ].join("\r\n");

    expect(parseDailyIndex(Buffer.from(body))).toEqual([expected]);
  });

  test("master: bars, also inside a name, and dates of either notation", () => {
    const body = [
      "Cloud HTTP:            https://www.sec.gov/Archives/",
      "CIK|Company Name|Form Type|Date Filed|Filename",
      "-".repeat(80),
      `320193|Apple Inc.|10-K|20241101|${path}`,
      "7|A | B|8-K|2024-11-01|edgar/data/7/0000000007-24-000001.txt",
    ].join("\n");

    expect(parseDailyIndex(Buffer.from(body))).toEqual([
      expected,
      expect.objectContaining({ cik: "0000000007", name: "A | B", form: "8-K" }),
    ]);
  });

  test("of a day without filings is empty", () => {
    expect(parseDailyIndex(Buffer.from(byForm.slice(0, 4).join("\n")))).toEqual([]);
  });

  test.each([
    ["no line of dashes", ["Form Type   Company Name"]],
    ["columns", ["Name  Form  Number", rule]],
    ["line 5", [...byForm.slice(0, 4), "10-K        Apple Inc."]],
    ["line 5", [...byForm.slice(0, 4), (byForm[4] ?? "").replace("20241101", "20241301")]],
    ["line 5", [...byForm.slice(0, 4), (byForm[4] ?? "").replace("0000320193-24", "320193-24")]],
  ])("that differs is refused, naming %s", (where, lines) => {
    const parse = () => parseDailyIndex(Buffer.from(lines.join("\n")));

    expect(parse).toThrow(ParseError);
    expect(parse).toThrow(where);
  });

  test.skipIf(!hasSharedEdgar)("the real ones are read whole in all three orders", () => {
    const folder = "Archives/edgar";
    const read = (path: string) => parseDailyIndex(readShared(`${folder}/${path}`));

    expect(read("daily-index/2020/QTR1/form.20200318.idx").length).toBe(4_084);
    const byCompany = read("daily-index/2022/QTR4/company.20221003.idx");
    expect(byCompany.length).toBe(4_925);
    expect(byCompany[2]).toEqual({
      accession: "0001104659-22-104841",
      cik: "0001779476",
      name: "36Kr Holdings Inc.",
      form: "SC 13D/A",
      filed: "2022-10-03",
    });
    expect(read("daily-index/2018/QTR4/master.20181231.idx").length).toBe(10);
    expect(read("full-index/1993/QTR4/master.idx").length).toBe(20);
    expect(read("full-index/empty-form.idx")).toEqual([]);
  });
});
