import type { ExportedModel } from "#api/modules/models/export/exported.ts";
import { layOutWorkbook } from "#api/modules/models/export/workbook.ts";
import { writeWorkbook } from "#api/modules/models/export/write-workbook.ts";
import { findTemplate } from "#registry/models/catalogue.ts";
import { prepareModel, runModel } from "#registry/models/compute.ts";
import type { ModelFacts } from "#registry/models/inputs/facts.ts";
import { parseOverrides } from "#registry/models/overrides.ts";
import { referenceOn } from "#registry/models/rates/dated-reference.ts";

const at = new Date("2026-03-01T12:00:00.000Z");

/** A model ready to be written to a file. Throws for an unknown key and for refused overrides. */
export function exportedModel(
  facts: ModelFacts,
  key: string,
  body?: unknown,
  company: Partial<ExportedModel["company"]> = {},
): ExportedModel {
  const template = findTemplate(key);
  if (template === null) throw new Error(`no template ${key}`);
  const model = prepareModel({
    template,
    facts,
    reference: referenceOn(null, facts.anchors?.currency ?? null),
  });
  const overrides = parseOverrides(body, model);
  return {
    company: { name: "Apple Inc.", ticker: "AAPL", cik: "0000320193", ...company },
    model,
    overrides,
    result: runModel(model, overrides),
    generatedAt: at.toISOString(),
    asOf: null,
  };
}

/** The XLSX file of a model. */
export const workbookOf = (exported: ExportedModel): Promise<Buffer> =>
  writeWorkbook(layOutWorkbook(exported), at);
