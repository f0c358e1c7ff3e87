import ExcelJS, { type Worksheet } from "exceljs";
import { XMLValidator } from "fast-xml-parser";
import JSZip from "jszip";
import { describe, expect, test } from "vitest";
import { roundFormula } from "#api/modules/models/export/excel-formula.ts";
import { setForPaper } from "#api/modules/models/export/paper.ts";
import { layOutWorkbook } from "#api/modules/models/export/workbook.ts";
import { round } from "#registry/models/answers/rounding.ts";
import { templates } from "#registry/models/catalogue.ts";
import { modelDisclaimer } from "#registry/models/compute.ts";
import { exportedModel, workbookOf } from "../../helpers/companies/exported.ts";
import { compute, goldenApple } from "../../helpers/companies/models.ts";
import { readBook } from "../../helpers/companies/recalculate.ts";

const apple = await goldenApple();

async function open(key: string, body?: unknown): Promise<ExcelJS.Workbook> {
  const book = new ExcelJS.Workbook();
  const bytes = await workbookOf(exportedModel(apple, key, body));
  await book.xlsx.load(bytes as unknown as ArrayBuffer);
  return book;
}

const dcf = await open("dcf_10_year_terminal_growth", {
  assumptions: { discount_rate_low: 0.08 },
  drivers: { ebitda_margin: { "2026": 0.3 } },
});
const sheet = (name: string, book = dcf): Worksheet => {
  const found = book.getWorksheet(name);
  if (found === undefined) throw new Error(`no sheet ${name}`);
  return found;
};
/** The first row whose cell in a column is the text. */
function rowOf(of: Worksheet, text: string, column = 1): number {
  for (let row = 1; row <= of.rowCount; row += 1) {
    if (of.getCell(row, column).value === text) return row;
  }
  throw new Error(`no row "${text}"`);
}
const blue = "FF0000FF";
const green = "FF007A33";

