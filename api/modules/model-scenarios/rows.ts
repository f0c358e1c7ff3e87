import { and, eq, getTableColumns } from "drizzle-orm";
import { findTemplate } from "#registry/models/catalogue.ts";
import { modelScenario } from "#schemas/tables/companies/model.ts";
import { ownRows } from "../../data/own-rows.ts";

const { userId, ...shown } = getTableColumns(modelScenario);

/** The condition for scenarios of a company's template, whatever alias names it; null for an unknown template. */
export function areOf({ id, templateKey }: Readonly<Record<string, string>>) {
  const template = findTemplate(templateKey ?? "");
  if (template === null || id === undefined) return null;
  return and(eq(modelScenario.entityId, id), eq(modelScenario.templateKey, template.key));
}

/** Scenarios are private to their owner. One of another company or template is none of the path's. */
export const ownScenarios = ownRows({
  name: "Scenario",
  table: modelScenario,
  columns: shown,
  within: areOf,
});
