import { anyone } from "../../auth/access.ts";
import {
  metaEndpoint,
  storedEndpoint,
  workbookType,
  writtenEndpoint,
} from "../../http/endpoint.ts";
import { v2 } from "../../http/families.ts";
import { fileEndpoint } from "../../http/file-endpoint.ts";
import { entityParams } from "../../http/params.ts";
import { exportCompanyModel } from "./export/service.ts";
import {
  asOfQuery,
  computeBody,
  exportBody,
  listingMeta,
  modelListing,
  modelResult,
  templateParams,
} from "./schemas.ts";
import { computeCompanyModel, getDefaultModel, listCompanyModels } from "./service.ts";

const tag = "Financial models";
const params = templateParams(entityParams.shape.id);

export const models = [
  metaEndpoint(v2, {
    at: "GET /entities/:id/models",
    tag,
    summary: "List model templates with what the filings give them",
    access: anyone,
    params: entityParams,
    query: asOfQuery,
    returns: modelListing.array(),
    meta: listingMeta,
    freshness: "cached",
    handle: async ({ params: { id }, query, deps }) => {
      const data = await listCompanyModels(deps, { entityId: id, ...query });
      return { data, meta: { count: data.length } };
    },
  }),

  storedEndpoint(v2, {
    at: "GET /entities/:id/models/:templateKey",
    tag,
    summary: "Compute a model with filing defaults",
    access: anyone,
    params,
    query: asOfQuery,
    returns: modelResult,
    handle: async ({ params: { id, templateKey }, query, deps }) => {
      const bytes = await getDefaultModel(deps, { entityId: id, templateKey, ...query });
      return { ...bytes, visibility: "public" };
    },
  }),

  writtenEndpoint(v2, {
    at: "POST /entities/:id/models/:templateKey/compute",
    tag,
    summary: "Recompute a model with overrides",
    description:
      "Unknown keys, values that are no finite numbers, filing-backed assumptions and economically " +
      "impossible combinations are refused with BAD_REQUEST and a sentence for each.",
    access: anyone,
    params,
    query: asOfQuery,
    body: computeBody,
    returns: modelResult,
    handle: ({ params: { id, templateKey }, query, body, deps }) =>
      computeCompanyModel(deps, { entityId: id, templateKey, body, ...query }),
  }),

  fileEndpoint(v2, {
    at: "POST /entities/:id/models/:templateKey/export",
    tag,
    summary: "Download a model as a live workbook or as CSV",
    description:
      "The compute body plus `format`. In the workbook everything that is computed is a formula: change an " +
      "input, and the value moves as it does here.",
    access: anyone,
    params,
    query: asOfQuery,
    body: exportBody,
    types: [workbookType, "text/csv"],
    handle: async ({ params: { id, templateKey }, query, body, deps }) => {
      const file = await exportCompanyModel(deps, { entityId: id, templateKey, body, ...query });
      const mediaType = file.format === "csv" ? "text/csv; charset=utf-8" : workbookType;
      return { bytes: file.bytes, name: file.name, mediaType };
    },
  }),
];
