import { describe, expect, test } from "vitest";
import { parseDataSet } from "#ingest/facts/data-sets/data-set.ts";
import { dataSetDocument } from "#ingest/facts/data-sets/data-set-document.ts";

/** Of the 10-Q of MDU Resources for June 2009: capital expenditures are its own element. */
const accession = "0000067716-09-000112";
const sub = [accession, "67716", "MDU RESOURCES GROUP INC", "10-Q", "20090630", "2009", "Q2"];
const rest = ["20090807", "mdu-20090630.xml", "4923", "1231"];
const tags = {
  wanted: new Set(["us-gaap:NetIncomeLoss"]),
  mapped: new Set(["us-gaap:NetIncomeLoss"]),
  perShare: new Set<string>(),
};

const own = { tag: "CapitalExpenditures", version: accession };
const standard = { tag: "AccruedSalariesCurrentAndNoncurrent", version: "us-gaap/2009" };
type Row = Partial<Record<"ddate" | "qtrs" | "uom" | "segments" | "value", string>> & typeof own;

const num = ({ tag, version, ...of }: Row) => {
  const all = { ddate: "20090630", qtrs: "2", uom: "USD", segments: "", value: "-272867000.0000" };
  const { ddate, qtrs, uom, segments, value } = { ...all, ...of };
  return [tag, version, ddate, qtrs, uom, segments, "", value].join("\t");
};
const pre = ({ tag, version }: typeof own, label: string, stmt = "CF", inpth = "0") =>
  ["4", "19", stmt, inpth, tag, version, label, "0"].join("\t");
const type = ({ tag, version }: typeof own, datatype: string) =>
  [tag, version, "1", datatype, "D", "", "", ""].join("\t");

const printed = (lines: string[], values: string[], types: string[] = []) =>
  parseDataSet(
    dataSetDocument({ sub: [...sub, ...rest], num: values, pre: lines, tag: types }),
    tags,
  ).printed;

describe("elements that no line takes and that a statement prints as a line", () => {
  test("are the filer's own, by their labels, in every period that has a value", () => {
    const before = num({ ...own, ddate: "20080630", value: "-386014000.0000" });
    const found = printed([pre(own, "Capital expenditures")], [num(own), before]);
    expect(found.toSorted((a, b) => (a.roundedEnd < b.roundedEnd ? 1 : -1))).toEqual([
      {
        taxonomy: "extension",
        tag: "CapitalExpenditures",
        unit: "USD",
        roundedEnd: "2009-06-30",
        quarters: 2,
        value: "-272867000",
        printedAs: "capital_expenditure",
      },
      expect.objectContaining({ roundedEnd: "2008-06-30", value: "-386014000" }),
    ]);
  });

  test("or those of a taxonomy that no mapping covers", () => {
    const value = num({ ...standard, qtrs: "0", value: "44141000.0000" });
    expect(printed([pre(standard, "Accrued compensation", "BS")], [value])).toMatchObject([
      { taxonomy: "us-gaap", printedAs: "accrued_liabilities", quarters: 0, value: "44141000" },
    ]);
  });

  test("with the unit that the element has", () => {
    const perShare = { tag: "EarningsLossPerCommonShareBasic", version: accession };
    const line = pre(perShare, "Earnings (loss) per common share -- basic", "IS");
    const value = num({ ...perShare, value: "0.30" });
    expect(printed([line], [value], [type(perShare, "perShare")])).toMatchObject([
      { unit: "USD/shares", printedAs: "eps_basic" },
    ]);
  });

  const mapped = { tag: "NetIncomeLoss", version: "us-gaap/2009" };
  test.each<[string, string[], string]>([
    ["in parentheses", [pre(own, "Capital expenditures", "CF", "1")], num(own)],
    ["in another statement", [pre(own, "Capital expenditures", "EQ")], num(own)],
    ["by a label of no line", [pre(own, "Accrued capital expenditures")], num(own)],
    ["that a line takes", [pre(mapped, "Net income", "IS")], num(mapped)],
    ["of a segment", [pre(own, "Capital expenditures")], num({ ...own, segments: "A=B;" })],
    ["without a number", [pre(own, "Capital expenditures")], num({ ...own, value: "n/a" })],
    ["of no period", [pre(own, "Capital expenditures")], num({ ...own, ddate: "20090230" })],
  ])("none %s", (_, lines, value) => {
    expect(printed(lines, [value])).toEqual([]);
  });
});
