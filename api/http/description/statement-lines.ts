import { groupOf } from "#ingest/terminal/groups.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import { type StatementType, statementTypes } from "#schemas/shapes/companies/statement.ts";
import type { DescribedApi, SchemaPart } from "./described.ts";

/** The groups of a column of "Full financials". */
const groups = ["income", "balanceSheet", "cashFlow"] as const;

/**
 * Names the lines of statements as the registry does, so that a client generated from the description knows them: an
 * entry of `SfrsStatements` is one of the statements, told apart by `statementType`.
 */
export function nameLines({ components: { schemas } }: DescribedApi, registry: Registry): void {
  const concepts = registry.concepts.filter(({ status }) => status !== "proposed");
  const periods = schemas.SfrsStatements?.properties?.periods;
  if (periods?.items !== undefined) {
    const entry = periods.items;
    for (const type of statementTypes) schemas[nameOf(type)] = entryOf(entry, type, concepts);
    periods.items = oneOfStatements();
  }
  for (const table of Object.values(schemas.FullFinancials?.properties ?? {})) {
    const members = table.items?.properties ?? {};
    for (const group of groups) {
      const own = concepts.filter((concept) => groupOf(concept) === group);
      if (members[group] !== undefined) members[group] = keyed(members[group], own);
    }
  }
}

/** "IncomeStatementPeriod". */
const nameOf = (type: StatementType) =>
  `${type.replace(/(^|_)([a-z])/g, (_, _gap, letter: string) => letter.toUpperCase())}Period`;

const refTo = (type: StatementType) => `#/components/schemas/${nameOf(type)}`;

const oneOfStatements = (): SchemaPart => ({
  oneOf: statementTypes.map((type) => ({ $ref: refTo(type) })),
  discriminator: {
    propertyName: "statementType",
    mapping: Object.fromEntries(statementTypes.map((type) => [type, refTo(type)])),
  },
});

function entryOf(entry: SchemaPart, type: StatementType, shown: readonly Concept[]): SchemaPart {
  const lines = shown.filter(({ statement }) => statement === type);
  const { fields, reasons, perShareAdjusted, ...properties } = structuredClone(
    entry.properties ?? {},
  );
  return {
    ...entry,
    properties: {
      ...properties,
      statementType: { type: "string", enum: [type] },
      ...(fields && { fields: keyed(fields, lines) }),
      ...(reasons && { reasons: keyed(reasons, lines) }),
      ...(perShareAdjusted && { perShareAdjusted: keyed(perShareAdjusted, lines) }),
    },
  };
}

/** A record as an object that names its keys and allows no other. */
function keyed(record: SchemaPart, lines: readonly Concept[]): SchemaPart {
  const { additionalProperties, propertyNames, ...rest } = record;
  const value = additionalProperties as SchemaPart;
  const named = lines.map(({ snakeKey, label, definition }) => [
    snakeKey,
    { ...structuredClone(value), description: `${label}: ${definition}` },
  ]);
  return { ...rest, properties: Object.fromEntries(named), additionalProperties: false };
}
