import { expect, test } from "vitest";
import { withFaces } from "#ingest/faces/evidence/with-faces.ts";
import { annualFact, documentOf, inputOf, registry } from "../../standardization/company.ts";
import { type Row, reportOf } from "./printed.ts";

const day = "2010-03-31";

/** The report in shares: rows beside the balance sheet of Liberty Global at 2010-03-31. */
function report(rows: readonly Row[]) {
  const made = reportOf("0001193125-10-111069", "10-Q", [
    { kind: "balance", columns: [`|${day}`], rows: [...rows] },
  ]);
  const lines = made.statements[0]?.lines ?? [];
  for (const { values } of lines) for (const one of values) one.unit = "shares";
  return made;
}

const row = (tag: string, member: string, value: number): Row => ({
  ...{ tag: `us-gaap:${tag}`, label: tag, axis: "ClassOfStock", member, values: [value] },
});

test("counts by class of rows beside a balance sheet are facts of their class, others are not [FIN-04]", () => {
  const assets = annualFact("Assets", "100", { start: null, end: day, fp: "Q1" });
  const statement = reportOf("0001193125-10-111069", "10-Q", [
    {
      kind: "balance",
      columns: [`|${day}`],
      rows: [{ tag: "us-gaap:Assets", label: "Total assets", balance: "debit", values: [100] }],
    },
  ]);
  const beside = report([
    row("CommonStockSharesOutstanding", "CommonClassA", 133_519_308),
    row("CommonStockSharesOutstanding", "CommonClassB", 9_355_501),
    row("CommonStockSharesAuthorized", "CommonClassA", 500_000_000),
  ]);
  const both = { ...statement, statements: [...statement.statements, ...beside.statements] };
  const input = withFaces(
    inputOf([documentOf([assets])]),
    [{ report: both, filed: null }],
    registry,
  );
  const facts = input.documents.flatMap(({ parsed }) => parsed.facts);
  const counts = facts.filter(({ dimensions }) => dimensions !== null);
  expect(counts.map(({ tag, value, dimensions }) => [tag, value, dimensions])).toEqual([
    ["CommonStockSharesOutstanding", "133519308", "ClassOfStock=CommonClassA"],
    ["CommonStockSharesOutstanding", "9355501", "ClassOfStock=CommonClassB"],
  ]);
});
