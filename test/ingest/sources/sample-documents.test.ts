import { XMLParser } from "fast-xml-parser";
import { afterEach, describe, expect, test } from "vitest";
import {
  type Answer,
  closeAll,
  example,
  exampleOptions,
  factsPath,
  filing,
  get,
  start,
  submissionsPath,
} from "./sample-client.ts";

afterEach(closeAll);

describe("documents", () => {
  test("company facts are in the regulator's form, every value with its own digits [PIP-03]", async () => {
    const { status, headers, text } = await get(await start(exampleOptions), factsPath);

    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/json");
    const tail0 =
      '"accn":"0000000042-24-000995","fy":2023,"fp":"FY","form":"10-K","filed":"2024-02-25"}';
    const tail1 =
      '"accn":"0000000042-24-000999","fy":null,"fp":null,"form":"10-K/A","filed":"2024-02-29"}';
    expect(text).toBe(
      [
        '{"cik":42,"entityName":"Żubr & Sons AG","facts":{"us-gaap":{',
        '"Revenues":{"label":null,"description":null,"units":{"USD":[',
        `{"start":"2022-01-01","end":"2022-12-31","val":0.00001,${tail0},`,
        `{"start":"2022-01-01","end":"2022-12-31","val":0.00001,${tail1},`,
        `{"start":"2023-01-01","end":"2023-12-31","val":12345678901234567890,${tail0},`,
        `{"start":"2023-01-01","end":"2023-12-31","val":12345678901234567891,${tail1}]}},`,
        '"Assets":{"label":null,"description":null,"units":{"USD":[',
        `{"end":"2023-12-31","val":-7.50,${tail1}]}}}}}`,
      ].join(""),
    );
  });

  test("the filing history comes in columns, recent first, older ones in listed pages [PIP-02]", async () => {
    const regulator = await start(exampleOptions);
    const main = JSON.parse((await get(regulator, submissionsPath)).text);

    expect(main.cik).toBe("0000000042");
    expect(main.filings.files).toEqual([
      {
        name: "CIK0000000042-submissions-001.json",
        filingCount: 80,
        filingFrom: "2023-09-23",
        filingTo: "2023-12-11",
      },
      {
        name: "CIK0000000042-submissions-002.json",
        filingCount: 40,
        filingFrom: "2023-08-14",
        filingTo: "2023-09-22",
      },
    ]);
    const accessions: string[] = [...main.filings.recent.accessionNumber];
    for (const { name } of main.filings.files) {
      const page = JSON.parse((await get(regulator, `/submissions/${name}`)).text);
      expect(Object.keys(page)).toEqual(Object.keys(main.filings.recent));
      accessions.push(...page.accessionNumber);
    }
    expect(accessions).toEqual(example.filings.map((one) => one.accessionNumber));
    expect(main.filings.recent.size[0]).toBe(2048);
    expect(main.filings.recent.isXBRL[0]).toBe(0);
    expect(main.filings.recent.reportDate[0]).toBe("");
  });

  test("ticker lists hold a row per ticker, keyed by rank or as a table", async () => {
    const regulator = await start(exampleOptions);
    const title = example.profile.name;

    expect(JSON.parse((await get(regulator, "/files/company_tickers.json")).text)).toEqual({
      0: { cik_str: 42, ticker: "ZUBR", title },
      1: { cik_str: 42, ticker: "ZUB-P", title },
    });
    expect(JSON.parse((await get(regulator, "/files/company_tickers_exchange.json")).text)).toEqual(
      {
        fields: ["cik", "name", "ticker", "exchange"],
        data: [
          [42, title, "ZUBR", "Nasdaq"],
          [42, title, "ZUB-P", null],
        ],
      },
    );
  });

  test("the daily index is of fixed width and absent on weekends and days to come", async () => {
    const regulator = await start(exampleOptions);
    const index = (day: string, quarter: number) =>
      get(regulator, `/Archives/edgar/daily-index/2024/QTR${quarter}/form.${day}.idx`);

    const lines = (await index("20240228", 1)).text.split("\n");
    expect(lines[8]?.indexOf("Company Name")).toBe(12);
    expect(lines[8]?.indexOf("CIK")).toBe(74);
    expect(lines[8]?.indexOf("Date Filed")).toBe(86);
    expect(lines[8]?.indexOf("File Name")).toBe(98);
    const row = lines[10] ?? "";
    expect(
      [row.slice(0, 12), row.slice(74, 86), row.slice(86, 98), row.slice(98)].map(trim),
    ).toEqual(["4", "42", "20240228", "edgar/data/42/0000000042-24-000998.txt"]);
    for (const [day, quarter] of [
      ["20240225", 1],
      ["20240301", 1],
      ["20240228", 2],
      ["20230101", 1],
      ["20241399", 1],
    ] as const) {
      const absent = await index(day, quarter);
      expect([absent.status, absent.text.includes("<Code>AccessDenied</Code>")]).toEqual([
        403,
        true,
      ]);
    }
  });

  test("a filing's folder lists its documents; an unknown one is denied by the store", async () => {
    const regulator = await start(exampleOptions);
    const known = await get(regulator, "/Archives/edgar/data/42/000000004224000999/index.json");
    const { directory } = JSON.parse(known.text);

    expect(directory.name).toBe("/Archives/edgar/data/42/000000004224000999");
    expect(directory.item.map(({ name }: { name: string }) => name)).toEqual([
      "0000000042-24-000999-index.html",
      "0000000042-24-000999.txt",
      "main.htm",
    ]);
    for (const path of [
      "/Archives/edgar/data/43/000000004224000999/index.json",
      "/Archives/edgar/data/42/000000004224000001/index.json",
      "/Archives/edgar/data/42/000000004224000999/main.htm",
      "/Archives/edgar/full-index/2031/QTR1/form.idx",
    ]) {
      expect((await get(regulator, path)).status).toBe(403);
    }
  });

  test("Alphabet's cover counts of three classes are in the instance that its index lists", async () => {
    const regulator = await start();
    const folder = "/Archives/edgar/data/1652044/000165204425000014";
    const index = JSON.parse((await get(regulator, `${folder}/index.json`)).text);
    const names: string[] = index.directory.item.map((item: { name: string }) => item.name);
    expect(names).toContain("goog-20241231_htm.xml");

    const xml = (await get(regulator, `${folder}/goog-20241231_htm.xml`)).text;
    const { xbrl } = new XMLParser({ ignoreAttributes: false, parseTagValue: false }).parse(xml);
    const counts = xbrl["dei:EntityCommonStockSharesOutstanding"].map(
      (fact: Record<string, string>) => fact["#text"],
    );
    expect(xbrl["dei:DocumentFiscalYearFocus"]["#text"]).toBe("2024");
    const members = xbrl.context
      .slice(1)
      .map(
        (context: { entity: { segment: Record<string, Record<string, string>> } }) =>
          context.entity.segment["xbrldi:explicitMember"]?.["#text"],
      );
    expect(counts).toEqual(["5833000000", "860000000", "5497000000"]);
    expect(members).toEqual([
      "us-gaap:CommonClassAMember",
      "us-gaap:CommonClassBMember",
      "goog:CapitalClassCMember",
    ]);
  });
});

