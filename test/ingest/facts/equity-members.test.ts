import { expect, test } from "vitest";
import { equityOfMember } from "#ingest/facts/equity-members.ts";
import { parseInstance } from "#ingest/facts/xbrl/xbrl-instance.ts";

const total = "StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest";
const axis = "us-gaap:StatementEquityComponentsAxis";
const known = { accession: "0000012927-24-000010", form: "10-K", filed: "2024-01-31" };

const context = (id: string, day: string, member: string | null) =>
  `<context id="${id}"><entity><identifier>12927</identifier>${
    member === null
      ? ""
      : `<segment><xbrldi:explicitMember dimension="${axis}">us-gaap:${member}</xbrldi:explicitMember></segment>`
  }</entity><period><instant>${day}</instant></period></context>`;
const fact = (tag: string, ref: string, value: number) =>
  `<us-gaap:${tag} contextRef="${ref}" unitRef="u" decimals="-6">${value}</us-gaap:${tag}>`;

// Boeing 2023: the balance sheets are of 2023 and 2022, the statement of equity starts with the balance of 2021.
test("minorities of the statement of equity stand for the line of a day without a balance sheet", () => {
  const body = [
    '<xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:us-gaap="http://fasb.org/us-gaap/2023" xmlns:xbrldi="http://xbrl.org/2006/xbrldi">',
    context("all21", "2021-12-31", null),
    context("nci21", "2021-12-31", "NoncontrollingInterestMember"),
    context("all22", "2022-12-31", null),
    context("nci22", "2022-12-31", "NoncontrollingInterestMember"),
    '<unit id="u"><measure>iso4217:USD</measure></unit>',
    fact(total, "all21", -14_846_000_000),
    fact(total, "nci21", 153_000_000),
    fact(total, "nci22", 35_000_000),
    fact("LiabilitiesAndStockholdersEquity", "all22", 137_100_000_000),
    "</xbrl>",
  ].join("");
  const wanted = new Set([
    `us-gaap:${total}`,
    "us-gaap:MinorityInterest",
    "us-gaap:LiabilitiesAndStockholdersEquity",
  ]);
  const { facts } = parseInstance(Buffer.from(body), wanted, known);
  const minorities = facts.filter(({ tag }) => tag === "MinorityInterest");
  expect(minorities).toMatchObject([{ end: "2021-12-31", value: "153000000", dimensions: null }]);
});

test("a column of the statement is told by its one member", () => {
  expect(equityOfMember(total, `${axis}=us-gaap:ParentMember`)).toBe("us-gaap:StockholdersEquity");
  expect(equityOfMember(total, "EquityComponents=TotalStockholdersEquity;")).toBe(
    "us-gaap:StockholdersEquity",
  );
  const ifrs = "ifrs-full:ComponentsOfEquityAxis=ifrs-full:NoncontrollingInterestsMember";
  expect(equityOfMember("Equity", ifrs)).toBe("ifrs-full:NoncontrollingInterests");
  expect(equityOfMember(total, "LegalEntity=ParentCompany;")).toBeNull();
  expect(
    equityOfMember(total, `${axis}=us-gaap:ParentMember;srt:RestatementAxis=srt:AsRestatedMember`),
  ).toBeNull();
  expect(equityOfMember("ProfitLoss", `${axis}=us-gaap:ParentMember`)).toBeNull();
});
