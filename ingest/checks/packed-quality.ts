import type {
  CheckRecord,
  CompanyQuality,
  PeriodCoverage,
} from "#schemas/shapes/companies/quality.ts";
import { nullReasons } from "#schemas/shapes/companies/statement.ts";
import { entry } from "../facts/entry.ts";

/** `CompanyQuality` as it is kept: names once, figures by position. A third of the text, and of the time to pack it. */
interface PackedQuality {
  /** The last element has the counts of nulls in the order of `nullReasons`. */
  periods: [
    ...Head: [string, number, PeriodCoverage["fiscalPeriod"], string, PeriodCoverage["template"]],
    ...Counts: [number, number, number, number, number],
    Reasons: number[],
  ][];
  columns: CompanyQuality["columns"];
  subjects: string[];
  /** The third element has the letters of each subject, in their order, separated by commas. */
  checks: [CheckRecord["id"], CheckRecord["severity"], string, CheckRecord["notRun"]][];
}

export function packQuality({ periods, columns, checks }: CompanyQuality): string {
  const places = new Map<string, number>();
  const placeOf = (subject: string) => entry(places, subject, () => places.size);
  for (const { key } of periods) placeOf(key);
  const packed: PackedQuality = {
    periods: periods.map((period) => [
      period.key,
      period.fiscalYear,
      period.fiscalPeriod,
      period.end,
      period.template,
      period.applicable,
      period.valued,
      period.values,
      period.unexplained,
      period.unsourced,
      nullReasons.map((reason) => period.reasons[reason] ?? 0),
    ]),
    columns,
    checks: checks.map(({ id, severity, results, notRun }) => {
      const cells: string[] = [];
      for (const [subject, letters] of Object.entries(results)) cells[placeOf(subject)] = letters;
      return [id, severity, cells.join(","), notRun];
    }),
    subjects: [],
  };
  packed.subjects = [...places.keys()];
  return JSON.stringify(packed);
}

export function unpackQuality(text: string): CompanyQuality {
  const { periods, columns, subjects, checks } = JSON.parse(text) as PackedQuality;
  return {
    periods: periods.map(
      ([key, fiscalYear, fiscalPeriod, end, template, applicable, valued, ...rest]) => {
        const [values, unexplained, unsourced, counts] = rest;
        const reasons: PeriodCoverage["reasons"] = {};
        for (const [at, reason] of nullReasons.entries()) {
          if (counts[at]) reasons[reason] = counts[at];
        }
        const head = { key, fiscalYear, fiscalPeriod, end, template };
        return { ...head, applicable, valued, values, reasons, unexplained, unsourced };
      },
    ),
    columns,
    checks: checks.map(([id, severity, cells, notRun]) => {
      const found = cells
        .split(",")
        .flatMap((letters, at) => (letters === "" ? [] : [[subjects[at] ?? "", letters]]));
      return { id, severity, results: Object.fromEntries(found), notRun };
    }),
  };
}
