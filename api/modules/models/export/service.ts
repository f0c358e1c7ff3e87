import { badRequest, notFound } from "#api/http/errors.ts";
import { runModel } from "#registry/models/compute.ts";
import type { Model } from "#registry/models/family.ts";
import { withMarket } from "#registry/models/market/with-market.ts";
import { parseOverrides } from "#registry/models/overrides.ts";
import {
  getTemplate,
  loadCompanyModels,
  type ModelDeps,
  type ModelsOf,
  marketFor,
  refused,
} from "../load-models.ts";
import { findNamedCompany } from "../queries.ts";
import { writeCsv } from "./csv.ts";
import type { ExportedModel } from "./exported.ts";
import { layOutWorkbook } from "./workbook.ts";

type ExportFormat = "csv" | "xlsx";

export interface ExportedFile {
  bytes: Buffer;
  format: ExportFormat;
  /** With its extension; of any characters that the company's name has. */
  name: string;
}

/**
 * A model as a file, computed with the overrides of an export body as it was sent. A model without a result is
 * a file too, with the reason. Throws 404 for an unknown template or entity and 400 as compute does.
 */
export async function exportCompanyModel(
  deps: ModelDeps,
  of: ModelsOf & { templateKey: string; body: unknown },
): Promise<ExportedFile> {
  const template = getTemplate(of.templateKey);
  const models = await loadCompanyModels(deps, of);
  const company = await findNamedCompany(deps.db, of.entityId, of.viewer ?? null);
  if (company === null) throw notFound("Company");
  const { format, body } = readExportBody(of.body);
  const at = deps.now();
  const model = models.model(template);
  const computed = compute(model, body);
  const exported = {
    company,
    generatedAt: at.toISOString(),
    asOf: of.asOf ?? null,
    ...computed,
    result: withMarket(computed.result, await marketFor(deps, of, models), models),
  };
  const bytes = format === "csv" ? Buffer.from(writeCsv(exported)) : await writeXlsx(exported, at);
  return { bytes, format, name: fileName(exported, format) };
}

/** What writes workbooks is loaded with the first one. */
async function writeXlsx(exported: ExportedModel, at: Date): Promise<Buffer> {
  const { writeWorkbook } = await import("./write-workbook.ts");
  return writeWorkbook(layOutWorkbook(exported), at);
}

function compute(
  model: Model,
  body: unknown,
): Pick<ExportedModel, "model" | "overrides" | "result"> {
  return refused(() => {
    const overrides = parseOverrides(body, model);
    return { model, overrides, result: runModel(model, overrides) };
  });
}

/** Takes the format off; what is left is a compute body. */
function readExportBody(body: unknown): { format: ExportFormat; body: unknown } {
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  const { format, ...rest }: Record<string, unknown> = isObject ? { ...body } : {};
  if (format !== "csv" && format !== "xlsx") throw badRequest('format must be "csv" or "xlsx".');
  return { format, body: rest };
}

/** "AAPL_dcf_5_year_terminal_growth_20230930.xlsx": by ticker, else by name, with the balance sheet date. */
function fileName({ company, model, result }: ExportedModel, format: ExportFormat): string {
  const date = result.balanceSheetDate?.replaceAll("-", "");
  const parts = [company.ticker ?? company.name, model.template.key, date];
  return `${parts.filter((part) => part !== undefined).join("_")}.${format}`;
}
