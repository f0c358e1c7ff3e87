import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { whenDone } from "../../helpers/when-done.ts";

/** A row of a statement: its label, and the values at the end of the filing's period by their length in quarters. */
export interface QuarterRow {
  label: string;
  tag?: string;
  type?: string;
  negated?: boolean;
  values?: Record<number, string>;
  /** Values of a member, which are not the company's. */
  segment?: string;
}

export interface QuarterFiling {
  accession: string;
  cik: string;
  form: string;
  /** Eight digits. */
  period: string;
  rows: Partial<Record<"IS" | "BS" | "CF", QuarterRow[]>>;
}

const line = (...cells: (string | number)[]) => cells.join("\t");

/** Writes a quarter of the Financial Statement Data Sets into a new folder, which ends with the test, and returns its path. */
export function writeQuarter(filings: readonly QuarterFiling[]): string {
  const folder = mkdtempSync(join(tmpdir(), "quarter-"));
  whenDone(() => rmSync(folder, { recursive: true }));
  const sub = [line("adsh", "cik", "name", "form", "period")];
  const pre = [
    line("adsh", "report", "line", "stmt", "inpth", "tag", "version", "plabel", "negating"),
  ];
  const num = [
    line("adsh", "tag", "version", "ddate", "qtrs", "uom", "segments", "coreg", "value"),
  ];
  const types = new Map<string, string>();
  for (const { accession, cik, form, period, rows } of filings) {
    sub.push(line(accession, cik, "Maker Inc.", form, period));
    Object.entries(rows).forEach(([kind, own], report) => {
      own.forEach((row, at) => {
        const tag = row.tag ?? `${kind}Row${at}`;
        types.set(tag, row.type ?? "monetary");
        const negating = row.negated ? "1" : "0";
        pre.push(line(accession, report + 2, at + 1, kind, "0", tag, "v", row.label, negating));
        for (const [quarters, value] of Object.entries(row.values ?? {})) {
          const unit = row.type === "shares" ? "shares" : "USD";
          num.push(line(accession, tag, "v", period, quarters, unit, row.segment ?? "", "", value));
        }
      });
    });
  }
  const tag = [line("tag", "version", "datatype")];
  for (const [name, type] of types) tag.push(line(name, "v", type));
  for (const [name, text] of Object.entries({ sub, pre, num, tag })) {
    writeFileSync(join(folder, `${name}.txt`), `${text.join("\n")}\n`);
  }
  return folder;
}
