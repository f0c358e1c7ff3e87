import { z } from "zod";
import { entitlementsAt } from "#schemas/config/plans.ts";
import { modelResult } from "#schemas/shapes/models/result.ts";
import { pageQuery } from "#schemas/shapes/page.ts";
import { user } from "../../auth/access.ts";
import { makeSecret } from "../../auth/secret.ts";
import { created, list, one, withMeta } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v2 } from "../../http/responses/families.ts";
import { ownScenarios } from "./rows.ts";
import * as shapes from "./schemas.ts";
import { params } from "./schemas.ts";
import {
  changeScenario,
  compareScenarios,
  computeScenario,
  forkScenario,
  getScenario,
  listOwnScenarios,
  removeScenario,
  saveScenario,
  warmOwn,
} from "./service.ts";
import { scenarioAddress, sharedScenarios } from "./shared-routes.ts";

const { endpoint } = moduleOf({
  tag: "Model scenarios",
  family: v2,
  access: user,
  params,
  warm: warmOwn,
});
const own = ownScenarios.own("scenarioId");
const comparedMeta = z.object({ count: z.int(), notFound: z.array(z.string()) });

export const modelScenarios = [
  endpoint({
    at: "GET /entities/:id/models/:templateKey/scenarios",
    name: "listScenarios",
    summary: "List your scenarios of a model, newest first",
    description: "Scenarios are private: only those of the caller are listed.",
    query: pageQuery,
    answers: list(shapes.scenario),
    handle: ({ params, query, caller, deps }) => listOwnScenarios(deps, caller, params, query),
  }),

  endpoint({
    at: "POST /entities/:id/models/:templateKey/scenarios",
    name: "createScenario",
    summary: "Save a scenario of a model",
    description:
      "Overrides are refused as compute refuses them. 403 where the plan of the account allows no more scenarios.",
    body: shapes.scenarioBody,
    refuses: [403],
    strict: true,
    answers: created(shapes.scenario, scenarioAddress),
    handle: ({ params, body, caller, deps }) => {
      const { scenarios } = entitlementsAt(caller.plan, deps.now());
      return saveScenario(deps, { viewer: caller, scenariosMax: scenarios }, params, body);
    },
  }),

  endpoint({
    at: "GET /entities/:id/models/:templateKey/scenarios/:scenarioId",
    name: "getScenario",
    summary: "Get one of your scenarios",
    description: "A scenario of another account, company or template is 404.",
    access: own,
    answers: one(shapes.scenario),
    extension: true,
    handle: ({ subject: row, caller: viewer, deps }) => getScenario(deps, { row, viewer }),
  }),

  endpoint({
    at: "GET /entities/:id/models/:templateKey/compare",
    name: "compareScenarios",
    summary: "Compare your scenarios of a model",
    description:
      "The defaults come first, then the scenarios in the order of `ids`. `notFound` has the ids of none of the own scenarios of this model.",
    query: shapes.compareQuery,
    answers: withMeta(shapes.compared.array(), comparedMeta),
    extension: true,
    handle: async ({ params, query, caller, deps }) => {
      const { columns, notFound } = await compareScenarios(deps, caller, params, query);
      return { data: columns, meta: { count: columns.length, notFound } };
    },
  }),

  endpoint({
    at: "POST /entities/:id/models/:templateKey/scenarios/:scenarioId/compute",
    name: "computeScenario",
    pure: true,
    summary: "Compute one of your scenarios on current filings",
    description:
      "What has been filed since the scenario was saved is told in `warnings`; its filed value is used unless " +
      "`filed=override` is asked for.",
    access: own,
    query: shapes.settlingQuery,
    answers: one(modelResult),
    extension: true,
    status: 200,
    handle: ({ subject: row, query, caller: viewer, deps }) =>
      computeScenario(deps, { row, viewer }, query),
  }),

  endpoint({
    at: "POST /entities/:id/models/:templateKey/scenarios/:scenarioId/fork",
    name: "forkScenario",
    summary: "Copy one of your scenarios",
    description: "The copy is private. 403 where the plan of the account allows no more scenarios.",
    access: own,
    body: shapes.forkBody,
    refuses: [403],
    strict: true,
    answers: created(shapes.scenario, scenarioAddress),
    extension: true,
    handle: ({ subject: row, body, caller: viewer, deps }) => {
      const { scenarios } = entitlementsAt(viewer.plan, deps.now());
      return forkScenario(deps, { row, viewer }, { ...body, scenariosMax: scenarios });
    },
  }),

  endpoint({
    at: "PATCH /entities/:id/models/:templateKey/scenarios/:scenarioId",
    name: "updateScenario",
    summary: "Update a scenario",
    description: "Members sent replace the stored ones. `shared` makes or ends the share link.",
    access: own,
    body: shapes.scenarioChange,
    strict: true,
    answers: one(shapes.scenario),
    handle: ({ subject: row, body, caller: viewer, deps }) =>
      changeScenario(deps, { row, viewer }, body, makeSecret()),
  }),

  endpoint({
    at: "DELETE /entities/:id/models/:templateKey/scenarios/:scenarioId",
    name: "deleteScenario",
    summary: "Delete a scenario and its share link",
    description: "The share link ends with it. A scenario of another account is 404.",
    access: own,
    answers: one(shapes.scenarioDeleted),
    handle: async ({ params: { scenarioId }, deps }) => {
      await removeScenario(deps.db, scenarioId);
      return { scenarioId, deleted: true as const };
    },
  }),

  endpoint({
    at: "POST /entities/:id/models/:templateKey/scenarios/:scenarioId/share",
    name: "shareScenario",
    summary: "Create a share link of a scenario",
    description:
      "Who has the link reads name and overrides, and not who made them. A link that is there stays.",
    access: own,
    extension: true,
    answers: one(shapes.scenario),
    handle: ({ subject: row, caller: viewer, deps }) =>
      changeScenario(deps, { row, viewer }, { shared: true }, makeSecret()),
  }),

  endpoint({
    at: "DELETE /entities/:id/models/:templateKey/scenarios/:scenarioId/share",
    name: "unshareScenario",
    summary: "Revoke the share link of a scenario",
    description: "The link is 404 from now on. Without one nothing changes.",
    access: own,
    extension: true,
    answers: one(shapes.scenario),
    handle: ({ subject: row, caller: viewer, deps }) =>
      changeScenario(deps, { row, viewer }, { shared: false }, makeSecret()),
  }),

  ...sharedScenarios,
];
