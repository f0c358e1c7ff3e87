import JSZip from "jszip";
import type { Sheet } from "../sheet.ts";
import { chartXml, drawingXml, relationsXml } from "./chart-xml.ts";

const chartType = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml";
const drawingType = "application/vnd.openxmlformats-officedocument.drawing+xml";

/**
 * Adds the sheets' charts to a workbook file, which the library that writes it cannot. A sheet with a chart must have
 * no drawing and no relation yet. Added parts have the date.
 */
export async function addCharts(
  bytes: Buffer,
  sheets: readonly Sheet[],
  date: Date,
): Promise<Buffer> {
  if (sheets.every(({ charts }) => charts === undefined)) return bytes;
  const zip = await JSZip.loadAsync(bytes);
  const types: string[] = [];
  let count = 0;
  for (const [index, sheet] of sheets.entries()) {
    if (sheet.charts === undefined) continue;
    const name = `sheet${index + 1}.xml`;
    await linkDrawing(zip, name, { number: index + 1, date });
    const relations = sheet.charts.map((chart, at) => {
      count += 1;
      zip.file(`xl/charts/chart${count}.xml`, chartXml(chart, sheet), { date });
      types.push(override(`/xl/charts/chart${count}.xml`, chartType));
      return { id: `rId${at + 1}`, kind: "chart", target: `../charts/chart${count}.xml` };
    });
    const drawing = `drawing${index + 1}.xml`;
    zip.file(`xl/drawings/${drawing}`, drawingXml(sheet.charts), { date });
    zip.file(`xl/drawings/_rels/${drawing}.rels`, relationsXml(relations), { date });
    types.push(override(`/xl/drawings/${drawing}`, drawingType));
  }
  const path = "[Content_Types].xml";
  zip.file(path, insertBefore(await textOf(zip, path), "</Types>", types.join("")), { date });
  return zip.generateAsync({
    type: "nodebuffer",
    compression: "DEFLATE",
    compressionOptions: { level: 4 },
  });
}

async function linkDrawing(
  zip: JSZip,
  name: string,
  { number, date }: { number: number; date: Date },
): Promise<void> {
  const relations = `xl/worksheets/_rels/${name}.rels`;
  if (zip.file(relations) !== null) throw new Error(`${name} has relations already`);
  const path = `xl/worksheets/${name}`;
  const sheet = await textOf(zip, path);
  const isPlain = !/<(drawing|legacyDrawing|tableParts|extLst)\b/.test(sheet);
  if (!isPlain) throw new Error(`${name} has parts that stand behind a drawing`);
  const id = "rId1";
  const link = `<drawing xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="${id}"/>`;
  zip.file(path, insertBefore(sheet, "</worksheet>", link), { date });
  const target = `../drawings/drawing${number}.xml`;
  zip.file(relations, relationsXml([{ id, kind: "drawing", target }]), { date });
}

const override = (part: string, type: string) =>
  `<Override PartName="${part}" ContentType="${type}"/>`;

async function textOf(zip: JSZip, path: string): Promise<string> {
  const file = zip.file(path);
  if (file === null) throw new Error(`the workbook has no ${path}`);
  return file.async("string");
}

function insertBefore(text: string, end: string, added: string): string {
  const at = text.lastIndexOf(end);
  if (at < 0) throw new Error(`no ${end}`);
  return text.slice(0, at) + added + text.slice(at);
}
