import { describe, expect, test } from "vitest";
import { buildCompany, buildView } from "#ingest/build-company.ts";
import { factsDocumentOf } from "#ingest/facts/facts-document.ts";
import type { SubmittedStatement } from "#ingest/facts/submitted-statement.ts";
import { parseInstance } from "#ingest/facts/xbrl/xbrl-instance.ts";
import { coverInstance } from "#ingest/sample/cover-instances.ts";
import type { FilingRecord } from "#schemas/shapes/companies/company.ts";
import {
  annualFact,
  asOf,
  build,
  documentOf,
  figures,
  inputOf,
  keysOf,
  line,
  operandsOf,
  registry,
  shown,
} from "./company.ts";

const alphabet10k = { accession: "0001652044-25-000014", form: "10-K", filed: "2025-02-05" };

/** EPS by share class as Facebook's 10-K for 2020 states it, and one of its own elements. */
const facebookInstance = `<?xml version="1.0"?>
<xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:us-gaap="http://fasb.org/us-gaap/2020-01-31"
  xmlns:dei="http://xbrl.sec.gov/dei/2020-01-31" xmlns:fb="http://www.facebook.com/20201231"
  xmlns:xbrldi="http://xbrl.org/2006/xbrldi" xmlns:iso4217="http://www.xbrl.org/2003/iso4217">
<context id="y"><entity><identifier scheme="http://www.sec.gov/CIK">0001326801</identifier></entity>
  <period><startDate>2020-01-01</startDate><endDate>2020-12-31</endDate></period></context>
<context id="a"><entity><identifier scheme="http://www.sec.gov/CIK">0001326801</identifier>
  <segment><xbrldi:explicitMember dimension="us-gaap:StatementClassOfStockAxis">us-gaap:CommonClassAMember</xbrldi:explicitMember></segment></entity>
  <period><startDate>2020-01-01</startDate><endDate>2020-12-31</endDate></period></context>
<unit id="e"><divide><unitNumerator><measure>iso4217:USD</measure></unitNumerator>
  <unitDenominator><measure>shares</measure></unitDenominator></divide></unit>
<unit id="u"><measure>iso4217:USD</measure></unit>
<us-gaap:NetIncomeLoss contextRef="y" unitRef="u" decimals="-6">29146000000</us-gaap:NetIncomeLoss>
<us-gaap:EarningsPerShareDiluted contextRef="a" unitRef="e" decimals="2">10.09</us-gaap:EarningsPerShareDiluted>
<fb:PropertyAndEquipmentInAccruedLiabilities contextRef="y" unitRef="u" decimals="-6">2201000000</fb:PropertyAndEquipmentInAccruedLiabilities>
</xbrl>`;

function withInstance(name: string, body: string, filing: typeof alphabet10k) {
  const parsed = parseInstance(Buffer.from(body), registry.tags, filing);
  return buildCompany(
    inputOf([documentOf(figures(name)), documentOf([], { parsed, kind: "instance", digest: "1" })]),
    registry,
  );
}

