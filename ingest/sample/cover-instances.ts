/** Share counts that a cover states per class: company facts leave out whatever has a dimension. */
interface CoverInstance {
  cik: string;
  accession: string;
  document: string;
  periodStart: string;
  periodEnd: string;
  /** Other cover facts, by dei tag. */
  cover: Record<string, string>;
  /** Date of the share counts. */
  countedOn: string;
  companyNamespace: { prefix: string; uri: string };
  /** Shares by member of us-gaap:StatementClassOfStockAxis. */
  shares: Record<string, string>;
}

/** Copied by hand from the covers, which `make.ts` does not read. */
const coverInstances: readonly CoverInstance[] = [
  {
    cik: "0001652044",
    accession: "0001652044-25-000014",
    document: "goog-20241231_htm.xml",
    periodStart: "2024-01-01",
    periodEnd: "2024-12-31",
    cover: {
      DocumentType: "10-K",
      DocumentPeriodEndDate: "2024-12-31",
      AmendmentFlag: "false",
      DocumentFiscalYearFocus: "2024",
      DocumentFiscalPeriodFocus: "FY",
      EntityCentralIndexKey: "0001652044",
      EntityRegistrantName: "Alphabet Inc.",
    },
    countedOn: "2025-01-28",
    companyNamespace: { prefix: "goog", uri: "http://www.google.com/20241231" },
    shares: {
      "us-gaap:CommonClassAMember": "5833000000",
      "us-gaap:CommonClassBMember": "860000000",
      "goog:CapitalClassCMember": "5497000000",
    },
  },
];

/** The XBRL instance of a filing, reduced to its cover; null where the sample has none. */
export function coverInstance(accession: string): { name: string; body: string } | null {
  const instance = coverInstances.find((one) => one.accession === accession);
  return instance ? { name: instance.document, body: instanceXml(instance) } : null;
}

function instanceXml(instance: CoverInstance): string {
  const { periodEnd, companyNamespace: own, document } = instance;
  const year = periodEnd.slice(0, 4);
  const classes = Object.entries(instance.shares);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<xbrl xml:lang="en-US" xmlns="http://www.xbrl.org/2003/instance"',
    `  xmlns:dei="http://xbrl.sec.gov/dei/${year}" xmlns:us-gaap="http://fasb.org/us-gaap/${year}"`,
    `  xmlns:${own.prefix}="${own.uri}" xmlns:xbrldi="http://xbrl.org/2006/xbrldi"`,
    '  xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink">',
    `    <link:schemaRef xlink:href="${document.replace("_htm.xml", ".xsd")}" xlink:type="simple"/>`,
    '    <context id="cover">',
    `        <entity><identifier scheme="http://www.sec.gov/CIK">${instance.cik}</identifier></entity>`,
    `        <period><startDate>${instance.periodStart}</startDate><endDate>${periodEnd}</endDate></period>`,
    "    </context>",
    ...classes.map(([member], at) => contextXml(instance, member, at)),
    '    <unit id="shares"><measure>shares</measure></unit>',
    ...Object.entries(instance.cover).map(
      ([tag, text]) => `    <dei:${tag} contextRef="cover">${text}</dei:${tag}>`,
    ),
    ...classes.map(
      ([, shares], at) =>
        `    <dei:EntityCommonStockSharesOutstanding contextRef="c-${at + 1}" decimals="INF" unitRef="shares">${shares}</dei:EntityCommonStockSharesOutstanding>`,
    ),
    "</xbrl>",
    "",
  ].join("\n");
}

function contextXml({ cik, countedOn }: CoverInstance, member: string, at: number): string {
  return [
    `    <context id="c-${at + 1}">`,
    `        <entity><identifier scheme="http://www.sec.gov/CIK">${cik}</identifier><segment>`,
    `            <xbrldi:explicitMember dimension="us-gaap:StatementClassOfStockAxis">${member}</xbrldi:explicitMember>`,
    "        </segment></entity>",
    `        <period><instant>${countedOn}</instant></period>`,
    "    </context>",
  ].join("\n");
}
