import { expect, test } from "vitest";
import { evidenceOf } from "#ingest/faces/shown/evidence-of.ts";
import { withPrintedLines } from "#ingest/faces/shown/printed-lines.ts";
import type { FactNode, LineageNode } from "#ingest/statements/cells/expand-lineage.ts";
import { reportOf } from "./printed.ts";

const accession = "0000000001-24-000001";
const members = { products: "us-gaap:ProductMember", services: "us-gaap:ServiceMember" };
const cost = "us-gaap:CostOfRevenue";

const report = reportOf(accession, "10-K", [
  {
    kind: "income",
    columns: ["2023-01-01|2023-12-31"],
    rows: [
      { tag: "us-gaap:Revenues", label: "Revenues", values: [900] },
      { tag: cost, label: "Products", member: members.products, values: [300] },
      { tag: cost, label: "Services", member: members.services, values: [100] },
    ],
  },
]);

const fact = (tag: string, value: string, dimensions: string | null = null): FactNode => ({
  kind: "fact",
  value,
  tag,
  unit: "USD",
  periodStart: "2023-01-01",
  periodEnd: "2023-12-31",
  dimensions,
  accessionNumber: accession,
  form: "10-K",
  filedDate: "2024-02-01",
  filingIndexUrl: null,
});

const sum = (rule: string, ...parts: FactNode[]): LineageNode => ({
  kind: "rule",
  rule,
  operands: parts.map((of) => ({ weight: 1, label: of.tag, value: of.value, of })),
});

const evidence = (node: LineageNode, flags: string[] = [], rules: string[] = []) =>
  evidenceOf(withPrintedLines(node, { of: () => report, accessions: [accession] }), {
    flags,
    rules,
  });

test("a printed fact is of the face, another value of its element is not", () => {
  expect(evidence(fact("us-gaap:Revenues", "900"))).toBe("face");
  expect(evidence(fact("us-gaap:Revenues", "901"))).toBe("tags");
});

test("a rule decides what no statement prints, and what one prints stays of the face", () => {
  const rules = ["debt-short-of-parts"];
  expect(evidence(fact("us-gaap:Revenues", "901"), [], rules)).toBe("rule");
  expect(evidence(fact("us-gaap:Revenues", "900"), [], rules)).toBe("face");
});

test("facts of members are of the face where the statement prints these members", () => {
  const of = (member: string) => `srt:ProductOrServiceAxis=${member}`;
  const products = fact(cost, "300", of(members.products));
  const services = fact(cost, "100", of(members.services));
  expect(evidence(sum("sum_of_tags", products, services))).toBe("face");
  const swapped = fact(cost, "300", of(members.services));
  expect(evidence(sum("sum_of_tags", swapped, services))).toBe("tags");
});

test("a note and rows that add up go first; a fact that is not printed makes tags of a sum", () => {
  const printed = fact("us-gaap:Revenues", "900");
  expect(evidence(printed, ["note"])).toBe("note");
  expect(evidence(printed, ["of_printed_rows"])).toBe("tree");
  expect(evidence(sum("remainder", printed))).toBe("tree");
  expect(evidence(sum("sum_of_tags"))).toBe("tree");
  expect(evidence(sum("rollup", printed, fact("us-gaap:GrossProfit", "500")))).toBe("tags");
});
