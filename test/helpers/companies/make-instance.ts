import { parseInstance } from "#ingest/facts/xbrl/xbrl-instance.ts";

const wanted = new Set([
  "us-gaap:NetIncomeLoss",
  "us-gaap:EarningsPerShareBasic",
  "us-gaap:Revenues",
  "us-gaap:Assets",
  "us-gaap:DefinedBenefitPlanAssetsForPlanBenefitsNoncurrent",
  "us-gaap:RestructuringCharges",
  "ifrs-full:Revenue",
  "dei:EntityCommonStockSharesOutstanding",
]);
const known = { accession: "0001288776-14-000065", form: "10-Q", filed: "2014-07-24" };

export const duration = "<startDate>2014-04-01</startDate><endDate>2014-06-30</endDate>";
export const classMember = (member: string) =>
  `<xbrldi:explicitMember dimension="us-gaap:StatementClassOfStockAxis">${member}</xbrldi:explicitMember>`;
export const context = (id: string, period: string, segment = "") =>
  `<context id="${id}"><entity><identifier scheme="http://www.sec.gov/CIK">0001288776</identifier>${
    segment && `<segment>${segment}</segment>`
  }</entity><period>${period}</period></context>`;
const units = `<unit id="usd"><measure>iso4217:USD</measure></unit>
  <unit id="shares"><measure>xbrli:shares</measure></unit><unit id="number"><measure>pure</measure></unit>
  <unit id="perShare"><divide><unitNumerator><measure>iso4217:USD</measure></unitNumerator>
  <unitDenominator><measure>shares</measure></unitDenominator></divide></unit>`;
export const cover = `<dei:EntityCentralIndexKey contextRef="q">0001288776</dei:EntityCentralIndexKey>
  <dei:EntityRegistrantName contextRef="q">Google Inc.</dei:EntityRegistrantName>
  <dei:DocumentType contextRef="q">10-Q</dei:DocumentType>
  <dei:DocumentPeriodEndDate contextRef="q">2014-06-30</dei:DocumentPeriodEndDate>
  <dei:DocumentFiscalYearFocus contextRef="q">2014</dei:DocumentFiscalYearFocus>
  <dei:DocumentFiscalPeriodFocus contextRef="q">Q2</dei:DocumentFiscalPeriodFocus>
  <dei:AmendmentFlag contextRef="q">false</dei:AmendmentFlag>`;

/** A small XBRL instance in the manner of Google's 10-Q of June 2014: `content`, two contexts, four units. */
export function instance(content: string, gaap = "http://fasb.org/us-gaap/2014-01-31") {
  return `<?xml version="1.0" encoding="US-ASCII"?>
<xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:xbrli="http://www.xbrl.org/2003/instance"
  xmlns:us-gaap="${gaap}" xmlns:dei="http://xbrl.sec.gov/dei/2014-01-31"
  xmlns:ifrs-full="http://xbrl.ifrs.org/taxonomy/2022-03-24/ifrs-full" xmlns:goog="http://www.google.com/20140630"
  xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xbrldi="http://xbrl.org/2006/xbrldi"
  xmlns:iso4217="http://www.xbrl.org/2003/iso4217" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${content}${context("q", duration)}${context("i", "<instant>2014-06-30</instant>")}${units}</xbrl>`;
}

export const parse = (text: string, filing: Parameters<typeof parseInstance>[2] = known) =>
  parseInstance(Buffer.from(text), wanted, filing);
export const fact = (
  name: string,
  value: string,
  attributes = 'contextRef="q" unitRef="usd" decimals="-6"',
) => `<${name} ${attributes}>${value}</${name}>`;
export const values = (content: string) =>
  parse(instance(content)).facts.map(({ value, decimals }) => [value, decimals]);
