import { expect, test } from "vitest";
import { ParseError } from "#ingest/errors.ts";
import { parseInstance } from "#ingest/facts/xbrl/xbrl-instance.ts";
import { readInstance } from "#ingest/facts/xbrl/xbrl-reader.ts";
import { number, page, words } from "./inline-page.ts";

const read = (body: string) => readInstance(Buffer.from(page(body)), () => true);
const textsOf = (body: string) => read(body).facts.map(({ text }) => text);

test("numbers are transformed, scaled and signed [FCE-06]", () => {
  const cases: [string, string][] = [
    [number("24,575", 'format="ixt:num-dot-decimal" scale="6"'), "24575000000"],
    [number("1.234,5", 'format="ixt:numcommadecimal" scale="3" sign="-"'), "-1234500"],
    [number("1 234.5", 'format="ixt:num-dot-decimal" scale="-2"'), "12.345"],
    [number("—", 'format="ixt:fixed-zero" scale="6"'), "0"],
    [number("-", 'format="ixt:zerodash"'), "0"],
    [number("12.50"), "12.5"],
    [number("1.5e2", 'scale="3"'), "150000"],
    [number("two hundred and five thousand", 'format="ixt-sec:numwordsen"'), "205000"],
    [number("Twenty-one", 'format="ixt-sec:num-word-en"'), "21"],
    [number("5 dollars 7 cents", 'format="ixt:num-unit-decimal"'), "5.07"],
  ];

  for (const [body, value] of cases) expect(textsOf(body)).toEqual([value]);
});

test("texts of the cover are transformed [FCE-06]", () => {
  const cases: [string, string, string][] = [
    ["date-monthname-day-year-en", "September 28, 2024", "2024-09-28"],
    ["datemonthdayyearen", "Sept. 1st 2024", "2024-09-01"],
    ["date-day-monthname-year-en", "28 September 2024", "2024-09-28"],
    ["date-month-day-year", "9/28/24", "2024-09-28"],
    ["date-year-month-day", "2024.9.28", "2024-09-28"],
    ["date-monthname-day-en", "September 28", "--09-28"],
    ["date-monthname-year-en", "March 2025", "2025-03"],
    ["fixed-true", "x", "true"],
    ["boolballotbox", "☒", "true"],
    ["boolballotbox", "☐", "false"],
    ["stateprovnameen", "Delaware", "DE"],
    ["exchnameen", "The Nasdaq Stock Market LLC", "NASDAQ"],
    ["entityfilercategoryen", "Non- accelerated filer", "Non-accelerated Filer"],
    ["stateprovnameen", "Québec", "QC"],
    ["exchnameen", "Cboe EDGX Exchange, Inc.", "CboeEDGX"],
    ["countrynameen", "Bosnia and Herzegovina", "BA"],
    ["countrynameen", "Côte d’Ivoire", "CI"],
    ["edgarprovcountryen", "Ontario, Canada", "A6"],
    ["edgarprovcountryen", "Cayman Islands", "E9"],
    ["datequarterend", "third quarter of 2024", "2024-09-30"],
    ["dateslashdaymontheu", "28/9", "--09-28"],
    ["duryear", "1.5", "P1Y6M"],
    // As the regulator extracted 13.4, 1.2 and 2.7 years of three filings.
    ["duryear", "13.4", "P13Y4M24D"],
    ["duryear", "1.2", "P1Y2M12D"],
    ["duryear", "2.7", "P2Y8M12D"],
    ["duryear", "0", "P0Y"],
    ["durmonth", "18", "P18M"],
    ["durmonth", "2.5", "P2M15D"],
    ["durday", "1.5", "P1DT12H"],
    ["durhour", "-36", "-PT36H"],
    ["durday", "ninety", "P90D"],
    ["durwordsen", "five years, two months", "P5Y2M"],
    ["durwordsen", "three\u2011year", "P3Y"],
    ["fixed-true", "We engage third parties. ".repeat(100), "true"],
  ];

  for (const [format, text, value] of cases) {
    expect([format, ...textsOf(words(text, `format="ixt:${format}"`))]).toEqual([format, value]);
  }
});

test("continuations belong to their fact, excluded parts and footnotes do not [FCE-06]", () => {
  const body =
    words("One <ix:exclude>page 5 <b>of 9</b></ix:exclude>Big", 'continuedAt="c1"') +
    "<p>between</p>" +
    '<ix:continuation id="c2"> Company</ix:continuation>' +
    '<ix:continuation id="c1" continuedAt="c2"> <i>Old</i><ix:footnote id="n">1</ix:footnote></ix:continuation>';

  expect(textsOf(body)).toEqual(["One Big Old Company"]);
});

test("continuations in a circle end [FCE-06]", () => {
  const body =
    words("One", 'continuedAt="c1"') +
    '<ix:continuation id="c1" continuedAt="c1">!</ix:continuation>';

  expect(textsOf(body)).toEqual(["One!"]);
});

