import type { NumberTriple } from "#registry/models/answers/scenario-values.ts";
import { type Scenario, scenarios } from "#registry/models/answers/scenario-values.ts";
import { type Format, formula, link, text } from "../cells.ts";
import { scenarioColumn } from "../discounting-lines.ts";
import type { Grid } from "../grid.ts";
import type { At, Line } from "../sheet.ts";

/** What a formula of one scenario may refer to. */
export interface ScenarioRefs {
  scenario: Scenario;
  /** A row of the value block in the column of the scenario. */
  of(id: string): string;
  /** A row of the projection in the last projected year. */
  last(id: string): string;
  at: At;
}

/** A row with a formula per scenario. */
export interface TripleRow {
  id: string;
  label: string;
  unit: string;
  format: Format;
  values: NumberTriple;
  formula(refs: ScenarioRefs): string;
  isLink?: true;
}

export function tripleLine(grid: Grid, row: TripleRow): Line {
  const make = row.isLink === true ? link : formula;
  return {
    id: row.id,
    cells: (at) => [
      text(row.label),
      text(row.unit, "note"),
      ...scenarios.map((scenario) => {
        const refs: ScenarioRefs = {
          scenario,
          of: (id) => `${scenarioColumn[scenario]}${at(id)}`,
          last: (id) => `$${grid.last}$${at(id)}`,
          at,
        };
        return make(row.formula(refs), row.values[scenario], row.format);
      }),
    ],
  };
}

/** A formula that is there only where a terminal value is. */
export const ifValued = ({ of }: ScenarioRefs, then: string) =>
  `IF(ISNUMBER(${of("terminalValue")}),${then},"n/a")`;

/** No value in any scenario. */
export const none: NumberTriple = { low: null, mid: null, high: null };

/** Equity over shares, where both are known. */
export const perShare = (refs: ScenarioRefs, equity: string) =>
  ifValued(refs, `IF(shares>0,${equity}/shares,"n/a")`);