describe("2.13 Several share classes", () => {
  const body = coverInstance(alphabet10k.accession)?.body ?? "";

  test("2.13 Alphabet's cover shares are the sum of its classes of one filing and one date", () => {
    const built = withInstance("alphabet-2024", body, alphabet10k);
    const cover = line(built, "2024FY", "cover_shares_outstanding");
    expect(cover.value).toBe("12190000000");
    const [rule, ...classes] = operandsOf(cover);
    expect(rule).toBe("sum_of_classes");
    expect(classes.map(([, , value]) => value).sort()).toEqual([
      "5497000000",
      "5833000000",
      "860000000",
    ]);
  });

  test("2.13 the sum is of its own filing's classes, though other filings state classes of that day and others", () => {
    const documents = [
      { filing: alphabet10k, text: body },
      // The same day once more in an amendment, and another day of the next report.
      { filing: { ...alphabet10k, accession: "0001652044-25-000020", form: "10-K/A" }, text: body },
      {
        filing: { accession: "0001652044-25-000043", form: "10-Q", filed: "2025-04-25" },
        text: body.replaceAll("<instant>2025-01-28</instant>", "<instant>2025-04-17</instant>"),
      },
    ].map(({ filing, text }, at) =>
      documentOf([], {
        parsed: parseInstance(Buffer.from(text), registry.tags, filing),
        kind: "instance",
        digest: String(at + 1),
      }),
    );
    const input = inputOf([documentOf(figures("alphabet-2024")), ...documents]);
    const built = buildCompany(input, registry);
    const cover = line(built, "2024FY", "cover_shares_outstanding");
    const [, ...members] = cover.lineage as [string, ...[number, string, string, number][]];
    const facts = members.map(([, , , id]) => built.facts[id]);
    expect(members.map(([, , value]) => value)).toEqual(facts.map((fact) => fact?.value));
    expect(cover.value).toBe("12190000000");
    expect(facts).toHaveLength(3);
    for (const part of ["tag", "accession", "end"] as const) {
      expect([part, new Set(facts.map((fact) => fact?.[part])).size]).toEqual([part, 1]);
    }
    expect(new Set(facts.map((fact) => fact?.dimensions)).size).toBe(3);
  });

  test("2.13 classes counted on different dates are never added", () => {
    const moved = body.replace(/<instant>2025-01-28<\/instant>/, "<instant>2025-01-21</instant>");
    expect(moved).not.toBe(body);
    const built = withInstance("alphabet-2024", moved, alphabet10k);
    expect(shown(built, "2024FY", "cover_shares_outstanding")).not.toBe("12190000000");
  });

  test("2.13 company facts alone do not know the cover's classes: null with not_reported", () => {
    expect(shown(build("alphabet-2024"), "2024FY", "cover_shares_outstanding")).toBe(
      "not_reported",
    );
  });
});

describe("2.18 Dimension-only and extension facts", () => {
  const filing = { accession: "0001326801-21-000014", form: "10-K", filed: "2021-01-28" };

  test("2.18 EPS that Facebook states only by class is null with dimension_only", () => {
    const built = withInstance("facebook-2020", facebookInstance, filing);
    expect(shown(built, "2020FY", "eps_diluted")).toBe("dimension_only");
    expect(shown(built, "2020FY", "net_income")).toBe("29146000000");
    expect(shown(build("facebook-2020"), "2020FY", "eps_diluted")).toBe("not_reported");
  });

  test("2.18 each year is judged by its own filings: EPS that was undimensioned in 2021 is still dimension_only in 2020", () => {
    const quarter = annualFact("EarningsPerShareDiluted", "3.3", {
      unit: "USD/shares",
      start: "2021-01-01",
      end: "2021-03-31",
      accession: "0001326801-21-000033",
      form: "10-Q",
      filed: "2021-04-29",
      fy: 2021,
      fp: "Q1",
    });
    const facts = [...figures("facebook-2020"), quarter];
    const parsed = parseInstance(Buffer.from(facebookInstance), registry.tags, filing);
    const instance = documentOf([], { parsed, kind: "instance", digest: "1" });
    const input = inputOf([documentOf(facts), instance]);
    const built = buildCompany(input, registry);
    expect(shown(built, "2020FY", "eps_diluted")).toBe("dimension_only");
    expect(shown(built, "2021FY", "eps_diluted")).toBe("not_reported");
    expect(shown(built, "2021FY", "eps_basic")).toBe("not_reported");
    const stored = buildView(factsDocumentOf(input, built.facts), registry, { kind: "latest" });
    expect(shown(stored, "2020FY", "eps_diluted")).toBe("dimension_only");
    expect(shown(stored, "2021FY", "eps_diluted")).toBe("not_reported");
    const before = buildView(factsDocumentOf(input, built.facts), registry, asOf("2021-01-27"));
    expect(keysOf(before)).toEqual([]);
  });

  test("2.18 a company's own element is counted for review and never taken for a standard line", () => {
    const built = withInstance("facebook-2020", facebookInstance, filing);
    expect(built.unmapped.map(({ tag }) => tag)).toContain(
      "PropertyAndEquipmentInAccruedLiabilities",
    );
    expect(built.facts.some(({ taxonomy }) => taxonomy === "fb")).toBe(false);
  });
});

