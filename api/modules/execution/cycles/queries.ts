import { rowsOf } from "#api/data/rows-of.ts";
import { executionCycle } from "#schemas/tables/platform/execution.ts";

export type CycleRow = typeof executionCycle.$inferSelect;
export const cycles = rowsOf(executionCycle);
