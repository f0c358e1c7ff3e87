import { negate } from "#schemas/decimal.ts";
import type { FiledLine, FiledValue } from "#schemas/shapes/companies/filed-report.ts";

/** The value with the sign that the statement prints. Text stays as it is. */
export function printedValue(line: Pick<FiledLine, "isNegated">, value: FiledValue): string {
  return line.isNegated && value.unit !== null ? negate(value.value) : value.value;
}
