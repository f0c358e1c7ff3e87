import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SourceError } from "#ingest/errors.ts";
import { createHttp, type Http, type HttpResult } from "#ingest/http.ts";
import { createEdgarSource } from "#ingest/sources/edgar/index.ts";
import { chooseInstance, findInstance } from "#ingest/sources/edgar/instance.ts";
import { listMirror } from "#ingest/sources/edgar/mirror.ts";
import * as urls from "#ingest/sources/edgar/urls.ts";
import { hasSharedEdgar, sharedEdgar } from "./edgar-shared.ts";

const filing = {
  cik: "0000320193",
  accession: "0000320193-25-000057",
  primaryDocument: "aapl-20250329.htm",
};

test("addresses are EDGAR's own", () => {
  expect(urls.submissionsUrl("320193")).toBe("https://data.sec.gov/submissions/CIK0000320193.json");
  expect(urls.submissionsPageUrl("CIK0000749647-submissions-001.json")).toBe(
    "https://data.sec.gov/submissions/CIK0000749647-submissions-001.json",
  );
  expect(urls.companyFactsUrl("0000320193")).toBe(
    "https://data.sec.gov/api/xbrl/companyfacts/CIK0000320193.json",
  );
  expect(urls.tickersUrl).toBe("https://www.sec.gov/files/company_tickers.json");
  expect(urls.tickersExchangeUrl).toBe("https://www.sec.gov/files/company_tickers_exchange.json");
  expect(urls.currentFeedUrl({ start: 100, count: 100 })).toBe(
    "https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent&count=100&start=100&type=&owner=include&output=atom",
  );
  expect(urls.dailyIndexUrl("2020-03-18")).toBe(
    "https://www.sec.gov/Archives/edgar/daily-index/2020/QTR1/form.20200318.idx",
  );
  expect(urls.dailyIndexUrl("2018-12-31", "master")).toBe(
    "https://www.sec.gov/Archives/edgar/daily-index/2018/QTR4/master.20181231.idx",
  );
  const folder = "https://www.sec.gov/Archives/edgar/data/320193/000032019325000057";
  expect(urls.filingListUrl(filing)).toBe(`${folder}/index.json`);
  expect(urls.filingFileUrl(filing, "aapl-20250329_htm.xml")).toBe(
    `${folder}/aapl-20250329_htm.xml`,
  );
});

test("a mirror stands in for either host, with the same paths", () => {
  const hosts = { data: "file:///mirror", www: "http://127.0.0.1:1/edgar" };

  expect(urls.locateUrl(urls.companyFactsUrl("1"), hosts)).toBe(
    "file:///mirror/api/xbrl/companyfacts/CIK0000000001.json",
  );
  expect(urls.locateUrl(urls.tickersUrl, hosts)).toBe(
    "http://127.0.0.1:1/edgar/files/company_tickers.json",
  );
  expect(urls.locateUrl("https://data.sec.gov.example/x", hosts)).toBe(
    "https://data.sec.gov.example/x",
  );
});