describe("2.19 Company identity", () => {
  const report: FilingRecord = {
    accession: "0000320193-24-000006",
    cik: "0000320193",
    form: "10-Q",
    filed: "2024-02-02",
    acceptedAt: null,
    reportDate: "2023-12-30",
    primaryDocument: null,
    isXbrl: true,
  };
  const handedIn: SubmittedStatement = {
    source: "manual",
    cik: "0000320193",
    currency: "USD",
    submittedAt: "2024-02-03",
    periods: [
      {
        fiscalYear: 2024,
        fiscalPeriod: "Q1",
        start: "2023-10-01",
        end: "2023-12-30",
        fields: { revenue: "119575000000" },
      },
    ],
  };

  test("2.19 a listed report without facts after a day leaves its lines null with source_not_published", () => {
    const built = build("apple-2023", undefined, { filings: [report], submitted: [handedIn] });
    expect(shown(built, "2024Q1", "revenue")).toBe("119575000000");
    expect(shown(built, "2024Q1", "net_income")).toBe("source_not_published");
  });

  test("2.19 within a day, or when the report has no XBRL, the line is null with not_reported", () => {
    const facts = figures("apple-2023");
    const fresh = inputOf([documentOf(facts, { fetchedAt: "2024-02-03T08:00:00Z" })], {
      filings: [report],
      submitted: [handedIn],
    });
    expect(shown(buildCompany(fresh, registry), "2024Q1", "net_income")).toBe("not_reported");
    const paper = { filings: [{ ...report, isXbrl: false }], submitted: [handedIn] };
    expect(shown(build(facts, undefined, paper), "2024Q1", "net_income")).toBe("not_reported");
  });

  test("2.19 what a published report does not state stays not_reported", () => {
    const published = { ...report, accession: "0000320193-23-000106", filed: "2023-11-03" };
    const built = build("apple-2023", undefined, {
      filings: [{ ...published, form: "10-K", reportDate: "2023-09-30" }],
    });
    expect(shown(built, "2023FY", "research_and_development")).toBe("not_reported");
  });
});

describe("2.22 Source precedence", () => {
  const statement = (
    source: SubmittedStatement["source"],
    fields: Record<string, string | null>,
  ) => ({
    source,
    cik: "0000320193",
    currency: "USD",
    submittedAt: "2024-01-15",
    periods: [
      {
        fiscalYear: 2023,
        fiscalPeriod: "FY" as const,
        start: "2022-09-25",
        end: "2023-09-30",
        fields,
      },
    ],
  });
  const audited = statement("audited", { revenue: "383285000001", goodwill: null });
  const connector = statement("connector", { revenue: "1", goodwill: "20", inventory: "21" });
  const manual = statement("manual", {
    revenue: "2",
    goodwill: "30",
    inventory: "31",
    treasury_stock: "32",
  });
  const orders = [
    [audited, connector, manual],
    [manual, connector, audited],
    [connector, audited, manual],
    [manual, audited, connector],
  ];

  test("2.22 audited 100 > regulator 80 > connector 60 > manual 40, value by value, in any order [SFR-28]", () => {
    for (const submitted of orders) {
      const built = build("apple-2023", undefined, { submitted });
      const at = (key: string) => {
        const { value, source } = line(built, "2023FY", key);
        return [value, source];
      };
      expect(at("revenue")).toEqual(["383285000001", "audited"]);
      expect(at("net_income")).toEqual(["96995000000", "regulator"]);
      expect(at("inventory")).toEqual(["21", "connector"]);
      expect(at("treasury_stock")).toEqual(["32", "manual"]);
    }
  });

  test("2.22 a lower source never replaces the regulator's value", () => {
    const built = build("apple-2023", undefined, { submitted: [connector, manual] });
    expect(line(built, "2023FY", "revenue")).toMatchObject({
      value: "383285000000",
      source: "regulator",
    });
  });

  test("2.22 a higher source that says null does not erase a lower source's value", () => {
    const built = build("apple-2023", undefined, { submitted: orders[0] ?? [] });
    expect(line(built, "2023FY", "goodwill")).toMatchObject({ value: "20", source: "connector" });
  });

  test("2.22 no source fills a line that does not apply to the template: null with not_applicable_template", () => {
    const bank = {
      ...statement("manual", { current_assets: "5" }),
      periods: statement("manual", { current_assets: "5" }).periods.map((one) => ({
        ...one,
        fiscalYear: 2024,
        start: "2024-01-01",
        end: "2024-12-31",
      })),
    };
    const built = build("jpmorgan-2024", undefined, { submitted: [bank] });
    expect(shown(built, "2024FY", "current_assets")).toBe("not_applicable_template");
  });
});
