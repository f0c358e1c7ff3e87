import type { Warning } from "#schemas/shapes/models/figures.ts";
import type { ModelResult } from "#schemas/shapes/models/result.ts";
import type { Seed } from "./assumption.ts";
import { runModel } from "./compute.ts";
import type { Model } from "./family.ts";
import { type Overrides, parseOverrides, refusalOf } from "./overrides.ts";

/** Overrides as a scenario keeps them. */
export interface StoredOverrides {
  assumptions: Record<string, number>;
  drivers: Record<string, Record<string, number>>;
}

/** What a stored scenario means for the company as its filings stand. */
export interface ReadOverrides {
  /** What compute takes as it is. */
  current: StoredOverrides;
  /** Overrides of what has been filed since: kept, and computed with only when asked for. */
  filedSince: Record<string, number>;
  /** One sentence for each kind of change. */
  warnings: Warning[];
}

/** Nothing of a scenario is lost when filings arrive: what no longer computes is kept aside and told. */
export function readStored(model: Model, stored: StoredOverrides): ReadOverrides {
  const current: StoredOverrides = { assumptions: {}, drivers: {} };
  const filedSince: Record<string, number> = {};
  const warnings: Warning[] = [];
  for (const [key, value] of Object.entries(stored.assumptions)) {
    const seed = model.table.byKey.get(key);
    if (seed !== undefined && !seed.editable) {
      filedSince[key] = value;
      warnings.push(filedWarning(key, value, seed));
      continue;
    }
    const refusal = refusalOf(() => parseOverrides({ assumptions: { [key]: value } }, model));
    if (refusal === null) current.assumptions[key] = value;
    else warnings.push({ code: "assumption_lapsed", message: `Kept and not used: ${refusal}` });
  }
  const ahead = yearsAhead(model, stored.drivers);
  return {
    current: { ...current, drivers: ahead.drivers },
    filedSince,
    warnings: [...warnings, ...ahead.warnings],
  };
}

/** Overrides to compute with; `withFiled` also puts those of filed values in force. */
export function storedOverrides(
  model: Model,
  { current, filedSince }: ReadOverrides,
  withFiled: boolean,
): Overrides {
  const overrides = parseOverrides(current, model);
  if (!withFiled) return overrides;
  return {
    ...overrides,
    assumptions: new Map([...overrides.assumptions, ...Object.entries(filedSince)]),
  };
}

/** What a stored scenario gives, with what has changed since. Throws as `runModel` does. */
export function runStored(model: Model, stored: StoredOverrides, withFiled: boolean): ModelResult {
  const read = readStored(model, stored);
  const result = runModel(model, storedOverrides(model, read, withFiled));
  return { ...result, warnings: [...read.warnings, ...result.warnings] };
}

/** Overrides as plain data. */
export const plainOverrides = ({ assumptions, drivers }: Overrides): StoredOverrides => ({
  assumptions: Object.fromEntries(assumptions),
  drivers: Object.fromEntries(
    [...drivers].map(([name, years]) => [name, Object.fromEntries(years)]),
  ),
});

function filedWarning(key: string, value: number, seed: Seed): Warning {
  const from = seed.provenance;
  const where = from === null ? "" : ` (${from.form} ${from.accessionNumber} of ${from.filedDate})`;
  const message = `${key} filed since: ${seed.value}${where}. The override ${value} is kept; the filed value is used unless filed=override asks otherwise.`;
  return { code: "assumption_filed_since", message };
}

/** Driver cells of the years still ahead, and a warning for those that newer filings have overtaken (models.md 5.3). */
function yearsAhead(
  { years }: Model,
  drivers: StoredOverrides["drivers"],
): Pick<ReadOverrides["current"], "drivers"> & { warnings: Warning[] } {
  const presentYears = new Set(years.map(({ fiscalYear }) => fiscalYear));
  const expired = new Set<string>();
  const isAhead = ([year]: [string, number]) => {
    if (presentYears.has(Number(year))) return true;
    expired.add(year);
    return false;
  };
  const liveDrivers = Object.entries(drivers).flatMap(([name, cells]) => {
    const ahead = Object.entries(cells).filter(isAhead);
    return ahead.length === 0 ? [] : [[name, Object.fromEntries(ahead)] as const];
  });
  const message = `No longer projected: ${[...expired].sort().join(", ")}. Overrides of those years are left out.`;
  return {
    drivers: Object.fromEntries(liveDrivers),
    warnings: expired.size === 0 ? [] : [{ code: "scenario_year_expired", message }],
  };
}
