import { describe, expect, test } from "vitest";
import { buildTerminal } from "#ingest/terminal/build-terminal.ts";
import type { CompanyProfile, FilingRecord } from "#schemas/shapes/companies/company.ts";
import { apple, jpmorgan, tsmc } from "../../helpers/companies/terminal-companies.ts";
import { filingRecord, input, profile } from "../../helpers/companies/terminal-parts.ts";

const filed = (form: string, date: string, of: Partial<FilingRecord> = {}) =>
  filingRecord({
    accession: `0000945436-${date.slice(2, 4)}-${date.slice(5, 7)}${date.slice(8, 10)}00`,
    form,
    filed: date,
    acceptedAt: `${date}T16:00:00.000Z`,
    ...of,
  });

const identityOf = (of: Partial<CompanyProfile>, filings: FilingRecord[] = []) =>
  buildTerminal(input({ profile: profile({ entityType: "operating", ...of }), filings })).identity;

describe("identity", () => {
  test("of a listed domestic issuer is complete [TRM-07] [PUB-22]", () => {
    const { source, ...identity } = buildTerminal(apple()).identity;
    expect(identity).toEqual({
      state: "available",
      primaryExchange: "Nasdaq",
      primaryTicker: "AAPL",
      serviceTicker: "APPLE",
      cik: "0000320193",
      secName: "Apple Inc.",
      sic: "3571",
      sicDescription: "Electronic Computers",
      fiscalYearEnd: "0930",
      issuerStatus: "domestic_issuer",
      listingStatus: "listed",
      claimStatus: "unclaimed",
      referenceLabel: "Reference profile from regulator filings, not claimed by the company",
      companyMarketStatus: "public",
      regulationCategory: "Large accelerated filer",
      isActiveOperatingCompany: true,
    });
    expect(source).toMatchObject({ kind: "regulator_index", provider: "SEC EDGAR" });
  });

  test("of a 20-F filer is a foreign private issuer, told by its facts' forms alone [TRM-07]", () => {
    expect(buildTerminal(tsmc()).identity).toMatchObject({
      issuerStatus: "foreign_private_issuer",
      primaryExchange: "NYSE",
      isActiveOperatingCompany: true,
    });
  });

  test("the newest annual form decides, not a report from before a change of status [TRM-07]", () => {
    const filings = [filed("10-K", "2023-02-20"), filed("20-F", "2005-05-13")];
    expect(identityOf({}, filings).issuerStatus).toBe("domestic_issuer");
    expect(identityOf({}, [filed("40-F", "2023-02-20")]).issuerStatus).toBe("canadian_issuer");
    expect(identityOf({}, [filed("6-K", "2023-02-20")]).issuerStatus).toBe(
      "foreign_private_issuer",
    );
    expect(identityOf({}, [filed("4", "2023-02-20")]).issuerStatus).toBeNull();
  });

  test("of SunEdison after its bankruptcy is delisted, not reporting and not active [TRM-07]", () => {
    const filings = [
      filed("15-12B", "2018-01-05"),
      filed("25-NSE", "2016-05-05"),
      filed("10-Q", "2015-11-09"),
    ];
    expect(identityOf({ sic: "3674" }, filings)).toMatchObject({
      listingStatus: "delisted",
      companyMarketStatus: "formerly_public",
      issuerStatus: "not_reporting",
      isActiveOperatingCompany: false,
    });
  });

  test("of a foreign issuer between two annual reports is active by its current reports [TRM-07]", () => {
    const annual = filed("20-F", "2022-04-17");
    expect(identityOf({}, [annual]).isActiveOperatingCompany).toBe(false);
    expect(identityOf({}, [filed("6-K", "2024-01-23"), annual]).isActiveOperatingCompany).toBe(
      true,
    );
  });

  test("a delisted bond does not delist a listed company [TRM-07]", () => {
    const filings = [filed("25-NSE", "2024-01-10"), filed("10-K", "2023-11-03")];
    const tickers = [{ ticker: "AAPL", exchange: "Nasdaq" }];
    expect(identityOf({ tickers }, filings)).toMatchObject({
      listingStatus: "listed",
      issuerStatus: "domestic_issuer",
    });
  });

  test.each([
    ["only over the counter", [{ ticker: "SMERY", exchange: "OTC" }], "over_the_counter", "public"],
    ["with an exchange nobody states", [{ ticker: "XYZ", exchange: null }], null, null],
    ["nowhere, while reporting", [], "not_listed", "reporting_only"],
  ])("a company traded %s [TRM-07]", (_, tickers, listingStatus, companyMarketStatus) => {
    expect(identityOf({ tickers }, [filed("10-K", "2023-11-03")])).toMatchObject({
      listingStatus,
      companyMarketStatus,
    });
  });

  test("a shell company operates nothing [TRM-07]", () => {
    const shell = identityOf({ sic: "6770" }, [filed("10-K", "2024-02-03")]);
    expect(shell.isActiveOperatingCompany).toBe(false);
  });

  test("the filer category loses its line break; an empty one is null [TRM-07]", () => {
    const category = "Non-accelerated filer<br>Smaller reporting company";
    expect(identityOf({ category }).regulationCategory).toBe(
      "Non-accelerated filer, Smaller reporting company",
    );
    expect(identityOf({ category: "<br>" }).regulationCategory).toBeNull();
  });

  test("without the regulator's record is partial and null, never guessed [TRM-07] [TRM-32]", () => {
    const { profile: _, ...given } = jpmorgan();
    const built = buildTerminal({ ...given, profile: null });
    expect(built.identity).toMatchObject({
      state: "partial",
      cik: "0000019617",
      secName: null,
      primaryTicker: null,
      listingStatus: null,
      companyMarketStatus: null,
      issuerStatus: "domestic_issuer",
    });
    expect(built.profileMode).toBe("public_reference");
  });

  test("a registrant without reports and tickers stays unclassified, never private [TRM-03]", () => {
    const person = input({ profile: profile({ name: "BUFFETT WARREN E", entityType: "other" }) });
    expect(buildTerminal(person).profileMode).toBe("unclassified_company");
  });
});

