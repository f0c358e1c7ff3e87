import ExcelJS from "exceljs";
import { describe, expect, test } from "vitest";
import { contentDisposition } from "#api/http/responses/attachment.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import { templates } from "#registry/models/catalogue.ts";
import { modelDisclaimer } from "#registry/models/compute.ts";
import { testApp } from "../../helpers/app.ts";
import { differences, isSame, readBook, recalculate } from "../../helpers/companies/recalculate.ts";
import { hostileNames } from "../../helpers/endpoints/hostile-names.ts";
import { makeCompany, makeTicker } from "../../helpers/make.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const { context } = await openTestPipeline();
await ingestCompany(apple, context);
const { db, send } = await testApp({ database: context.database });
const id = entityIdOf(apple);
const base = `/v2/entities/${id}/models`;
const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const post = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
  send({
    method: "POST",
    url,
    payload: JSON.stringify(payload),
    headers: { "content-type": "application/json", ...headers },
  });

describe("POST /v2/entities/:id/models/:templateKey/export", () => {
  test("a workbook is an attachment under the canonical key [MOD-56] [MOD-58]", async () => {
    const answer = await post(`${base}/terminal_growth/export?asOf=2023-11-03`, { format: "xlsx" });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": xlsx,
      "content-disposition": "attachment; filename=AAPL_dcf_5_year_terminal_growth_20230930.xlsx",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    expect(answer.rawPayload.subarray(0, 2).toString()).toBe("PK");
  });

  test("a CSV is an attachment in UTF-8 [MOD-57] [MOD-58]", async () => {
    const answer = await post(`${base}/epv/export?asOf=2023-11-03`, { format: "csv" });
    expect(answer.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": "attachment; filename=AAPL_earnings_power_value_20230930.csv",
      "x-content-type-options": "nosniff",
    });
    expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(answer.body.split("\r\n")[1]).toContain(`"${modelDisclaimer}"`);
  });

  test("the export needs no credential, and a bad one does not matter [AUT-12]", async () => {
    const headers = { authorization: "Bearer bad" };
    const answer = await post(`${base}/wacc/export`, { format: "csv" }, headers);
    expect(answer.statusCode).toBe(200);
  });

  test.each(templates.map(({ key }) => key))(
    "%s: the file holds what compute answers, and its formulas give the same [MOD-60] [MOD-61]",
    async (key) => {
      const file = await post(`${base}/${key}/export`, { format: "xlsx" });
      const { data } = (await post(`${base}/${key}/compute`, {})).json();
      const book = await readBook(file.rawPayload);
      const results = await recalculate(file.rawPayload);
      expect(differences(book, results)).toEqual([]);
      const headline = data.valuation.fairValuePerShare ?? data.rateResult?.wacc ?? null;
      if (headline !== null) {
        expect([...results.values()].some((value) => isSame(value, headline))).toBe(true);
      }
      const texts = [...book.cells].filter(([, { value }]) => value === modelDisclaimer);
      const withDisclaimer = new Set(texts.map(([cell]) => cell.slice(0, cell.lastIndexOf("!"))));
      expect([...withDisclaimer].sort()).toEqual([...book.sheets].sort());
    },
  );

  test("overrides are in the file as compute takes them [MOD-56] [MOD-60]", async () => {
    const overrides = {
      assumptions: { discount_rate: 0.085 },
      drivers: { revenue_growth: { "2026": 0.1 } },
    };
    const file = await post(`${base}/terminal_growth/export`, { format: "xlsx", ...overrides });
    const { data } = (await post(`${base}/terminal_growth/compute`, overrides)).json();
    const { cells, names } = await readBook(file.rawPayload);
    expect(cells.get(names.get("discount_rate") ?? "")).toEqual({ value: 0.085, formula: null });
    const results = await recalculate(file.rawPayload);
    const headline = data.valuation.fairValuePerShare;
    expect([...results.values()].some((value) => isSame(value, headline))).toBe(true);
  });

  test.each([
    [undefined, 'format must be "csv" or "xlsx".'],
    [{}, 'format must be "csv" or "xlsx".'],
    [{ format: "pdf" }, 'format must be "csv" or "xlsx".'],
    [{ format: ["csv"] }, 'format must be "csv" or "xlsx".'],
    [{ format: "CSV" }, 'format must be "csv" or "xlsx".'],
    [["csv"], 'format must be "csv" or "xlsx".'],
    [
      { format: "csv", assumptions: { discount_rate: "0.1" } },
      'Assumption "discount_rate" must be a finite number.',
    ],
    [
      { format: "xlsx", assumptions: { base_revenue: 1 } },
      'Assumption "base_revenue" comes from filings and cannot be overridden.',
    ],
    [
      { format: "xlsx", assumptions: { discount_rate: 0.02 } },
      "discount_rate (2.00%) must be greater than terminal_growth (2.50%) in a perpetuity model.",
    ],
    [
      { format: "xlsx", scenario: "Mine" },
      'Unknown member "scenario". Allowed: assumptions, drivers.',
    ],
  ])(
    "%j is refused as compute refuses it, not a broken file [MOD-57] [MOD-62]",
    async (body, message) => {
      const answer = await post(`${base}/terminal_growth/export`, body);
      expect(answer.statusCode).toBe(400);
      expect(answer.headers["content-type"]).toContain("application/json");
      expect(answer.headers["content-disposition"]).toBeUndefined();
      expect(answer.json().error).toMatchObject({ code: "BAD_REQUEST", message });
    },
  );

  test("an unknown template or entity is not found, whatever the body [MOD-54]", async () => {
    for (const url of [
      `${base}/nothing/export`,
      "/v2/entities/0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11/models/epv/export",
    ]) {
      expect((await post(url, { format: "csv" })).statusCode).toBe(404);
    }
  });

  test("a company without filings gets a file with the reason [MOD-55]", async () => {
    const empty = await makeCompany(db, { name: "Empty Inc.", slug: "empty-inc" });
    const answer = await post(`/v2/entities/${empty.id}/models/epv/export`, { format: "csv" });
    expect(answer.headers["content-disposition"]).toBe(
      `attachment; filename=Empty_Inc._earnings_power_value.csv; filename*=UTF-8''Empty%20Inc._earnings_power_value.csv`,
    );
    expect(answer.body).toContain("insufficient_data");
  });

  test.each(hostileNames.filter((name) => name.isWellFormed() && !name.includes("\u0000")))(
    "a company called %j is text in every cell, and cannot break the header",
    async (name) => {
      const made = await makeCompany(db, { name });
      const answer = await post(`/v2/entities/${made.id}/models/wacc/export`, { format: "xlsx" });
      expect(answer.statusCode).toBe(200);
      const header = String(answer.headers["content-disposition"]);
      expect(header).toMatch(
        /^attachment; filename=[A-Za-z0-9_-][A-Za-z0-9._-]*(; filename\*=UTF-8''[A-Za-z0-9._~%&+$#^`|!-]+)?$/,
      );
      expect(answer.headers["x-injected"]).toBeUndefined();
      const book = new ExcelJS.Workbook();
      await book.xlsx.load(answer.rawPayload as unknown as ArrayBuffer);
      const cell = book.getWorksheet("Summary")?.getCell("B4");
      expect(cell?.formula).toBeUndefined();
      expect(String(cell?.value)).toMatch(/^(?![\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠−])/u);
      expect(
        differences(await readBook(answer.rawPayload), await recalculate(answer.rawPayload)),
      ).toEqual([]);
    },
  );

  test("a ticker names the file", async () => {
    const made = await makeCompany(db, { name: "Berkshire" });
    await makeTicker(db, made.id, "BRK-B");
    const answer = await post(`/v2/entities/${made.id}/models/wacc/export`, { format: "csv" });
    expect(answer.headers["content-disposition"]).toBe("attachment; filename=BRK-B_wacc.csv");
  });
});

describe("Content-Disposition", () => {
  test.each([
    ["AAPL_wacc.csv", "attachment; filename=AAPL_wacc.csv"],
    [
      "Société Générale_wacc.csv",
      `attachment; filename=Societe_Generale_wacc.csv; filename*=UTF-8''Soci%C3%A9t%C3%A9%20G%C3%A9n%C3%A9rale_wacc.csv`,
    ],
    [
      'a"; filename="evil.exe',
      `attachment; filename=a_filename_evil.exe; filename*=UTF-8''a_%3B%20filename%3D_evil.exe`,
    ],
    [
      "x\r\nSet-Cookie: a=b.csv",
      `attachment; filename=x_Set-Cookie_a_b.csv; filename*=UTF-8''x_Set-Cookie_%20a%3Db.csv`,
    ],
    ["../../etc/passwd", `attachment; filename=etc_passwd; filename*=UTF-8''.._.._etc_passwd`],
    [
      "株式会社.xlsx",
      `attachment; filename=export.xlsx; filename*=UTF-8''%E6%A0%AA%E5%BC%8F%E4%BC%9A%E7%A4%BE.xlsx`,
    ],
    [
      "it's (50%)*.csv",
      `attachment; filename=it_s_50_.csv; filename*=UTF-8''it%27s%20%2850%25%29_.csv`,
    ],
  ])("%j", (name, header) => {
    expect(contentDisposition(name)).toBe(header);
  });

  test("a long name keeps its extension", () => {
    expect(contentDisposition(`${"a".repeat(500)}.xlsx`)).toBe(
      `attachment; filename=${"a".repeat(115)}.xlsx`,
    );
  });
});
