import { describe, expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { makeCompany, makeTicker } from "../../helpers/make.ts";

const { db, get } = await testApp();

const companies: [name: string, ticker: string][] = [
  ["Apple Inc.", "AAPL"],
  ["Apple Hospitality REIT, Inc.", "APLE"],
  ["MICROSOFT CORP", "MSFT"],
  ["AMAZON COM INC", "AMZN"],
  ["Alphabet Inc.", "GOOGL"],
  ["BERKSHIRE HATHAWAY INC", "BRK-B"],
  ["NVIDIA CORP", "NVDA"],
  ["COSTCO WHOLESALE CORP /NEW", "COST"],
  ["Visa Inc.", "V"],
  ["100% Pure Foods_Co", "PURE"],
  ["McDonald's Corp", "MCD"],
];
for (const [name, ticker] of companies) {
  const { id } = await makeCompany(db, { name });
  await makeTicker(db, id, ticker, { isPrimary: true, exchange: "Nasdaq" });
}
const renamed = await makeCompany(db, {
  name: "Meta Platforms, Inc.",
  company: {
    companyKey: "0001326801",
    formerNames: [{ name: "FACEBOOK INC", from: "2005-05-19", to: "2021-10-26" }],
  },
});
await makeTicker(db, renamed.id, "META");
await makeTicker(db, renamed.id, "FCBK", { kind: "service" });
const hidden = await makeCompany(db, { name: "Hidden Apple Inc.", published: false });
await makeTicker(db, hidden.id, "HIDE");

const search = async (text: string, more = "") =>
  (await get(`/v2/entities?search=${encodeURIComponent(text)}${more}`)).json();
const names = async (text: string) =>
  (await search(text)).data.map((one: { name: string }) => one.name) as string[];

describe("GET /v2/entities", () => {
  test("without a search all published entities are listed by name [CNV-08] [CNV-15] [CNV-22] [CNV-23]", async () => {
    const { data, meta } = (await get("/v2/entities")).json();

    expect(meta).toEqual({ total: 12, limit: 20, offset: 0, hasMore: false });
    expect(data.map((one: { name: string }) => one.name).slice(0, 4)).toEqual([
      "100% Pure Foods_Co",
      "Alphabet Inc.",
      "AMAZON COM INC",
      "Apple Hospitality REIT, Inc.",
    ]);
    expect(data[1]).toMatchObject({ ticker: "GOOGL", exchange: "Nasdaq", matchedBy: null });
  });

  test("the exact ticker is first, in any case and spelling", async () => {
    expect((await names("msft"))[0]).toBe("MICROSOFT CORP");
    expect((await names("brk.b"))[0]).toBe("BERKSHIRE HATHAWAY INC");
    expect((await names("V"))[0]).toBe("Visa Inc.");
    expect((await search("AAPL")).data[0]).toMatchObject({
      name: "Apple Inc.",
      ticker: "AAPL",
      matchedBy: "ticker",
    });
  });

  test("legal forms and punctuation need not be typed", async () => {
    expect((await names("apple")).slice(0, 2)).toEqual([
      "Apple Inc.",
      "Apple Hospitality REIT, Inc.",
    ]);
    expect((await names("costco wholesale"))[0]).toBe("COSTCO WHOLESALE CORP /NEW");
    expect((await names("mcdonalds"))[0]).toBe("McDonald's Corp");
    expect((await names("Alphabet, Incorporated"))[0]).toBe("Alphabet Inc.");
  });

  test.each([
    ["Micosoft Corp", "MICROSOFT CORP"],
    ["microosoft", "MICROSOFT CORP"],
    ["mircosoft", "MICROSOFT CORP"],
    ["microsaft", "MICROSOFT CORP"],
    ["Viza", "Visa Inc."],
    ["Vsia", "Visa Inc."],
    ["bershire hat", "BERKSHIRE HATHAWAY INC"],
    ["NVAD", "NVIDIA CORP"],
    ["NVVDA", "NVIDIA CORP"],
    ["NVA", "NVIDIA CORP"],
    ["NVXA", "NVIDIA CORP"],
  ])("%s finds %s: one slip is forgiven", async (typed, meant) => {
    expect((await names(typed))[0]).toBe(meant);
  });

  test("a former name finds the company under its present one, with the service ticker shown", async () => {
    expect((await search("facebook")).data[0]).toMatchObject({
      name: "Meta Platforms, Inc.",
      ticker: "FCBK",
    });
  });

  test.each(["1326801", "0001326801", "CIK1326801", "cik 0001326801"])(
    "%s finds the company that has this CIK, and none but it",
    async (typed) => {
      const { data } = await search(typed);

      expect(data.map((one: { name: string }) => one.name)).toEqual(["Meta Platforms, Inc."]);
      expect(data[0].matchedBy).toBe("cik");
    },
  );

  test("wildcards, quotes and backslashes are letters like any other", async () => {
    expect(await names("100%")).toEqual(["100% Pure Foods_Co"]);
    for (const text of ["%", "_", "%%%", "\\", "'; drop table entity; --", "a\\", "[a-z]*", "''"]) {
      const { data, meta } = await search(text);
      expect(meta.total).toBe(data.length);
      expect(meta.total).toBeLessThan(12);
    }
    expect((await get("/v2/entities")).json().meta.total).toBe(12);
  });

  test("unpublished entities are never found", async () => {
    expect(await names("hidden apple")).not.toContain("Hidden Apple Inc.");
    expect(await names("HIDE")).not.toContain("Hidden Apple Inc.");
  });

  test("paging yields every row once, and the totals are right [CNV-06] [CNV-07] [CNV-27] [CNV-28]", async () => {
    const pages = await Promise.all(
      [0, 1, 2].map(async (page) => (await get(`/v2/entities?limit=5&offset=${page * 5}`)).json()),
    );

    expect(pages.map((page) => page.meta)).toEqual([
      { total: 12, limit: 5, offset: 0, hasMore: true },
      { total: 12, limit: 5, offset: 5, hasMore: true },
      { total: 12, limit: 5, offset: 10, hasMore: false },
    ]);
    const ids = pages.flatMap((page) => page.data.map((one: { id: string }) => one.id));
    expect(new Set(ids).size).toBe(12);
    expect(await search("apple", "&limit=1&offset=1")).toMatchObject({
      data: [{ name: "Apple Hospitality REIT, Inc." }],
      meta: { total: 2, hasMore: false },
    });
    expect(await search("apple", "&offset=50")).toMatchObject({
      data: [],
      meta: { total: 2, limit: 20, offset: 50, hasMore: false },
    });
  });

  test("a limit over 100 counts as 100 and is echoed so [CNV-25] [O-01]", async () => {
    for (const limit of ["101", "1000000000"]) {
      expect((await get(`/v2/entities?limit=${limit}`)).json().meta.limit).toBe(100);
    }
  });

  test.each([
    "limit=0",
    "limit=-1",
    "limit=1.5",
    "limit=abc",
    "limit=",
    "limit=1&limit=2",
    "offset=-1",
    "offset=1.5",
    "offset=abc",
    "offset=",
    "offset=9223372036854775808",
    `search=${"x".repeat(201)}`,
    "search=a&search=b",
  ])("%s is 400 [CNV-26] [CNV-27] [ERR-06]", async (query) => {
    const answer = await get(`/v2/entities?${query}`);

    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.code).toBe("FST_ERR_VALIDATION");
  });

  test("an offset past everything is an empty page [CNV-27]", async () => {
    const { data, meta } = (await get("/v2/entities?offset=4294967296")).json();

    expect(data).toEqual([]);
    expect(meta).toEqual({ total: 12, limit: 20, offset: 4294967296, hasMore: false });
  });
});