describe("the instance of a filing", () => {
  test.each([
    [
      "the one extracted from the primary document",
      ["other_htm.xml", "aapl-20250329_htm.xml", "aapl-20250329_lab.xml", "R1.xml"],
      "aapl-20250329_htm.xml",
    ],
    ["another extracted one", ["FilingSummary.xml", "x-1_htm.xml", "x-1_cal.xml"], "x-1_htm.xml"],
    [
      "a stand-alone one named like its schema",
      [
        "primary_doc.xml",
        "aapl-20100925.xml",
        "aapl-20100925.xsd",
        "aapl-20100925_pre.xml",
        "a.xml",
      ],
      "aapl-20100925.xml",
    ],
    ["a stand-alone one named by its period", ["data.xml", "wat-20240108.xml"], "wat-20240108.xml"],
    ["none", ["primary_doc.xml", "d10k.htm", "FilingSummary.xml", "form4.xml", "R2.xml"], null],
    ["never a path", ["../../x_htm.xml", "a/b_htm.xml"], null],
  ])("is %s", (_name, names, expected) => {
    expect(chooseInstance(names, filing.primaryDocument)).toBe(expected);
  });

  const answering = (answer: HttpResult): Pick<Http, "get"> => ({
    get: () => Promise.resolve(answer),
  });
  const listed = (names: string[]): HttpResult => ({
    status: "ok",
    body: Buffer.from(JSON.stringify({ directory: { item: names.map((name) => ({ name })) } })),
    contentType: null,
    etag: null,
    lastModified: null,
    fetchedAt: "2026-11-20T12:00:00.000Z",
  });
  const find = (answer: HttpResult, primaryDocument: string | null = filing.primaryDocument) =>
    findInstance(
      { http: answering(answer), hosts: urls.edgarHosts },
      { ...filing, primaryDocument },
    );

  test("is found in the list of its files, guessed where there is no list, and may be none", async () => {
    const absent: HttpResult = { status: "absent", httpStatus: 404 };

    expect(await find(listed(["x-20250329_htm.xml"]))).toBe(
      urls.filingFileUrl(filing, "x-20250329_htm.xml"),
    );
    expect(await find(listed(["aapl.pdf"]))).toBeNull();
    expect(await find(absent)).toBe(urls.filingFileUrl(filing, "aapl-20250329_htm.xml"));
    expect(await find(absent, "xslFormDX01/primary_doc.xml")).toBeNull();
    expect(await find(absent, null)).toBeNull();
    await expect(find({ ...listed([]), body: Buffer.from("[]") } as HttpResult)).rejects.toThrow(
      "filing folder: the document",
    );
  });
});

const atom = (...filings: [accession: string, filed: string][]) =>
  `<feed>${filings
    .map(
      ([accession, filed]) => `<entry><title>8-K - A (0000000001) (Filer)</title>
<summary>&lt;b&gt;Filed:&lt;/b&gt; ${filed}</summary><updated>${filed}T18:02:43-05:00</updated>
<category term="8-K"/><id>urn:accession-number=${accession}</id></entry>`,
    )
    .join("")}</feed>`;

