import { describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import { testApp } from "../../helpers/app.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const nvidia = "0001045810";
const { context } = await openTestPipeline({ ciks: [apple, nvidia] });
for (const cik of [apple, nvidia]) await ingestCompany(cik, context);
const { get } = await testApp({
  database: context.database,
  now: () => new Date("2026-03-01T12:00:00.000Z"),
});

type Query = Record<string, string>;
interface Adjusted {
  value: string | number | null;
  factor: string | null;
  reason: string | null;
}
interface Period {
  periodKey: string;
  periodEnd: string;
  fields: Record<string, string | null>;
  perShareAdjusted?: Record<string, Adjusted>;
}

const ask = async (cik: string, what: string, query: Query) =>
  get(`/v2/entities/${entityIdOf(cik)}/${what}?${new URLSearchParams(query)}`);

async function adjusted(cik: string, periodKey: string, key: string, query: Query = {}) {
  const answer = await ask(cik, "sfrs-statements", { perShare: "adjusted", ...query });
  const { periods } = answer.json().data as { periods: Period[] };
  const found = periods.find((one) => one.periodKey === periodKey && key in one.fields);
  return { filed: found?.fields[key], ...found?.perShareAdjusted?.[key] };
}

describe("perShare=adjusted", () => {
  test("Apple's 11.89 of 2019, before the split of four for one, is 2.9725 on today's shares", async () => {
    expect(await adjusted(apple, "2019FY", "eps_diluted", { view: "original" })).toEqual({
      filed: "11.89",
      value: "2.9725",
      factor: "4",
      reason: null,
    });
    const count = "weighted_average_shares_diluted";
    const shares = await adjusted(apple, "2019FY", count, { view: "original" });
    expect([shares.filed, shares.value]).toEqual(["4648913000", "18595652000"]);
  });

  test("what was filed after the split stands as it is: 2.97 as the newest filing states it", async () => {
    expect(await adjusted(apple, "2019FY", "eps_diluted")).toMatchObject({
      filed: "2.97",
      value: "2.97",
      factor: "1",
    });
    expect(await adjusted(apple, "2023FY", "eps_diluted")).toMatchObject({ value: "6.13" });
  });

  test("as of a day only the splits of that day and before are known", async () => {
    const then = { asOf: "2019-12-31" };
    expect(await adjusted(apple, "2019FY", "eps_diluted", then)).toMatchObject({
      filed: "11.89",
      value: "11.89",
      factor: "1",
    });
  });

  test("NVIDIA's two splits, four and ten for one, multiply", async () => {
    expect(await adjusted(nvidia, "2021FY", "eps_diluted", { view: "original" })).toEqual({
      filed: "6.9",
      value: "0.1725",
      factor: "40",
      reason: null,
    });
  });

  test("a null keeps its reason", async () => {
    const text = (await ask(apple, "sfrs-statements", { perShare: "adjusted" })).body;
    const nulls = text.match(/\{"value":null,"factor":null,"reason":[^}]*\}/g) ?? [];
    expect(nulls.filter((one) => !/"reason":"[a-z_]+"/.test(one))).toEqual([]);
  });

  test("full financials have the series beside the filed one, and nothing else changes [FIN-02]", async () => {
    const plain = (await ask(apple, "financials/full", {})).json();
    const answer = (await ask(apple, "financials/full", { perShare: "adjusted" })).json();
    const without = (columns: { perShareAdjusted?: object }[]) =>
      columns.map(({ perShareAdjusted: _left, ...column }) => column);

    expect(without(answer.data.quarters)).toEqual(plain.data.quarters);
    expect(without(answer.data.ttm)).toEqual(plain.data.ttm);
    expect(answer.meta).toMatchObject({ perShare: "adjusted", view: "latest" });
    const [newest] = answer.data.quarters as { perShareAdjusted: Record<string, Adjusted> }[];
    expect(newest?.perShareAdjusted.eps_diluted).toMatchObject({ factor: "1", reason: null });
    expect(Object.keys(newest?.perShareAdjusted ?? {})).not.toContain("revenue");
  });

  test("within a year across the split the adjusted quarters agree with the filed year", async () => {
    const quarters = ["2020Q1", "2020Q2", "2020Q3"];
    const values = await Promise.all(
      quarters.map((key) => adjusted(apple, key, "eps_diluted", { view: "original" })),
    );

    // 4.99, 2.55 and 2.58 as filed; the year is 3.28 on the new shares, its fourth quarter was 0.73 or 0.74.
    expect(values.map(({ filed, value }) => [filed, value])).toEqual([
      ["4.99", "1.2475"],
      ["2.55", "0.6375"],
      ["2.58", "0.645"],
    ]);
  });

  test("filed is the default, and other words are refused [ERR-03]", async () => {
    for (const what of ["sfrs-statements", "financials/full"]) {
      const [plain, filed] = [
        await ask(apple, what, {}),
        await ask(apple, what, { perShare: "filed" }),
      ];
      expect(filed.json().data).toEqual(plain.json().data);
      for (const wrong of ["", "ADJUSTED", "split", "1"]) {
        const answer = await ask(apple, what, { perShare: wrong });
        expect([answer.statusCode, answer.json().error.code]).toEqual([400, "FST_ERR_VALIDATION"]);
      }
    }
  });
});
