import type { Workbook as SheetBook, Cell as SheetCell, Style, Worksheet } from "exceljs";
import ExcelJS from "exceljs";
import { safeText } from "#api/data/text/safe-text.ts";
import type { Cell, Format, TextLook } from "./cells.ts";
import { addCharts } from "./charts/add-charts.ts";
import { setForPaper } from "./paper.ts";
import type { Row, Sheet, Workbook } from "./sheet.ts";

/** The bytes of an XLSX file. Text cells are never formulas, whatever they hold. */
export async function writeWorkbook(workbook: Workbook, at: Date): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  book.creator = "Tenk";
  book.title = safeText(workbook.title);
  book.created = at;
  book.modified = at;
  // Stored results are what the models computed; a program that can compute does so on its own.
  book.calcProperties.fullCalcOnLoad = true;
  for (const sheet of workbook.sheets) writeSheet(book, sheet, workbook.footer);
  for (const { name, cell } of workbook.names) book.definedNames.add(cell, name);
  const options = { zip: { compression: "DEFLATE", compressionOptions: { level: 4 } } };
  const bytes = Buffer.from(await book.xlsx.writeBuffer(options as object));
  return addCharts(bytes, workbook.sheets, at);
}

function writeSheet(book: SheetBook, sheet: Sheet, footer: string): void {
  const { frozen, headerRow } = sheet;
  const worksheet = book.addWorksheet(sheet.name, {
    views: [
      {
        showGridLines: sheet.hasGridlines,
        ...(frozen === null
          ? {}
          : { state: "frozen" as const, xSplit: frozen.columns, ySplit: frozen.rows }),
      },
    ],
    pageSetup: {
      orientation: "landscape",
      fitToPage: true,
      fitToWidth: sheet.pagesWide ?? 1,
      fitToHeight: 0,
      ...(sheet.titleColumns === undefined ? {} : { printTitlesColumn: sheet.titleColumns }),
      ...(headerRow === null ? {} : { printTitlesRow: `${headerRow}:${headerRow}` }),
    },
    headerFooter: { oddFooter: `&L&7${footer.replaceAll("&", "&&")}` },
  });
  const paper = setForPaper(sheet);
  paper.widths.forEach((width, index) => {
    worksheet.getColumn(index + 1).width = width;
  });
  sheet.rows.forEach((row, index) => {
    writeRow(worksheet, row, index + 1);
  });
  for (const { row, column, to } of paper.wrapped) {
    const cell = worksheet.getCell(row, column);
    cell.alignment = { ...cell.alignment, wrapText: true, vertical: "top" };
    if (to > column) worksheet.mergeCells(row, column, row, to);
  }
  for (const [row, height] of paper.heights) worksheet.getRow(row).height = height;
}

function writeRow(sheet: Worksheet, { cells, mergedTo, height }: Row, number: number): void {
  if (cells.length === 0) return;
  const row = sheet.getRow(number);
  if (height !== undefined) row.height = height;
  cells.forEach((cell, index) => {
    if (cell !== null) writeCell(row.getCell(index + 1), cell);
  });
  if (mergedTo !== undefined) sheet.mergeCells(number, 1, number, mergedTo);
}

function writeCell(target: SheetCell, cell: Cell): void {
  if (cell.kind === "text") {
    const text = safeText(cell.text);
    target.value =
      cell.link === undefined ? text : { text, hyperlink: cell.link, tooltip: cell.link };
    target.style = cell.link === undefined ? textStyles[cell.look] : linkStyle;
    return;
  }
  if (cell.kind === "number") {
    target.value = cell.value;
    target.style = (cell.isInput ? inputStyles : factStyles)[cell.format];
    return;
  }
  target.value = { formula: cell.formula, result: cell.result };
  const styles = cell.isMarked === true ? markedStyles : cell.isLink ? linkStyles : formulaStyles;
  target.style = styles[cell.format];
}

// Money shows millions of the full units that its cells hold.
const numberFormats: Record<Format, string> = {
  money: '#,##0.0,,;(#,##0.0,,);"-"',
  perShare: "0.00;(0.00)",
  percent: '0.0%;(0.0%);"-"',
  exactPercent: '0.00%;(0.00%);"-"',
  multiple: '0.0"x"',
  factor: "0.0000",
  years: "0.00",
  date: "yyyy-mm-dd",
  count: "#,##0",
  number: "General",
};

const size = 10;
const blue = { argb: "FF0000FF" };
const green = { argb: "FF007A33" };
const fill = (argb: string) => ({
  type: "pattern" as const,
  pattern: "solid" as const,
  fgColor: { argb },
});

function numberStyles(style: Partial<Style>): Record<Format, Partial<Style>> {
  const entries = Object.entries(numberFormats).map(([format, numFmt]) => {
    const isShare = format === "percent" || format === "exactPercent";
    const font = { size, ...style.font, ...(isShare ? { italic: true } : {}) };
    const alignment = { horizontal: "right" as const };
    return [format, { ...style, font, numFmt, alignment }];
  });
  return Object.fromEntries(entries);
}

const inputStyles = numberStyles({ font: { color: blue }, fill: fill("FFFFF9DB") });
const factStyles = numberStyles({ font: { color: blue } });
const formulaStyles = numberStyles({});
const linkStyles = numberStyles({ font: { color: green } });
const markedStyles = numberStyles({
  font: { bold: true },
  fill: fill("FFFFE699"),
  border: {
    top: { style: "medium" },
    right: { style: "medium" },
    bottom: { style: "medium" },
    left: { style: "medium" },
  },
});
const linkStyle: Partial<Style> = { font: { size, color: blue, underline: true } };

const textStyles: Record<TextLook, Partial<Style>> = {
  title: { font: { size: 14, bold: true } },
  disclaimer: {
    font: { size: 9, italic: true },
    alignment: { wrapText: true, vertical: "top" },
  },
  heading: { font: { size, bold: true }, border: { bottom: { style: "thin" } } },
  header: {
    font: { size, bold: true },
    fill: fill("FFE7ECF3"),
    alignment: { horizontal: "center" },
  },
  label: { font: { size } },
  total: { font: { size, bold: true } },
  note: { font: { size, color: { argb: "FF666666" } } },
};
