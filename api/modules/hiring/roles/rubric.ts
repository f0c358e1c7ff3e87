import { randomUUID } from "node:crypto";
import type { ProblemSpec, RubricDimension } from "#schemas/shapes/platform/hiring.ts";
import type { RoleBody } from "./schemas.ts";

type DimensionBody = NonNullable<RoleBody["rubric"]>["dimensions"][number];
type ProblemBody = NonNullable<RoleBody["problemSpecs"]>[number];

/** Dimensions as they are stored: each has an id. */
export const toDimensions = (given: readonly DimensionBody[]): RubricDimension[] =>
  given.map(({ id, description, ...rest }) => ({
    id: id ?? randomUUID(),
    description: description ?? null,
    ...rest,
  }));

/** Problem specifications as they are stored, in their order; without an `orderIndex` that of the list. */
export const toProblemSpecs = (given: readonly ProblemBody[]): ProblemSpec[] =>
  given
    .map(({ id, prompt, successCriteria, orderIndex }, at) => ({
      id: id ?? randomUUID(),
      prompt,
      successCriteria: successCriteria ?? null,
      orderIndex: orderIndex ?? at,
    }))
    .sort((a, b) => a.orderIndex - b.orderIndex);

const tolerance = 0.001;

/** The warning for the author of a rubric: weights should sum to 1. */
export function warningsOf(rubric: { dimensions: readonly RubricDimension[] } | null): string[] {
  if (rubric === null) return [];
  const sum = rubric.dimensions.reduce((total, { weight }) => total + weight, 0);
  if (Math.abs(sum - 1) <= tolerance + Number.EPSILON * 10) return [];
  return [`The weights of the rubric sum to ${Number(sum.toFixed(6))}; they should sum to 1`];
}