const dayIndex = (...accessions: string[]) =>
  [
    "CIK|Company Name|Form Type|Date Filed|File Name",
    "-".repeat(80),
    ...accessions.map((accession) => `1|A|8-K|20261118|edgar/data/1/${accession}.txt`),
  ].join("\n");

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe("the source", () => {
  const now = () => new Date("2026-11-20T12:00:00Z");
  const source = (pages: Record<string, string>) => {
    const asked: string[] = [];
    const http: Pick<Http, "get"> = {
      async get(url) {
        asked.push(url);
        const body = pages[url];
        if (body === undefined) return { status: "absent", httpStatus: 403 };
        const head = { contentType: null, etag: null, lastModified: null, fetchedAt: "" };
        return { status: "ok", body: Buffer.from(body), ...head };
      },
    };
    return { asked, edgar: createEdgarSource({ http, hosts: urls.edgarHosts, now, via: null }) };
  };
  const [a, b, c, d] = ["1", "2", "3", "4"].map((n) => `0000000001-26-00000${n}`) as [
    string,
    string,
    string,
    string,
  ];
  const feedPage = (start: number) => urls.currentFeedUrl({ start, count: 100 });

  test("lists the days since a date from their indexes and the newest ones from the feed", async () => {
    const { asked, edgar } = source({
      [urls.dailyIndexUrl("2026-11-18")]: dayIndex(a, b),
      [feedPage(0)]: atom([d, "2026-11-20"], [c, "2026-11-19"]),
      [feedPage(100)]: atom([b, "2026-11-18"], ["0000000001-26-000000", "2026-11-13"]),
      [feedPage(200)]: atom(["0000000001-25-000009", "2026-11-12"]),
      [feedPage(300)]: atom(["0000000001-25-000008", "2026-11-12"]),
    });

    const found = await collect(edgar.list("2026-11-17"));

    expect(found.map(({ accession }) => accession)).toEqual([a, b, d, c, b]);
    expect(asked).not.toContain(feedPage(300));
    expect(asked.filter((url) => url.includes("daily-index")).length).toBe(4);
  });

  test("fails when not even the first page of the feed is served, instead of listing nothing", async () => {
    const { edgar } = source({});

    await expect(collect(edgar.list("2026-11-20"))).rejects.toThrow(SourceError);
  });

  test("reads each kind of document and refuses one of another company", () => {
    const { edgar } = source({});
    const facts = {
      url: urls.companyFactsUrl("320193"),
      kind: "companyfacts",
      cik: "0000320193",
    } as const;
    const body = Buffer.from(
      JSON.stringify({
        cik: 320193,
        entityName: "Apple Inc.",
        facts: {
          "us-gaap": {
            Assets: {
              label: "Assets",
              description: "",
              units: {
                USD: [
                  {
                    end: "2024-09-28",
                    val: 364980000000,
                    accn: "0000320193-24-000123",
                    fy: 2024,
                    fp: "FY",
                    form: "10-K",
                    filed: "2024-11-01",
                  },
                ],
              },
            },
          },
        },
      }),
    );

    expect(edgar.description.parse(facts, body, new Set(["us-gaap:Assets"]))).toMatchObject({
      kind: "facts",
      parsed: { cik: "0000320193", facts: [{ tag: "Assets", value: "364980000000" }] },
    });
    expect(() => edgar.description.parse({ ...facts, cik: "0000000001" }, body, new Set())).toThrow(
      "the document is of CIK 0000320193, not 0000000001",
    );
  });
});

describe("a mirror in a directory", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tenk-mirror-"));
    const archive = "Archives/edgar/data/320193/000119312510238044";
    for (const path of [
      "submissions/CIK0000000002.json",
      "submissions/CIK0000000002-submissions-001.json",
      "submissions/CIK0000000003.json.gz",
      "submissions/notes.txt",
      "api/xbrl/companyfacts/CIK0000000001.json.gz",
      "api/xbrl/companyfacts/CIK0000000003.json",
      "api/xbrl/companyfacts/CIK3.json",
      `${archive}/aapl-20100925.xml.gz`,
      `${archive}/aapl-20100925.xsd`,
    ]) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), gzipSync("{}"));
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("has every company with a filing index or with facts, once", async () => {
    expect(await listMirror(pathToFileURL(folder).href)).toEqual([
      "0000000001",
      "0000000002",
      "0000000003",
    ]);
    expect(await listMirror(pathToFileURL(join(folder, "Archives")).href)).toEqual([]);
    await expect(listMirror(pathToFileURL(join(folder, "typo")).href)).rejects.toThrow(
      "there is no such directory",
    );
  });

  test("lists a filing's files by itself", async () => {
    const root = pathToFileURL(folder).href;
    const budget = { take: () => Promise.reject(), hold: () => Promise.reject() };
    const http = createHttp({
      userAgent: "Tenk Tests tests@example.com",
      budget,
      fileRoots: [root],
    });
    const old = {
      cik: "0000320193",
      accession: "0001193125-10-238044",
      primaryDocument: "d10k.htm",
    };

    expect(await findInstance({ http, hosts: { data: root, www: root } }, old)).toBe(
      urls.filingFileUrl(old, "aapl-20100925.xml"),
    );
  });

  test.skipIf(!hasSharedEdgar)(
    "of real files has 98 companies, some without facts, some without filings",
    async () => {
      const ciks = await listMirror(pathToFileURL(sharedEdgar).href);

      expect(ciks).toContain("0000022701");
      expect(ciks).toContain("0000940418");
      expect(ciks.length).toBe(98);
    },
  );
});
