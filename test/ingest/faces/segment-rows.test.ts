import { expect, test } from "vitest";
import { segmentSeries } from "#ingest/faces/segments/segment-series.ts";
import { loadRegistry } from "#registry/current/load.ts";
import type { BreakdownKind } from "#schemas/shapes/companies/segments.ts";
import { parsePrinted } from "../../helpers/companies/segments/printed-tables.ts";

const registry = loadRegistry();
const head =
  "# 0000000001 One\n@ 0000000001-25-000001 10-K 2025-02-01 2024FY=2024-01-01/2024-12-31";

const companyOf = (rows: string[]) => {
  const [company] = parsePrinted(`${head}\n${rows.join("\n")}`);
  if (!company) throw new Error("no company");
  return company;
};

/** The only period of a report with these rows, and each row as "weight id value" in millions with its role. */
function read(rows: string[], by: BreakdownKind = "business", company = companyOf(rows)) {
  const question = { by, metric: "revenue", asOf: null, view: "latest" } as const;
  const series = segmentSeries([company], question, { calendar: null, registry });
  const [period] = series?.periods ?? [];
  const members = series?.members.flatMap(({ id, values }) => {
    const value = values[period?.key ?? ""];
    return value ? [`${value.weight} ${id} ${Number(value.value) / 1e6} ${value.role}`] : [];
  });
  return { period, members, series };
}

test("a member that is the sum of others is a subtotal and counts once [FCE-11]", () => {
  const { members } = read([
    "Revenues - 100",
    "Revenues B=one:Cars 40",
    "Revenues B=one:Parts 10",
    "Revenues B=one:Vehicles 50",
    "Revenues B=one:Energy 50",
  ]);

  expect(members).toContain("0 own:Vehicles 50 subtotal");
  expect(members).toContain("1 own:Energy 50 part");
});

test("a member is left out for no other reason than that of a subtotal or another whole [FCE-11]", () => {
  const { period } = read([
    "Revenues - 100",
    "Revenues B=one:A 60",
    "Revenues B=one:B 40",
    "Revenues B=one:C 7",
  ]);

  expect(period).toMatchObject({
    reconciliation: "difference",
    sum: "107000000",
    difference: "-7000000",
  });
});

test("a second whole breakdown of the same figure is an alternative [FCE-11]", () => {
  const rows = [
    "Revenues - 100",
    "Revenues P=us-gaap:Product 60",
    "Revenues P=us-gaap:Service 40",
    "Revenues P=one:A 55",
    "Revenues P=one:B 25",
    "Revenues P=one:C 20",
  ];

  expect(read(rows, "product").members?.slice(0, 3)).toEqual([
    "0 Product 60 alternative",
    "0 Service 40 alternative",
    "1 own:A 55 part",
  ]);
});

test("countries beside a table of regions are no part of it [FCE-11]", () => {
  const rows = [
    "Revenues - 100",
    "Revenues G=one:NorthAmerica 50",
    "Revenues G=srt:Europe 27",
    "Revenues G=srt:Asia 23",
    "Revenues G=country:US 44",
    "Revenues G=country:CN 9",
  ];
  const { period, members } = read(rows, "geography");

  expect(period?.reconciliation).toBe("exact");
  expect(members?.slice(3)).toEqual(["0 US 44 memo", "0 CN 9 memo"]);
});

test("segments before eliminations add up with them, whichever sign those are filed with [FCE-11]", () => {
  const rows = (elimination: string) => [
    "Revenues - 90",
    "Revenues C=us-gaap:OperatingSegments;B=one:A 60",
    "Revenues C=us-gaap:OperatingSegments;B=one:B 40",
    "Revenues C=us-gaap:OperatingSegments 100",
    `Revenues C=us-gaap:IntersegmentElimination ${elimination}`,
  ];

  expect(read(rows("-10")).members).toEqual([
    "1 own:A 60 part",
    "1 own:B 40 part",
    "1 IntersegmentElimination -10 elimination",
    "0 OperatingSegments 100 subtotal",
  ]);
  const unsigned = read(rows("10"));
  expect(unsigned.members).toContain("-1 IntersegmentElimination 10 elimination");
  expect(unsigned.period).toMatchObject({ reconciliation: "exact", sum: "90000000" });
});

test("what the filing allocates to no segment is the difference [FCE-11]", () => {
  const { period } = read([
    "Revenues - 90",
    "Revenues C=us-gaap:OperatingSegments;B=one:A 60",
    "Revenues C=us-gaap:OperatingSegments;B=one:B 40",
    "Revenues C=us-gaap:OperatingSegments 100",
  ]);

  expect(period).toMatchObject({ reconciliation: "unallocated", difference: "-10000000" });
});

test("sales between segments are stated beside the breakdown [FCE-11]", () => {
  const { members } = read([
    "Revenues - 95",
    "Revenues C=us-gaap:OperatingSegments;B=one:A 60",
    "Revenues C=us-gaap:OperatingSegments;B=one:B 40",
    "Revenues C=one:CorporateReconcilingItemsAndEliminations -5",
    "Revenues C=us-gaap:IntersegmentElimination;B=one:A 3",
  ]);

  expect(members?.at(-1)).toBe("0 IntersegmentElimination/own:A 3 memo");
});

