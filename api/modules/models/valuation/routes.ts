import { anyone } from "#api/auth/access.ts";
import { one, withMeta } from "#api/http/answers.ts";
import { moduleOf } from "#api/http/module.ts";
import { v2 } from "#api/http/responses/families.ts";
import { multiplesHistory as historyShape, peers } from "#schemas/shapes/models/compared.ts";
import {
  blendResult,
  partsValue,
  reverseResult,
  simulation,
} from "#schemas/shapes/models/valuation.ts";
import { asOfQuery, listingMeta, modelFormula, modelQuery, params } from "../schemas.ts";
import { listFormulas } from "../service.ts";
import { blendModels } from "./blend-service.ts";
import { sumParts } from "./parts-service.ts";
import { comparePeersOf } from "./peer-service.ts";
import {
  blendBody,
  earningsQuery,
  historyBody,
  partsBody,
  reverseBody,
  simulateBody,
} from "./schemas.ts";
import { multiplesHistory, reverseModel } from "./service.ts";
import { simulateModel } from "./simulate-service.ts";

const { endpoint } = moduleOf({
  tag: "Financial models",
  family: v2,
  access: anyone,
  figures: true,
  extension: true,
  params,
});

/** Models compared with prices, other companies and each other. */
export const valuations = [
  endpoint({
    at: "GET /entities/:id/models/:templateKey/formulas",
    name: "listModelFormulas",
    summary: "List the formulas of a model in words",
    description:
      "How each assumption that follows from others and each line of the result is computed, by the labels of what " +
      "it rests on. The same formulas compute the result and stand in the workbook.",
    query: asOfQuery,
    answers: withMeta(modelFormula.array(), listingMeta),
    handle: async ({ params: { id, templateKey }, query, viewer, deps }) => {
      const data = await listFormulas(deps, { entityId: id, viewer, templateKey, ...query });
      return { data, meta: { count: data.length } };
    },
  }),

  endpoint({
    at: "POST /entities/:id/models/:templateKey/reverse",
    name: "reverseModel",
    pure: true,
    summary: "Solve a DCF for the growth, margin or rate that a price implies",
    description:
      "Solves a DCF for one assumption so that it gives the price. `overrides` is the compute body that gives the price. " +
      "Without a solution in the range `value` is null, and `stateReason` says what the range gives.",
    query: asOfQuery,
    body: reverseBody,
    answers: one(reverseResult),
    status: 200,
    handle: ({ params: { id, templateKey }, query, body, viewer, deps }) =>
      reverseModel(deps, { entityId: id, viewer, templateKey, body, ...query }),
  }),

  endpoint({
    at: "POST /entities/:id/models/:templateKey/simulate",
    name: "simulateModel",
    pure: true,
    summary: "Simulate a model over ranges of its inputs",
    description:
      "Each draw takes every input from a triangular range, independently of the others; without `ranges` those that the " +
      "model states as edges. The same seed gives the same answer. `shareAbove` is the part of the draws above the price.",
    query: asOfQuery,
    body: simulateBody,
    answers: one(simulation),
    status: 200,
    handle: ({ params: { id, templateKey }, query, body, viewer, deps }) =>
      simulateModel(deps, { entityId: id, viewer, templateKey, body, ...query }),
  }),

  endpoint({
    at: "POST /entities/:id/multiples/history",
    name: "listMultiplesHistory",
    pure: true,
    summary: "Get a company's multiples over ten years",
    description:
      "Figures as filed last, share counts of each year's own filing, and prices given by the caller or the provider. " +
      "Counts and prices are put on today's shares. One `price` alone values every year at it.",
    query: modelQuery,
    body: historyBody,
    answers: one(historyShape),
    status: 200,
    handle: ({ params: { id }, query, body, viewer, deps }) =>
      multiplesHistory(deps, { entityId: id, viewer, body, ...query }),
  }),

  endpoint({
    at: "GET /entities/:id/multiples/peers",
    name: "listPeers",
    summary: "List a company's peers, with medians",
    description:
      "Chosen by a stated rule among the stored companies; each says why it is one. Multiples need closes of the provider. " +
      "Fewer than three values give no median, and a reason.",
    query: earningsQuery,
    answers: one(peers),
    handle: ({ params: { id }, query, viewer, deps }) =>
      comparePeersOf(deps, { entityId: id, viewer, ...query }),
  }),

  endpoint({
    at: "POST /entities/:id/sum-of-parts",
    name: "sumParts",
    pure: true,
    summary: "Value the parts of a company, each at its own multiple",
    description:
      "Values what the newest annual report states of each segment or product by a multiple, and what belongs to no part by " +
      "their mean. From the sum to a share it goes as every model of multiples does. Without parts `stateReason` says so.",
    query: asOfQuery,
    body: partsBody,
    strict: true,
    answers: one(partsValue),
    status: 200,
    handle: ({ params: { id }, query, body, viewer, deps }) =>
      sumParts(deps, { entityId: id, viewer, body, ...query }),
  }),

  endpoint({
    at: "POST /entities/:id/model-blend",
    name: "blendModels",
    pure: true,
    summary: "Blend chosen models into a weighted mean",
    description:
      "A model without a value is left out and named, and the other weights are scaled to 1. An unknown template is 404, " +
      "and so is a `scenarioId` that is none of your saved scenarios of the company and template.",
    query: asOfQuery,
    body: blendBody,
    strict: true,
    answers: one(blendResult),
    status: 200,
    handle: ({ params: { id }, query, body, viewer, deps }) =>
      blendModels(deps, { entityId: id, viewer, body, ...query }),
  }),
];
