import { expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { makeCompany, makeFact, makeFacts, makeReport } from "../../helpers/make.ts";
import { reportOf } from "../../ingest/faces/evidence/printed.ts";

const { db, get } = await testApp();
const year = { start: "2023-01-01", end: "2023-12-31", fy: 2023, filed: "2024-02-01" };
const accession = "0000000001-24-000001";

/** A statement of income whose last total does not add up, and a value that stands on no statement; all amounts are made up. */
const printed = reportOf(accession, "10-K", [
  {
    kind: "income",
    columns: ["2023-01-01|2023-12-31", "2022-01-01|2022-12-31"],
    rows: [
      {
        ...{ tag: "us-gaap:SalesRevenueGoodsNet", label: "Products", balance: "credit" },
        values: [600, 500],
      },
      {
        ...{ tag: "us-gaap:SalesRevenueServicesNet", label: "Services", balance: "credit" },
        values: [400, 300],
      },
      { tag: "us-gaap:Revenues", label: "Total revenues", balance: "credit", values: [1000, 800] },
      { tag: "extension:Levy", label: "Levy", balance: "debit", values: [17, 11] },
      { tag: "us-gaap:NetIncomeLoss", label: "Net income", balance: "credit", values: [90, 70] },
    ],
  },
]);

const { id, cik } = await makeCompany(db);
const amounts = {
  Revenues: "1000",
  SalesRevenueGoodsNet: "600",
  SalesRevenueServicesNet: "400",
  NetIncomeLoss: "90",
  Assets: "5000",
};
await makeFacts(
  db,
  cik,
  Object.entries(amounts).map(([tag, value]) =>
    makeFact({ ...year, accession, tag, value, ...(tag === "Assets" && { start: null }) }),
  ),
);
await makeReport(db, cik, printed, { filed: year.filed });
const url = `/v2/entities/${id}/data-quality/statements`;

test("tells which values, lines and totals stand on the printed statements, on the third request as on the first", async () => {
  const first = await get(url);
  const answers = [first, await get(url), await get(url)];

  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(
    answers.map(() => [200, first.body]),
  );
  expect(first.json().data).toMatchObject({
    reason: null,
    reports: 1,
    lines: { printed: 5, asLine: 2, asPart: 2, asSubtotal: 0, unused: 1 },
    unusedLines: [{ element: "extension:Levy", printed: "17" }],
    notOnStatement: [{ concept: "total_assets", where: "elsewhere" }],
  });
});

test("knows no statement before its filing, of no company without one, and no company that is unknown", async () => {
  const before = await get(`${url}?asOf=2023-06-30`);
  expect(before.statusCode).toBe(200);
  expect(before.json().data).toMatchObject({ reason: "not_known_on_day", reports: 0 });

  const bare = await makeCompany(db);
  expect((await get(`/v2/entities/${bare.id}/data-quality/statements`)).statusCode).toBe(404);
  const unknown = "00000000-0000-4000-8000-000000000000";
  expect((await get(`/v2/entities/${unknown}/data-quality/statements`)).statusCode).toBe(404);
  expect((await get(`/v2/entities/x/data-quality/statements`)).statusCode).toBe(400);
});