test("values for pairs of members are added up where they are whole, and not where they are not [FCE-11]", () => {
  const pairs = (last: number) => [
    "Revenues - 100",
    "Revenues P=one:X;B=one:A 30",
    "Revenues P=one:Y;B=one:A 30",
    `Revenues P=one:X;B=one:B ${last}`,
  ];
  const whole = read(pairs(40));

  expect(whole.period).toMatchObject({
    reconciliation: "exact",
    acrossAxes: ["srt:ProductOrServiceAxis"],
  });
  expect(whole.members).toEqual(["1 own:A 60 part", "1 own:B 40 part"]);
  expect(whole.series?.members.map(({ values }) => Object.values(values)[0]?.source)).toEqual([
    null,
    { statement: 1, line: 4, fact: null },
  ]);
  expect(read(pairs(30)).period).toBeUndefined();
});

test("one member alone is partial, and without the company's figure there is no difference [FCE-11]", () => {
  expect(read(["Revenues - 100", "Revenues B=one:A 60"]).period?.reconciliation).toBe("partial");
  expect(read(["Revenues B=one:A 60", "Revenues B=one:B 40"]).period).toMatchObject({
    reconciliation: "no_total",
    total: null,
    difference: null,
    sum: "100000000",
  });
});

test("a filer's own axis is told by its label, one of another subject is not [FCE-11]", () => {
  const rows = (axis: string) => [
    "Revenues - 100",
    `Revenues ${axis}=one:A 60`,
    `Revenues ${axis}=one:B 40`,
  ];

  expect(read(rows("one:RegionReportingAxis"), "geography").period?.axis).toBe(
    "one:RegionReportingAxis",
  );
  expect(read(rows("one:AcquiredProductLiabilityAxis"), "product").period).toBeUndefined();
  expect(read(rows("us-gaap:ProductLiabilityContingencyAxis"), "product").period).toBeUndefined();
});

test("the member that a filing arranges above others is their parent and a subtotal [FCE-11]", () => {
  const rows = ["Revenues B=one:All 61", "Revenues B=one:A 40", "Revenues B=one:B 20"];
  const company = companyOf(rows);
  const axis = "us-gaap:StatementBusinessSegmentsAxis";
  const members = ["one:AllMember", "one:AMember", "one:BMember"].map((member, place) => ({
    member,
    depth: place === 0 ? 1 : 2,
  }));
  const domain = { axis, roles: ["note"], default: null, members };
  company.report.domains = [
    { ...domain, members: [{ member: "us-gaap:SegmentDomain", depth: 0 }, ...members] },
  ];
  const found = read(rows, "business", company);

  expect(found.members?.[0]).toBe("0 own:All 61 subtotal");
  expect(found.series?.members.map(({ parent }) => parent)).toEqual([null, "own:All", "own:All"]);
});

test("values for three axes are added up over two, and what is of segments is no line for places [FCE-11]", () => {
  const rows = [
    "Revenues - 100",
    "Revenues P=one:X;B=one:A;G=one:North 30",
    "Revenues P=one:Y;B=one:A;G=one:South 30",
    "Revenues P=one:X;B=one:B;G=one:North 40",
    "Revenues C=us-gaap:IntersegmentElimination;B=one:A 5",
  ];
  const { period, members } = read(rows, "geography");

  expect(period?.acrossAxes).toEqual([
    "srt:ProductOrServiceAxis",
    "us-gaap:StatementBusinessSegmentsAxis",
  ]);
  expect(members).toEqual(["1 own:North 70 part", "1 own:South 30 part"]);
});

test("a filer's own domain may be a member, a standard one is the company [FCE-11]", () => {
  const rows = [
    "Revenues - 100",
    "Revenues G=us-gaap:SegmentGeographicalDomain 100",
    "Revenues G=country:US 60",
    "Revenues G=one:RestOfWorldDomain 40",
  ];
  const company = companyOf(rows);
  for (const line of company.report.statements[0]?.lines ?? []) {
    for (const one of line.dimensions) one.member = one.member.replace("DomainMember", "Domain");
  }
  const { period, members } = read(rows, "geography", company);

  expect(period?.reconciliation).toBe("exact");
  expect(members?.map((text) => text.slice(0, 6))).toEqual(["1 US 6", "1 Rest"]);
});

test("members of two axes with the same name are two rows [FCE-11]", () => {
  const { members } = read([
    "Revenues - 100",
    "Revenues B=one:A 60",
    "Revenues B=us-gaap:Corporate 30",
    "Revenues C=us-gaap:Corporate 10",
  ]);

  expect(members).toEqual([
    "1 own:A 60 part",
    "1 Corporate 30 unallocated",
    "1 Corporate@srt:ConsolidationItemsAxis 10 unallocated",
  ]);
});
