import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import ExcelJS from "exceljs";
import { type Changes, readBook, type Value } from "./companies/recalculate.ts";

const run = promisify(execFile);

/** The program on the PATH, found to convert a sheet: it can be installed without its spreadsheets. Else null. */
export const libreOffice: string | null = await findProgram();

async function findProgram(): Promise<string | null> {
  const program = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => ["soffice", "libreoffice"].map((name) => join(folder, name)))
    .find((path) => existsSync(path));
  if (program === undefined) return null;
  const folder = await mkdtemp(join(tmpdir(), "tenk-office-"));
  try {
    const sheet = join(folder, "sheet.csv");
    await writeFile(sheet, "1,2\n");
    await convert(program, folder, [sheet]);
    return existsSync(join(folder, "out", "sheet.xlsx")) ? program : null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Converts sheets to workbooks in `out` of the folder. A program without spreadsheets ends well and writes nothing. */
async function convert(program: string, folder: string, sheets: readonly string[]): Promise<void> {
  const home = `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`;
  const to = join(folder, "out");
  await run(program, [home, "--headless", "--convert-to", "xlsx", "--outdir", to, ...sheets]);
}

/** Stored results stay unless the program is told to compute all of them on load. */
const settings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>`;

/**
 * What LibreOffice computes from each file: every stored result is first replaced by a wrong one, so that only
 * a recalculation gives the right one. Values by address; one start of the program for all files.
 */
export async function recalculateAll(
  program: string,
  files: Readonly<Record<string, { bytes: Buffer; changes?: Changes }>>,
): Promise<Map<string, Map<string, Value>>> {
  const folder = await mkdtemp(join(tmpdir(), "tenk-office-"));
  try {
    const profile = join(folder, "profile");
    const [from, to] = [join(folder, "in"), join(folder, "out")];
    await mkdir(join(profile, "user"), { recursive: true });
    await mkdir(from);
    await writeFile(join(profile, "user", "registrymodifications.xcu"), settings);
    for (const [name, { bytes, changes }] of Object.entries(files)) {
      await writeFile(join(from, `${name}.xlsx`), await withWrongResults(bytes, changes ?? {}));
    }
    const paths = Object.keys(files).map((name) => join(from, `${name}.xlsx`));
    await convert(program, folder, paths);
    const results = new Map<string, Map<string, Value>>();
    for (const name of Object.keys(files)) {
      const { cells } = await readBook(await readFile(join(to, `${name}.xlsx`)));
      results.set(name, new Map([...cells].map(([key, { value }]) => [key, value])));
    }
    return results;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const wrong = 999;

async function withWrongResults(bytes: Buffer, changes: Changes): Promise<Buffer> {
  const { names } = await readBook(bytes);
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(bytes as unknown as ArrayBuffer);
  for (const sheet of book.worksheets) {
    sheet.eachRow((row) =>
      row.eachCell((cell) => {
        const { formula } = cell.model as { formula?: string };
        if (formula !== undefined) cell.value = { formula, result: wrong };
      }),
    );
  }
  for (const [key, value] of Object.entries(changes)) {
    const [sheet = "", address = ""] = (names.get(key) ?? key).split("!");
    const cell = book.getWorksheet(sheet)?.getCell(address);
    if (cell === undefined) throw new Error(`no cell ${key}`);
    cell.value = value;
  }
  return Buffer.from(await book.xlsx.writeBuffer());
}