const trim = (text: string) => text.trim();

describe("the feed of newest filings", () => {
  const feedPath = "/cgi-bin/browse-edgar?action=getcurrent&output=atom";
  const entries = (answer: Answer): { title: string; updated: string; id: string }[] =>
    [new XMLParser().parse(answer.body.toString("latin1")).feed.entry ?? []].flat();

  test("it is ISO-8859-1 Atom, newest first, with times of New York", async () => {
    const answer = await get(await start(exampleOptions), `${feedPath}&count=10`);
    const [first] = entries(answer);

    expect(answer.headers["content-type"]).toBe("application/atom+xml");
    expect(answer.text.startsWith('<?xml version="1.0" encoding="ISO-8859-1" ?>\n')).toBe(true);
    // A letter that ISO-8859-1 lacks goes as a reference, markup escaped.
    expect(answer.body.toString("latin1")).toContain(
      "10-K - &#379;UBR &amp; &quot;SONS&quot; &lt;AG&gt; (0000000042) (Filer)",
    );
    expect(first).toMatchObject({
      updated: "2024-02-29T13:00:00-05:00",
      id: "urn:tag:sec.gov,2008:accession-number=0000000042-24-000999",
    });
    expect(entries(answer).map(({ title }) => title.replace(/^.*\(/, "("))).toEqual([
      "(Filer)",
      "(Issuer)",
      "(Filer)",
      "(Subject)",
      "(Filer)",
      "(Issuer)",
      "(Filer)",
      "(Subject)",
      "(Filer)",
      "(Issuer)",
    ]);
  });

  test("its pages cover the last thirty days once; past the end is an error page", async () => {
    const regulator = await start(exampleOptions);
    const ids: string[] = [];
    for (const begin of [0, 10, 20]) {
      const page = entries(await get(regulator, `${feedPath}&count=10&start=${begin}`));
      ids.push(...page.map(({ id }) => id.slice(-6)));
    }
    expect(ids).toEqual(Array.from({ length: 30 }, (_, at) => String(999 - at).padStart(6, "0")));

    const past = await get(regulator, `${feedPath}&count=10&start=30`);
    expect([past.status, past.headers["content-type"]]).toEqual([503, "text/html; charset=utf-8"]);
    expect(past.text).toContain("SEC.gov | File Unavailable");
  });

  test("type selects by prefix and owner leaves insiders' forms out", async () => {
    const regulator = await start(exampleOptions);
    const forms = async (query: string) => {
      const page = entries(await get(regulator, `${feedPath}&count=100&${query}`));
      return [...new Set(page.map(({ title }) => title.split(" - ")[0]))].sort();
    };
    expect(await forms("type=10-K")).toEqual(["10-K"]);
    expect(await forms("owner=exclude")).toEqual(["10-K", "8-K", "SC 13G/A"]);
    expect(await forms("owner=only")).toEqual(["4"]);
  });

  test("summer time is minded", async () => {
    const summer = {
      ...example,
      filings: [
        filing({
          form: "8-K",
          filingDate: "2024-07-01",
          acceptanceDateTime: "2024-07-01T20:00:01.000Z",
          accessionNumber: "0000000042-24-000001",
        }),
      ],
    };
    const regulator = await start({ companies: [summer], date: "2024-07-02" });
    const [entry] = entries(await get(regulator, feedPath));
    expect(entry?.updated).toBe("2024-07-01T16:00:01-04:00");
  });
});