describe("filings", () => {
  test("are newest first with their addresses, amendments and use [TRM-18] [TRM-19] [TRM-20]", () => {
    const given = apple();
    given.filings.push(
      filed("8-K", "2024-02-01", {
        accession: "0000320193-24-000005",
        primaryDocument: "a b/x?y.htm",
      }),
      filed("10-K/A", "2023-12-01", { accession: "0000320193-23-000120" }),
      filed("4", "2024-02-15", { accession: "0000320193-24-000009" }),
      filed("10-Q", "2023-08-04", { accession: "0000320193-23-000077" }),
    );
    const { filings } = buildTerminal(given);
    expect(filings).toMatchObject({
      state: "available",
      latestAnnualFiledAt: "2023-11-03",
      latestQuarterlyFiledAt: "2023-08-04",
    });
    expect(
      filings.rows.map(({ form, isAmendment, status }) => [form, isAmendment, status]),
    ).toEqual([
      ["8-K", false, "listed"],
      ["10-K/A", true, "listed"],
      ["10-K", false, "processed"],
      ["10-Q", false, "listed"],
      ["10-K", false, "processed"],
    ]);
    expect(filings.rows[0]?.primaryDocumentUrl).toBe(
      "https://www.sec.gov/Archives/edgar/data/320193/000032019324000005/a%20b/x%3Fy.htm",
    );
    expect(filings.rows[2]?.filingIndexUrl).toBe(
      "https://www.sec.gov/Archives/edgar/data/320193/000032019323000106/0000320193-23-000106-index.htm",
    );
  });

  test("of a company without submissions are those its figures come from, and say so [TRM-18] [TRM-32]", () => {
    const { filings } = buildTerminal(jpmorgan());
    expect(filings.state).toBe("partial");
    expect(filings.unavailableReason).toMatch(/filing index is not at hand/);
    expect(filings.rows.map(({ accessionNumber, status }) => [accessionNumber, status])).toEqual([
      ["0000019617-24-000225", "processed"],
    ]);
  });

  test("are one row per accession number and at most sixty [TRM-19]", () => {
    const given = apple();
    for (let i = 0; i < 200; i++) {
      const accession = `0000320193-24-${String(i % 100).padStart(6, "0")}`;
      given.filings.push(filed("8-K", "2024-02-01", { accession }));
    }
    const { rows } = buildTerminal(given).filings;
    expect(rows).toHaveLength(60);
    expect(new Set(rows.map(({ accessionNumber }) => accessionNumber)).size).toBe(60);
  });

  test("keep the CIK that filed them in their address [TRM-19]", () => {
    const given = apple();
    given.filings = [filed("10-K", "2024-02-15", { cik: "0001288776" })];
    expect(buildTerminal(given).filings.rows[0]?.filingIndexUrl).toContain("/data/1288776/");
  });
});
