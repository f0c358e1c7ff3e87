import type {
  PageSetup,
  Workbook as SheetBook,
  Cell as SheetCell,
  Style,
  Worksheet,
} from "exceljs";
import ExcelJS from "exceljs";
import { safeText } from "#api/data/text/safe-text.ts";
import { type Cell, type Format, numberFormats, type TextLook } from "./cells.ts";
import { addCharts } from "./charts/add-charts.ts";
import { type Paper, scaleOf, setForPaper } from "./paper.ts";
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
  const { frozen } = sheet;
  const paper = setForPaper(sheet);
  const worksheet = book.addWorksheet(sheet.name, {
    views: [
      {
        showGridLines: sheet.hasGridlines,
        ...(frozen === null
          ? {}
          : { state: "frozen" as const, xSplit: frozen.columns, ySplit: frozen.rows }),
      },
    ],
    pageSetup: pageSetup(sheet, paper),
    headerFooter: { oddFooter: `&L&7${footer.replaceAll("&", "&&")}` },
  });
  paper.widths.forEach((width, index) => {
    worksheet.getColumn(index + 1).width = width;
  });
  sheet.rows.forEach((row, index) => {
    writeRow(worksheet, row, index + 1);
  });
  for (const { row, column, to } of paper.wrapped) {
    wrap(worksheet.getCell(row, column));
    if (to > column) worksheet.mergeCells(row, column, row, to);
  }
  for (const [row, height] of paper.heights) worksheet.getRow(row).height = height;
  for (const row of sheet.pageStarts ?? []) worksheet.getRow(row - 1).addPageBreak();
}

/** Programs pass over the starts of pages where a sheet is fit to pages, so such a sheet has a scale. */
function pageSetup(sheet: Sheet, paper: Paper): Partial<PageSetup> {
  const { headerRow, pageStarts, pagesHigh = 0, pagesWide = 1, titleColumns } = sheet;
  return {
    orientation: "landscape",
    ...(pageStarts === undefined
      ? { fitToPage: true, fitToWidth: pagesWide, fitToHeight: pagesHigh }
      : { fitToPage: false, scale: scaleOf(sheet, paper) }),
    ...(titleColumns === undefined ? {} : { printTitlesColumn: titleColumns }),
    ...(headerRow === null ? {} : { printTitlesRow: `${headerRow}:${headerRow}` }),
  };
}

function writeRow(sheet: Worksheet, { cells, mergedTo, height }: Row, number: number): void {
  if (cells.length === 0) return;
  const row = sheet.getRow(number);
  if (height !== undefined) row.height = height;
  cells.forEach((cell, index) => {
    if (cell !== null) writeCell(row.getCell(index + 1), cell);
  });
  if (mergedTo === undefined) return;
  wrap(row.getCell(1));
  sheet.mergeCells(number, 1, number, mergedTo);
}

/** Cells of one look share their style, so this one gets its own. */
function wrap(cell: SheetCell): void {
  cell.style = { ...cell.style, alignment: { ...cell.alignment, wrapText: true } };
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

/** Named, because programs choose for themselves otherwise, and columns are measured in its digits. */
const normal = { name: "Calibri", size: 10 };
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
    const font = { ...normal, ...style.font, ...(isShare ? { italic: true } : {}) };
    const alignment = { horizontal: "right" as const, vertical: "top" as const };
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
const top = { vertical: "top" as const };
const linkStyle: Partial<Style> = {
  font: { ...normal, color: blue, underline: true },
  alignment: top,
};

const textStyles: Record<TextLook, Partial<Style>> = {
  title: { font: { ...normal, size: 14, bold: true } },
  disclaimer: {
    font: { ...normal, size: 9, italic: true },
    alignment: { wrapText: true, ...top },
  },
  heading: { font: { ...normal, bold: true }, border: { bottom: { style: "thin" } } },
  header: {
    font: { ...normal, bold: true },
    fill: fill("FFE7ECF3"),
    alignment: { horizontal: "center" },
  },
  label: { font: normal, alignment: top },
  total: { font: { ...normal, bold: true }, alignment: top },
  note: { font: { ...normal, color: { argb: "FF666666" } }, alignment: { ...top, indent: 1 } },
};
