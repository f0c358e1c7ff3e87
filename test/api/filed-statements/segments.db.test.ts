import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { packReport } from "#ingest/faces/packed/pack.ts";
import { testApp } from "../../helpers/app.ts";
import { makeCompany, makeFact, makeFacts, makeReport } from "../../helpers/make.ts";
import { of2018 } from "./apple.ts";
import { products2024 } from "./apple-products.ts";

const { db, get, send } = await testApp();

/** A company whose statements are those of 2018 and whose notes are these. */
async function makeApple(iPhone?: string) {
  const { id, cik, slug } = await makeCompany(db, { name: "Apple Inc." });
  await makeFacts(
    db,
    cik,
    ["2024-09-28", "2023-09-30", "2022-09-24"].map((end, i) => {
      const start = ["2023-10-01", "2022-09-25", "2021-09-26"][i] ?? end;
      return makeFact({ start, end, fy: 2024 - i, filed: "2024-11-01" });
    }),
  );
  const notes = products2024(iPhone);
  const { accession } = notes;
  const packed = gzipSync(packReport(notes));
  await makeReport(db, cik, { ...of2018, accession }, { filed: "2024-11-01", notes: packed });
  return { id, slug };
}

const { id, slug } = await makeApple();

interface Period {
  key: string;
  sum: string;
  total: { value: string };
  reconciliation: string;
  difference: string;
}
interface Member {
  label: string;
  values: Record<string, { value: string }>;
}

describe("GET /v2/entities/:id/segments", () => {
  test("Apple's products of fiscal 2024 as printed add up to its net sales", async () => {
    const answer = await get(`/v2/entities/${id}/segments?by=product&metric=revenue`);

    expect(answer.statusCode).toBe(200);
    const { periods, members } = answer.json().data as { periods: Period[]; members: Member[] };
    expect(members.map(({ label, values }) => [label, values["2024FY"]?.value])).toEqual([
      ["iPhone", "201183000000"],
      ["Mac", "29984000000"],
      ["iPad", "26694000000"],
      ["Wearables, Home and Accessories", "37005000000"],
      ["Services", "96169000000"],
    ]);
    expect(periods.map(({ key, reconciliation }) => [key, reconciliation])).toEqual([
      ["2024FY", "exact"],
      ["2023FY", "exact"],
      ["2022FY", "exact"],
    ]);
    expect(periods[0]).toMatchObject({ sum: "391035000000", total: { value: "391035000000" } });
  });

  test("members that do not add up say by how much", async () => {
    const wrong = await makeApple("200180");
    const answer = await get(`/v2/entities/${wrong.id}/segments?by=product`);
    const [period] = answer.json().data.periods as Period[];
    expect(period).toMatchObject({ reconciliation: "difference", difference: "1003000000" });
  });

  test("before the filing nothing is known, and another breakdown is empty with its reason", async () => {
    const before = await get(`/v2/entities/${id}/segments?by=product&asOf=2024-10-31`);
    expect(before.json().data).toMatchObject({ periods: [], reason: "not_known_on_day" });
    const places = await get(`/v2/entities/${id}/segments?by=geography`);
    expect(places.json().data).toMatchObject({ periods: [], reason: "not_broken_down" });
  });

  test("an unknown metric is refused with the nearest, and unknown kinds with those there are", async () => {
    const metric = await get(`/v2/entities/${id}/segments?by=product&metric=revenu`);
    expect(metric.statusCode).toBe(404);
    expect(metric.json().error.message).toMatch(/did you mean revenue/);
    const kind = await get(`/v2/entities/${id}/segments?by=colour`);
    expect(kind.statusCode).toBe(400);
  });

  test("as a file it has a row for each member and what they add up to", async () => {
    const answer = await get(`/v2/entities/${id}/segments?by=product&format=csv`);
    const lines = answer.body.replace("\ufeff", "").trim().split("\r\n");
    expect(lines[2]).toBe("iPhone,aapl:IPhoneMember,part,201183000000,200583000000,205489000000");
    expect(lines.at(-4)).toBe("Sum,,,391035000000,383285000000,394328000000");
  });
});

test("the list of breakdowns says what is broken down, by what, and how much of it adds up", async () => {
  const answer = await get(`/v2/entities/${id}/breakdowns`);
  expect(answer.json().data).toMatchObject({
    reason: null,
    breakdowns: [
      {
        by: "product",
        metric: "revenue",
        periods: ["2024FY", "2023FY", "2022FY"],
        reconciled: 3,
        members: 5,
      },
    ],
  });
});

test("the page shows stacked bars and a table that leads to the filing", async () => {
  const page = await get(`/companies/${slug}/segments`, { accept: "text/html" });
  expect(page.statusCode).toBe(200);
  expect(page.body).toMatch(
    /<svg class="chart" role="img" aria-label="Total revenue by products and services[^"]*iPhone: 2022FY 205\.5B/,
  );
  expect(page.body).toMatch(/iPhone<\/th><td class="n">201,183<\/td><td class="n">200,583<\/td>/);
  expect(page.body).toContain(`/companies/${slug}/filings/0000320193-24-000123`);
});

test("an agent reads the list first and then a breakdown", async () => {
  const call = async (args: object) => {
    const params = { name: "get_segments", arguments: { company: id, ...args } };
    const payload = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    const headers = { accept: "application/json, text/event-stream" };
    const { result } = (await send({ method: "POST", url: "/mcp", payload, headers })).json();
    return JSON.parse(result.content[0].text);
  };
  expect((await call({})).breakdowns[0]).toMatchObject({ by: "product", metric: "revenue" });
  const { members, periods } = await call({ by: "product", periods: 1 });
  expect(members[0]).toEqual({
    label: "iPhone",
    role: "part",
    values: { "2024FY": "201183000000" },
  });
  expect(periods).toHaveLength(1);
});