test("nested facts have their own values, nil ones none, and others of another target are left out [FCE-06]", () => {
  const inner = number("7", "", "us-gaap:Costs");
  const found = read(
    number(`<b>${inner}</b>`, 'scale="3"') +
      number("", 'xsi:nil="true"', "us-gaap:Goodwill") +
      number("9", 'target="other"', "us-gaap:Assets"),
  );

  expect(found.facts.map(({ tag, text }) => [tag, text])).toEqual([
    ["Costs", "7"],
    ["Revenues", "7000"],
  ]);
  expect(found.nils).toEqual([{ taxonomy: "us-gaap", tag: "Goodwill", contextRef: "D" }]);
});

test("a fact that cannot be read is set aside with its reason, and others are read [FCE-04]", () => {
  const found = read(
    number("1", 'format="ixt:num-roman"') +
      number("many", 'format="ixt:num-dot-decimal"') +
      number("1", 'scale="x"') +
      `<ix:fraction contextRef="D" unitRef="USD" name="us-gaap:Share"></ix:fraction>` +
      words("Wednesday", 'format="ixt:date-month-day-year"') +
      number("12", 'format="ixt:zerodash"') +
      number("5"),
  );

  expect(found.facts.map(({ text }) => text)).toEqual(["5"]);
  expect(found.setAside.map(({ reason }) => reason)).toEqual([
    "us-gaap:Share is a fraction",
    "us-gaap:Revenues has the format num-roman, which is not known",
    'us-gaap:Revenues is no number by num-dot-decimal: "many"',
    'us-gaap:Revenues has no scale by XML Schema: "1"',
    'dei:EntityRegistrantName is no text by date-month-day-year: "Wednesday"',
    'us-gaap:Revenues is no number by zerodash: "12"',
  ]);
});

test("an inline document gives the facts of a company like its instance [FCE-06]", () => {
  const body =
    words("10-K", "", "dei:DocumentType") +
    words("1", "", "dei:EntityCentralIndexKey") +
    number("24,575", 'format="ixt:num-dot-decimal" scale="6"') +
    number("?", 'format="ixt:num-dot-decimal"');
  const parsed = parseInstance(Buffer.from(page(body)), new Set(["us-gaap:Revenues"]), {
    accession: "0000000001-25-000001",
    form: null,
    filed: null,
  });

  expect([parsed.cik, parsed.dei.documentType]).toEqual(["0000000001", "10-K"]);
  expect(parsed.facts.map(({ unit, start, end, value }) => [unit, start, end, value])).toEqual([
    ["USD", "2024-01-01", "2024-12-31", "24575000000"],
  ]);
  expect(parsed.rejected?.map(({ tag }) => tag)).toEqual(["Revenues"]);
});

test("a page of common HTML is read, one that declares entities or is cut is refused [FCE-04]", () => {
  const body = words("Ben &amp; Jerry&rsquo;s&dagger; &yuml;&Sigma;&sigma;");
  const html = Buffer.from(page(body, "<!-- made -->\n<!DOCTYPE html>\n"));
  const bomb = page(words("&a;"), '<!DOCTYPE html [<!ENTITY a "b">]>');

  expect(readInstance(html, () => true).facts.map(({ text }) => text)).toEqual([
    "Ben & Jerry’s† ÿΣσ",
  ]);
  for (const [text, reason] of [
    [bomb, "DOCTYPE"],
    [page(body).slice(0, -9), "the page is no XHTML that can be read"],
    [page("<p>a<br>b</p>"), "the page is no XHTML that can be read"],
    [page("&unknown;"), "the page is no XHTML that can be read"],
  ] as const) {
    expect(() => readInstance(Buffer.from(text), () => true)).toThrow(ParseError);
    expect(() => readInstance(Buffer.from(text), () => true)).toThrow(reason);
  }
});

test("scripts that the regulator's server puts into a page are left out, an open one is refused [FCE-04]", () => {
  const fact = number("24,575", 'format="ixt:num-dot-decimal" scale="6"');
  const script =
    '<script >b="505"</script><script type="text/javascript" src="/akam/13/1e" defer></script>';
  const pixel = '<noscript><img src="/akam/13/pixel?a=1&js=off" alt></noscript>';
  expect(textsOf(`${script}${fact}${pixel}`)).toEqual(["24575000000"]);
  expect(textsOf(`<p>x</p>${fact}${script}`)).toEqual(["24575000000"]);
  expect(() => read(`${fact}<script defer>`)).toThrow(ParseError);
  // Of an instance, which is no page, nothing is left out.
  const instance = `<xbrl xmlns="http://www.xbrl.org/2003/instance">${script}</xbrl>`;
  expect(() => readInstance(Buffer.from(instance), () => true)).toThrow(ParseError);
});
