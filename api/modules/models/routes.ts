import { modelListing } from "#schemas/shapes/models/listing.ts";
import { modelResult } from "#schemas/shapes/models/result.ts";
import { anyone } from "../../auth/access.ts";
import { file, stored, withMeta, written } from "../../http/answers.ts";
import { workbookType } from "../../http/endpoint.ts";
import { moduleOf } from "../../http/module.ts";
import { v2 } from "../../http/responses/families.ts";
import { exportCompanyModel } from "./export/service.ts";
import { asOfQuery, computeBody, exportBody, listingMeta, modelQuery, params } from "./schemas.ts";
import { computeCompanyModel, getDefaultModel, listCompanyModels } from "./service.ts";
import { valuations } from "./valuation/routes.ts";

const { endpoint } = moduleOf({
  tag: "Financial models",
  family: v2,
  access: anyone,
  figures: true,
  params,
});

export const models = [
  endpoint({
    at: "GET /entities/:id/models",
    name: "listModels",
    summary: "List model templates and their filing defaults",
    description: "Each template says whether the company's filings have what it needs.",
    query: asOfQuery,
    freshness: "cached",
    answers: withMeta(modelListing.array(), listingMeta),
    handle: async ({ params: { id }, query, viewer, deps }) => {
      const data = await listCompanyModels(deps, { entityId: id, viewer, ...query });
      return { data, meta: { count: data.length } };
    },
  }),

  endpoint({
    at: "GET /entities/:id/models/:templateKey",
    name: "getModel",
    summary: "Compute a model with filing defaults",
    description: "The result from the filings alone, with the source of each input.",
    query: modelQuery,
    answers: stored(modelResult),
    handle: async ({ params: { id, templateKey }, query, viewer, deps }) => {
      const bytes = await getDefaultModel(deps, { entityId: id, viewer, templateKey, ...query });
      return viewer === null ? bytes : { ...bytes, visibility: "private" as const };
    },
  }),

  endpoint({
    at: "POST /entities/:id/models/:templateKey/compute",
    name: "computeModel",
    pure: true,
    summary: "Recompute a model with overrides",
    description:
      "Unknown keys, values that are no finite numbers, filing-backed assumptions and economically " +
      "impossible combinations are refused with BAD_REQUEST and a sentence for each.",
    query: asOfQuery,
    body: computeBody,
    answers: written(modelResult),
    handle: ({ params: { id, templateKey }, query, body, viewer, deps }) =>
      computeCompanyModel(deps, { entityId: id, viewer, templateKey, body, ...query }),
  }),

  endpoint({
    at: "POST /entities/:id/models/:templateKey/export",
    name: "exportModel",
    summary: "Download a model as a live workbook or as CSV",
    description:
      "The compute body plus `format`. In the workbook everything that is computed is a formula: change an " +
      "input, and the value moves as it does here.",
    query: asOfQuery,
    body: exportBody,
    answers: file(workbookType, "text/csv"),
    handle: async ({ params: { id, templateKey }, query, body, viewer, deps }) => {
      const file = await exportCompanyModel(deps, {
        entityId: id,
        viewer,
        templateKey,
        body,
        ...query,
      });
      const mediaType = file.format === "csv" ? "text/csv; charset=utf-8" : workbookType;
      return { bytes: file.bytes, name: file.name, mediaType };
    },
  }),
  ...valuations,
];
