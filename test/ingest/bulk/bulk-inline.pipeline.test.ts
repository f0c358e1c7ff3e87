import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ingestFiles } from "#ingest/bulk/files.ts";
import { openTestPipeline } from "../../helpers/pipeline.ts";
import { number, page, words } from "../facts/inline-page.ts";

const folder = await mkdtemp(join(tmpdir(), "tenk-inline-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

test("the main document of a filing is ingested like its instance [FCE-06]", async () => {
  const { context } = await openTestPipeline();
  const body =
    words("10-K", "", "dei:DocumentType") +
    words("2024-12-31", "", "dei:DocumentPeriodEndDate") +
    words("2024", "", "dei:DocumentFiscalYearFocus") +
    words("FY", "", "dei:DocumentFiscalPeriodFocus") +
    number("24,575", 'format="ixt:num-dot-decimal" scale="6"') +
    number("(1,234.5)", 'format="ixt:num-dot-decimal" scale="6"', "us-gaap:OperatingIncomeLoss") +
    number("1,234.5", 'format="ixt:num-dot-decimal" scale="6" sign="-"', "us-gaap:NetIncomeLoss");
  const outcome = await ingestFiles([await file("one-20241231.htm", page(body))], context, {
    accession: "0000000001-25-000001",
    filed: "2025-02-20",
  });

  expect(outcome).toMatchObject({ added: 1, refused: [] });
  const { rows } = await context.database.pool.query(
    "select fields->>'revenue' as revenue, fields->>'net_income' as income, " +
      "fields->>'operating_income' as operating from statement " +
      "where company_key = '0000000001' and statement_type = 'income_statement' and period_key = '2024FY'",
  );
  expect(rows).toEqual([{ revenue: "24575000000", income: "-1234500000", operating: null }]);
});

test.each([
  [
    "letter.htm",
    "<!DOCTYPE html><html><body>Dear</body></html>",
    "a page without XBRL inside: give",
  ],
  ["10k.htm", "<DOCUMENT>\n<TYPE>10-K\n<TEXT>\n<html>", "a page without XBRL inside: give"],
  ["old.txt", "-----BEGIN PRIVACY-ENHANCED MESSAGE-----", "the text of a whole submission: give"],
  ["new.txt", "<SEC-DOCUMENT>0000000001-25-000001.txt", "the text of a whole submission: give"],
  ["one.xml", "<link:linkbase/>", "a schema or linkbase without its filing: put"],
  ["list.idx", "Description: Master Index", "neither companyfacts, nor an XBRL instance"],
])(
  "%s that is no filing is refused with what to give instead [PIP-13]",
  async (name, text, reason) => {
    const { context } = await openTestPipeline();
    const path = await file(name, text);
    const outcome = await ingestFiles([path], context);

    expect(outcome.refused).toEqual([{ path, reason: expect.stringContaining(reason) }]);
  },
);