describe("a DCF workbook", () => {
  test("has the sheets of the design, in their order", () => {
    expect(dcf.worksheets.map(({ name }) => name)).toEqual([
      ...["Summary", "Assumptions", "DCF", "Filed history", "Sources & Disclaimer"],
    ]);
  });

  test("each input has its source beside it: accession, concept, period, form [MOD-13]", () => {
    const assumptions = sheet("Assumptions");
    const header = (assumptions.getRow(4).values as unknown[]).slice(1);
    expect(header).toEqual([
      ...["Key", "Assumption", "Value", "Unit", "Low", "Mid", "High", "Source", "Period end"],
      ...["Concept", "Form", "Accession number", "Filed", "Note", "At least", "At most"],
    ]);
    const row = assumptions.getRow(rowOf(assumptions, "base_revenue"));
    expect(row.getCell(3).value).toBe(383_285_000_000);
    expect(row.getCell(8).value).toBe("prefilled_from_filings");
    expect(row.getCell(9).value).toEqual(new Date("2023-09-30T00:00:00Z"));
    expect(row.getCell(10).value).toMatch(/^us-gaap:Revenue/);
    expect(row.getCell(11).value).toBe("10-K");
    expect(row.getCell(12).value).toBe("0000320193-23-000106");
  });

  test("inputs are blue on yellow, facts blue, links green, formulas black", () => {
    const assumptions = sheet("Assumptions");
    const value = (key: string) => assumptions.getCell(rowOf(assumptions, key), 3);
    expect(value("discount_rate").font.color?.argb).toBe(blue);
    expect(value("discount_rate").fill).toMatchObject({ fgColor: { argb: "FFFFF9DB" } });
    expect(value("base_revenue").font.color?.argb).toBe(blue);
    expect(value("base_revenue").fill).toMatchObject({ pattern: "none" });
    expect(value("terminal_growth_low").formula).toBe(
      "MIN(ROUND((terminal_growth-MIN(0.005,(discount_rate-terminal_growth)/8))*1000000+0.000001,0)/1000000,terminal_growth)",
    );
    expect(value("terminal_growth_low").font.color).toBeUndefined();
    const margin = sheet("DCF").getRow(rowOf(sheet("DCF"), "EBITDA margin"));
    expect(margin.getCell(4).formula).toBe("ebitda_margin");
    expect(margin.getCell(4).font.color?.argb).toBe(green);
  });

  test("an override is a constant, a pinned edge too; the other edge follows [MOD-52] [MOD-53]", () => {
    const assumptions = sheet("Assumptions");
    const value = (key: string) => assumptions.getCell(rowOf(assumptions, key), 3);
    expect([value("discount_rate_low").formula, value("discount_rate_low").value]).toEqual([
      undefined,
      0.08,
    ]);
    expect(value("discount_rate_high").formula).toBe(
      "MAX(ROUND((discount_rate+MIN(0.01,(discount_rate-terminal_growth)/4))*1000000+0.000001,0)/1000000,discount_rate)",
    );
    const margin = sheet("DCF").getRow(rowOf(sheet("DCF"), "EBITDA margin"));
    expect([margin.getCell(6).formula, margin.getCell(6).value]).toEqual([undefined, 0.3]);
    expect(margin.getCell(6).font.color?.argb).toBe(blue);
  });

  test("names stand for the inputs and results", async () => {
    const { names } = await readBook(await workbookOf(exportedModel(apple, "terminal_growth")));
    const keys = compute(apple, "terminal_growth").assumptions.map(({ key }) => key);
    expect([...names.keys()].sort()).toEqual([...keys, "net_debt", "shares"].sort());
    expect(names.get("shares")).toBe(names.get("shares_outstanding"));
  });

  test("grids keep labels and years in view and print landscape, the assumptions three pages wide", () => {
    for (const name of ["Assumptions", "DCF", "Filed history"]) {
      expect(sheet(name).views[0]).toMatchObject({ state: "frozen", xSplit: 2 });
    }
    for (const name of ["Assumptions", "Filed history"]) {
      expect(sheet(name).pageSetup.printTitlesRow).toMatch(/^\d+:\d+$/);
    }
    expect(sheet("DCF").views[0]).toMatchObject({ ySplit: 5 });
    expect(sheet("Summary").views[0]?.showGridLines).toBe(false);
    for (const one of dcf.worksheets) {
      expect(one.pageSetup.orientation).toBe("landscape");
      expect(one.getColumn(1).width).toBeGreaterThan(20);
      if (one.name === "DCF") continue;
      const wide = one.name === "Assumptions" ? 3 : 1;
      const high = one.name === "Summary" ? 1 : 0;
      expect(one.pageSetup).toMatchObject({
        ...{ fitToPage: true, fitToWidth: wide, fitToHeight: high },
      });
    }
    expect(sheet("Assumptions").pageSetup.printTitlesColumn).toBe("A:B");
  });

  test("years, values and charts print on a page each, without years above low, mid and high", async () => {
    const bytes = await workbookOf(exportedModel(apple, "dcf_10_year_terminal_growth"));
    const xml = await (await JSZip.loadAsync(bytes))
      .file("xl/worksheets/sheet3.xml")
      ?.async("string");
    const grid = sheet("DCF");
    // A break stands behind its row.
    expect([...(xml ?? "").matchAll(/<brk id="(\d+)"/g)].map(([, id]) => Number(id) + 1)).toEqual([
      rowOf(grid, "Value"),
      rowOf(grid, "Sensitivity"),
    ]);
    expect(grid.pageSetup.printTitlesRow).toBeUndefined();
    // Programs pass over breaks of a sheet that is fit to pages.
    expect(grid.pageSetup.fitToPage).toBe(false);
    const characters = grid.columns.reduce((sum, { width = 0 }) => sum + width, 0);
    // A4 on its side has 10.3 inches between its margins; a character of the default font is 7 of 96 pixels wide.
    expect((characters * 7 * (grid.pageSetup.scale ?? 100)) / 100).toBeLessThan(10.3 * 96);
  });

  test("a sheet that has nothing to assume is left out", async () => {
    const names = (await open("historical_ratios")).worksheets.map(({ name }) => name);
    expect(names).not.toContain("Assumptions");
    expect(names).toContain("Summary");
  });

  test("a text that is wrapped wraps no other of its look", () => {
    const notes = sheet("Summary");
    const wrapped = (row: number, column: number) =>
      notes.getCell(row, column).alignment?.wrapText === true;
    expect(wrapped(rowOf(notes, "Enterprise value"), 2)).toBe(false);
    expect(wrapped(3, 1)).toBe(true);
  });

  test("numbers keep full units and are shown as analysts read them", () => {
    const grid = sheet("DCF");
    const format = (label: string) => grid.getCell(rowOf(grid, label), 4).numFmt;
    expect(format("Revenue")).toBe('#,##0.0,,;(#,##0.0,,);"-"');
    expect(format("Revenue growth")).toBe('0.00%;(0.00%);"-"');
    expect(format("Factor, mid")).toBe("0.0000");
    expect(format("Period end")).toBe("yyyy-mm-dd");
    expect(format("Fair value per share")).toBe("0.00;(0.00)");
    expect(grid.getCell(rowOf(grid, "Revenue"), 2).value).toBe("USD million");
  });

  test("the sensitivity grid is five by five around the headline, every cell a formula", () => {
    const grid = sheet("DCF");
    const top = rowOf(grid, "Sensitivity") + 3;
    for (let row = 0; row < 5; row += 1) {
      for (let column = 0; column < 5; column += 1) {
        expect(grid.getCell(top + row, 3 + column).formula).toContain("net_debt");
      }
    }
    const centre = grid.getCell(top + 2, 5).result as number;
    const headline = grid.getCell(rowOf(grid, "Fair value per share"), 4).result as number;
    expect(centre).toBeCloseTo(headline, 9);
  });

  test("where the rate does not exceed growth the grid says that there is no value", async () => {
    const grid = sheet(
      "DCF",
      await open("terminal_growth", {
        assumptions: { discount_rate: 0.05, terminal_growth: 0.04 },
      }),
    );
    const top = rowOf(grid, "Sensitivity") + 3;
    const cell = (row: number, column: number) => grid.getCell(top + row, 3 + column).result;
    // 4 % against 4 to 4.5 %, and 4.5 % against 4.5 %.
    expect([cell(0, 2), cell(0, 3), cell(0, 4), cell(1, 4)]).toEqual(Array(4).fill("n/a"));
    expect(cell(2, 2)).toBeGreaterThan(0);
  });

  test("a historical workbook names every filing that its columns come from", async () => {
    const sources = sheet("Sources & Disclaimer", await open("historical_balance_sheet"));
    const from = rowOf(sources, "Accession number") + 1;
    const named: string[] = [];
    for (let row = from; sources.getCell(row, 1).value !== null; row += 1) {
      named.push(String(sources.getCell(row, 1).value));
    }
    const filings = apple.years.flatMap((year) => year.filings);
    expect(named.sort()).toEqual(
      [...new Set(filings.map(({ accessionNumber }) => accessionNumber))].sort(),
    );
    expect(named).toContain("0000320193-23-000106");
    expect(filings.every(({ form, filedDate }) => form !== "" && filedDate <= "2023-11-03")).toBe(
      true,
    );
  });

  test("sources are linked to the filing at the regulator", () => {
    const sources = sheet("Sources & Disclaimer");
    const row = sources.getRow(rowOf(sources, "0000320193-23-000106"));
    expect(row.getCell(3).hyperlink).toBe(
      "https://www.sec.gov/Archives/edgar/data/320193/000032019323000106/0000320193-23-000106-index.htm",
    );
  });
});

