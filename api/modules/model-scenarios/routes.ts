import { entitlementsAt } from "#schemas/plans.ts";
import { pageQuery } from "#schemas/shapes/page.ts";
import { anyone, user } from "../../auth/access.ts";
import { makeSecret } from "../../auth/secret.ts";
import { created, list, one } from "../../http/answers.ts";
import { v2 } from "../../http/families.ts";
import { moduleOf } from "../../http/module.ts";
import {
  scenario,
  scenarioBody,
  scenarioChange,
  scenarioDeleted,
  scenarioParams,
  scenariosParams,
  sharedScenario,
  shareParams,
} from "./schemas.ts";
import {
  changeScenario,
  getScenario,
  listOwnScenarios,
  openShared,
  removeScenario,
  saveScenario,
  shareOwnScenario,
  unshareOwnScenario,
} from "./service.ts";

const { endpoint } = moduleOf({ tag: "Model scenarios", family: v2, access: user });

interface Asked {
  params: { id: string; templateKey: string };
  caller: { userId: string };
}

const ownOf = ({ params: { id, templateKey }, caller: { userId } }: Asked) => ({
  userId,
  entityId: id,
  templateKey,
});

const oneOf = (asked: Asked & { params: { scenarioId: string } }) => ({
  ...ownOf(asked),
  scenarioId: asked.params.scenarioId,
});

export const modelScenarios = [
  endpoint({
    at: "GET /entities/:id/models/:templateKey/scenarios",
    name: "listScenarios",
    summary: "List own saved scenarios of a model, newest first",
    description: "Scenarios are private: only those of the caller are listed.",
    params: scenariosParams,
    query: pageQuery,
    answers: list(scenario),
    handle: (given) => listOwnScenarios(given.deps, ownOf(given), given.query),
  }),

  endpoint({
    at: "POST /entities/:id/models/:templateKey/scenarios",
    name: "createScenario",
    summary: "Save the overrides of a model under a name",
    description:
      "Overrides are refused as compute refuses them. 403 where the plan of the account allows no more scenarios.",
    params: scenariosParams,
    body: scenarioBody,
    refuses: [403],
    strict: true,
    answers: created(
      scenario,
      ({ id, entityId, templateKey }) =>
        `/v2/entities/${entityId}/models/${templateKey}/scenarios/${id}`,
    ),
    handle: (given) => {
      const { scenarios } = entitlementsAt(given.caller.plan, given.deps.now());
      return saveScenario(given.deps, { ...ownOf(given), scenariosMax: scenarios }, given.body);
    },
  }),

  endpoint({
    at: "GET /entities/:id/models/:templateKey/scenarios/:scenarioId",
    name: "getScenario",
    summary: "Read one of the own scenarios",
    description: "A scenario of another account, company or template is 404.",
    params: scenarioParams,
    answers: one(scenario),
    extension: true,
    handle: (given) => getScenario(given.deps, oneOf(given)),
  }),

  endpoint({
    at: "PATCH /entities/:id/models/:templateKey/scenarios/:scenarioId",
    name: "updateScenario",
    summary: "Rename a scenario or replace its overrides",
    description: "What is given replaces what was there. `shared` makes or ends the share link.",
    params: scenarioParams,
    body: scenarioChange,
    strict: true,
    answers: one(scenario),
    handle: (given) => changeScenario(given.deps, oneOf(given), given.body, makeSecret()),
  }),

  endpoint({
    at: "DELETE /entities/:id/models/:templateKey/scenarios/:scenarioId",
    name: "deleteScenario",
    summary: "Delete a scenario and its share link",
    description: "The share link ends with it. A scenario of another account is 404.",
    params: scenarioParams,
    answers: one(scenarioDeleted),
    handle: (given) => removeScenario(given.deps, oneOf(given)),
  }),

  endpoint({
    at: "POST /entities/:id/models/:templateKey/scenarios/:scenarioId/share",
    name: "shareScenario",
    summary: "Make a share link that shows name and overrides",
    description:
      "Who has the link reads name and overrides, and not who made them. A link that is there stays.",
    params: scenarioParams,
    extension: true,
    answers: one(scenario),
    handle: (given) => shareOwnScenario(given.deps, oneOf(given), makeSecret()),
  }),

  endpoint({
    at: "DELETE /entities/:id/models/:templateKey/scenarios/:scenarioId/share",
    name: "unshareScenario",
    summary: "End the share link of a scenario",
    description: "The link is 404 from now on. Without one nothing changes.",
    params: scenarioParams,
    extension: true,
    answers: one(scenario),
    handle: (given) => unshareOwnScenario(given.deps, oneOf(given)),
  }),

  endpoint({
    at: "GET /model-scenarios/shared/:shareToken",
    name: "getSharedScenario",
    summary: "Open a share link: name and overrides, not whose they are",
    description: "Needs no credential. An unknown or ended link is 404.",
    access: anyone,
    params: shareParams,
    answers: one(sharedScenario),
    handle: ({ params, deps }) => openShared(deps, params.shareToken),
  }),
];
