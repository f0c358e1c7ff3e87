import { expect, test } from "vitest";
import { accessionFromPath, sniffDocument } from "#ingest/facts/document-kind.ts";

test.each([
  ["companyfacts", '{"cik":320193,"entityName":"Apple Inc.","facts":{}}'],
  ["companyfacts", ' {"ticker":"BA","cik":12927,"fetched":"2026-07-24","facts":{}}'],
  ["submissions", '{"cik":"0000320193","filings":{"recent":{},"files":[]}}'],
  ["submissions", '{"accessionNumber":[],"filingDate":[]}'],
  ["submitted", '{"source":"audited","periods":[]}'],
  ["instance", '<?xml version="1.0"?><xbrli:xbrl xmlns:xbrli="x"/>'],
  ["instance", '\n<?xml version="1.0"?>\n<!-- made by a tool -->\n<xbrl>'],
  [
    "instance",
    '<!DOCTYPE html>\n<html xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"><body/></html>',
  ],
  [null, "<html><body>xbrl</body></html>"],
  [null, '<?xml version="1.0"?><link:linkbase xmlns:link="x"/>'],
  [null, '{"cik":320193,"facts":{'],
  [null, '{"title":"Apple"}'],
  [null, "CIK|Company Name|Form Type"],
  [null, ""],
])("content tells a %s", (kind, text) => {
  expect(sniffDocument(Buffer.from(text))).toBe(kind);
});

test.each([
  ["/edgar/data/320193/000032019323000106/aapl-20230930_htm.xml", "0000320193-23-000106"],
  ["Archives\\edgar\\data\\320193\\000032019323000106\\a.xml", "0000320193-23-000106"],
  ["000032019323000106/aapl.xml", "0000320193-23-000106"],
  ["0001045810-26-000024.txt", "0001045810-26-000024"],
  ["data/1045810/0001045810-26-000024-index.html", "0001045810-26-000024"],
  ["data/320193/accession-unknown/aapl-20230930.xml", null],
  ["data/320193/1000032019323000106/aapl.xml", null],
  ["aapl-20230930_htm.xml", null],
])("the accession of %s is %s", (path, accession) => {
  expect(accessionFromPath(path)).toBe(accession);
});
