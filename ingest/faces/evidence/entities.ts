import type { FiledLine, FiledStatement } from "#schemas/shapes/companies/filed-report.ts";

/** Whose a printed line is where registrants report together and print their statements side by side (Sempra, Pepco, Duke). */
export interface Entities {
  /** The line states the company's own amount under the name of the parent company. */
  isCompany(line: FiledLine): boolean;
  /** The line is of another company. */
  isOther(line: FiledLine): boolean;
}

/** A line of the company as a whole, without members. */
export const isOwn = ({ dimensions }: FiledLine): boolean => dimensions.length === 0;

/** "dei:LegalEntityAxis", and "LegalEntity" of the data sets. */
const legalEntity = /(^|:)LegalEntity(Axis)?$/;
const parentCompany = /(^|:)ParentCompany(Member)?$/;

const entityOf = ({ dimensions }: FiledLine): string | null =>
  dimensions.find(({ axis }) => legalEntity.test(axis))?.member ?? null;

const isOfEntity = (line: FiledLine) => entityOf(line) !== null;
const isOfParent = (line: FiledLine) => parentCompany.test(entityOf(line) ?? "");

/**
 * The company is the parent where the statement names one, else what stands without an entity. Where most rows of the company have no others
 * beside them, the entities are its parts (Textron's two groups).
 */
export function entitiesOf({ lines }: Pick<FiledStatement, "lines">): Entities {
  if (lines.some(isOfParent))
    return {
      isCompany: (line) => isOfParent(line) && line.dimensions.length === 1,
      isOther: (line) => isOfEntity(line) && !isOfParent(line),
    };
  const byRow = [...Map.groupBy(lines, ({ order, element }) => `${order} ${element}`).values()];
  const ofCompany = byRow.filter((row) => row.some(isOwn));
  const besides = ofCompany.filter((row) => row.some(isOfEntity));
  const areOthers = 2 * besides.length > ofCompany.length;
  return { isCompany: () => false, isOther: areOthers ? isOfEntity : () => false };
}