describe.each(templates.map(({ key }) => key))("%s", async (key) => {
  const book = await open(key);
  const formulas = book.worksheets.flatMap((one) => {
    const found: { formula: string; result: unknown }[] = [];
    one.eachRow((row) =>
      row.eachCell((cell) => {
        const { formula, result } = cell.model as { formula?: string; result?: unknown };
        if (formula !== undefined) found.push({ formula, result });
      }),
    );
    return found;
  });

  test("the disclaimer is on the first screen of every sheet and at the foot of every page [MOD-59]", () => {
    for (const one of book.worksheets) {
      expect(one.getCell("A3").value).toBe(modelDisclaimer);
      expect(one.getCell("A3").alignment.wrapText).toBe(true);
      expect(one.headerFooter.oddFooter).toContain(modelDisclaimer);
      expect(one.headerFooter.oddFooter?.length).toBeLessThanOrEqual(255);
    }
  });

  test("formulas are plain, refer to this file only, and carry a result", () => {
    expect(formulas.length > 5).toBe(key !== "ffo_multiple");
    const functions = new Set(
      formulas.flatMap(({ formula }) => [...formula.matchAll(/([A-Z]+)\(/g)].map(([, one]) => one)),
    );
    const plain = [
      "ABS",
      "AND",
      "AVERAGE",
      "COUNT",
      "EDATE",
      "IF",
      "INT",
      "ISNUMBER",
      "MAX",
      "MIN",
    ];
    expect([...functions].filter((one) => ![...plain, "ROUND", "SUM"].includes(one ?? ""))).toEqual(
      [],
    );
    for (const { formula, result } of formulas) {
      expect(formula).not.toMatch(/\[|https?:|\{/);
      expect(result).toBeDefined();
    }
    expect(formulas.filter(({ result }) => result === "CHECK")).toEqual([]);
  });
});

describe("rounding in a formula", () => {
  test("is the models' own half up, and shows no correction of a binary digit", () => {
    expect(roundFormula("x+y", 6)).toBe("ROUND((x+y)*1000000+0.000001,0)/1000000");
    expect(round(0.0505595, 6)).toBe(0.05056);
    expect(round(-0.0125005, 6)).toBe(-0.0125);
    // 1.005 lies below its half by binary noise.
    expect(round(1.005, 2)).toBe(1.01);
  });

  test("no workbook shows such a correction", async () => {
    for (const { key } of templates) {
      for (const { formula } of (
        await readBook(await workbookOf(exportedModel(apple, key)))
      ).cells.values()) {
        expect(formula ?? "").not.toMatch(/[+-]0\.0{6,}1/);
      }
    }
  });
});

describe("on paper", () => {
  test.each(templates.map(({ key }) => key))("%s cuts no text", (key) => {
    for (const one of layOutWorkbook(exportedModel(apple, key)).sheets) {
      const { widths, wrapped } = setForPaper(one);
      const isWrapped = (row: number, column: number) =>
        wrapped.some((cell) => cell.row === row && cell.column === column);
      one.rows.forEach(({ cells, mergedTo }, at) => {
        cells.forEach((cell, index) => {
          if (cell?.kind !== "text" || mergedTo !== undefined || cell.look === "title") return;
          const next = cells.findIndex(
            (other, other_index) => other_index > index && other !== null,
          );
          const room = widths.slice(index, next < 0 ? undefined : next).reduce((a, b) => a + b, 0);
          const isWhole = cell.text.length <= room || isWrapped(at + 1, index + 1);
          expect([one.name, cell.text, isWhole]).toEqual([one.name, cell.text, true]);
        });
      });
    }
  });

  test("assumptions are landscape, three pages wide, with key and header on each", () => {
    const { pageSetup } = sheet("Assumptions");
    expect(pageSetup).toMatchObject({ orientation: "landscape", fitToWidth: 3, fitToHeight: 0 });
    expect(pageSetup.printTitlesRow).toBe("4:4");
    expect(pageSetup.printTitlesColumn).toBe("A:B");
    const header = (sheet("Assumptions").getRow(4).values as unknown[]).slice(1);
    expect(header.slice(4, 7)).toEqual(["Low", "Mid", "High"]);
  });
});

describe("the sensitivity grid", () => {
  test.each(["dcf_5_year_terminal_growth", "dcf_10_year_ebitda_exit"])(
    "%s: its centre is the value, and alone is marked [MOD-72]",
    async (key) => {
      const found = sheet("DCF", await open(key));
      const axis = rowOf(found, "Sensitivity") + 2;
      const marked: unknown[] = [];
      for (let row = axis + 1; row <= axis + 5; row += 1) {
        for (let column = 3; column <= 7; column += 1) {
          const cell = found.getCell(row, column);
          if (cell.border?.top?.style === "medium") marked.push([row, column, cell.result]);
        }
      }
      const value = compute(apple, key).valuation.fairValuePerShare;
      expect(marked).toEqual([[axis + 3, 5, expect.closeTo(value ?? 0, 8)]]);
    },
  );
});

describe("charts", () => {
  test("show revenue and margin, value by part and the sensitivity of the sheet's own cells", async () => {
    const bytes = await workbookOf(exportedModel(apple, "dcf_5_year_terminal_growth"));
    const zip = await JSZip.loadAsync(bytes);
    const part = async (path: string) => (await zip.file(path)?.async("string")) ?? "";
    const { cells } = await readBook(bytes);
    const titles: string[] = [];
    const formats: (string | undefined)[] = [];
    for (const number of [1, 2, 3]) {
      const xml = await part(`xl/charts/chart${number}.xml`);
      expect(XMLValidator.validate(xml)).toBe(true);
      const axes = xml.matchAll(/<c:numFmt formatCode="([^"]*)" sourceLinked="0"\/>/g);
      formats.push([...axes].map(([, format]) => format).join(" "));
      titles.push(/<a:t>([^<]*)</.exec(xml)?.[1] ?? "");
      for (const [, range, cache] of xml.matchAll(
        /<c:f>([^<]*)<\/c:f><c:(?:num|str)Cache>(.*?)<\/c:(?:num|str)Cache>/g,
      )) {
        const [, first, row, last] =
          /^DCF!\$([A-Z])\$(\d+):\$([A-Z])\$\d+$/.exec(range ?? "") ?? [];
        const from = first?.charCodeAt(0) ?? 0;
        const held = Array.from({ length: (last?.charCodeAt(0) ?? 0) - from + 1 }, (_, k) => {
          return String(cells.get(`DCF!${String.fromCharCode(from + k)}${row}`)?.value);
        });
        const shown = [...(cache ?? "").matchAll(/<c:v>([^<]*)<\/c:v>/g)].map(([, value]) => value);
        expect(shown).toEqual(held);
      }
    }
    expect(titles).toEqual([
      "Revenue (USD million) and EBITDA margin",
      "Enterprise value by part (USD million)",
      "Value by discount rate and terminal assumption",
    ]);
    // Years and millions, texts and millions, percents and amounts per share.
    expect(formats).toEqual([
      "General #,##0.0,,;(#,##0.0,,);&quot;-&quot; General 0%",
      "General #,##0.0,,;(#,##0.0,,);&quot;-&quot;",
      "0.00%;(0.00%);&quot;-&quot; 0.00;(0.00)",
    ]);
    expect(await part("xl/worksheets/sheet3.xml")).toMatch(
      /<drawing [^>]*r:id="rId1"\/><\/worksheet>$/,
    );
    expect(await part("[Content_Types].xml")).toContain('PartName="/xl/drawings/drawing3.xml"');
  });
});
