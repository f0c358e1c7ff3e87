import { pageQuery } from "#schemas/shapes/page.ts";
import { anyone, user } from "../../auth/access.ts";
import { makeSecret } from "../../auth/secret.ts";
import { endpoint, listEndpoint } from "../../http/endpoint.ts";
import { v2 } from "../../http/families.ts";
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
  listOwnScenarios,
  openShared,
  removeScenario,
  saveScenario,
  shareOwnScenario,
  unshareOwnScenario,
} from "./service.ts";

const tag = "Model scenarios";

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
  listEndpoint(v2, {
    at: "GET /entities/:id/models/:templateKey/scenarios",
    tag,
    summary: "List own saved scenarios of a model, newest first",
    access: user,
    params: scenariosParams,
    query: pageQuery,
    returns: scenario,
    handle: (given) => listOwnScenarios(given.deps, ownOf(given), given.query),
  }),

  endpoint(v2, {
    at: "POST /entities/:id/models/:templateKey/scenarios",
    tag,
    summary: "Save the overrides of a model under a name",
    description: "Overrides are refused as compute refuses them.",
    access: user,
    params: scenariosParams,
    body: scenarioBody,
    status: 201,
    returns: scenario,
    location: ({ id, entityId, templateKey }) =>
      `/v2/entities/${entityId}/models/${templateKey}/scenarios/${id}`,
    handle: (given) => saveScenario(given.deps, ownOf(given), given.body),
  }),

  endpoint(v2, {
    at: "PATCH /entities/:id/models/:templateKey/scenarios/:scenarioId",
    tag,
    summary: "Rename a scenario or replace its overrides",
    access: user,
    params: scenarioParams,
    body: scenarioChange,
    returns: scenario,
    handle: (given) => changeScenario(given.deps, oneOf(given), given.body, makeSecret()),
  }),

  endpoint(v2, {
    at: "DELETE /entities/:id/models/:templateKey/scenarios/:scenarioId",
    tag,
    summary: "Delete a scenario and its share link",
    access: user,
    params: scenarioParams,
    returns: scenarioDeleted,
    handle: (given) => removeScenario(given.deps, oneOf(given)),
  }),

  endpoint(v2, {
    at: "POST /entities/:id/models/:templateKey/scenarios/:scenarioId/share",
    tag,
    summary: "Make a share link that shows name and overrides",
    access: user,
    params: scenarioParams,
    returns: scenario,
    extension: true,
    handle: (given) => shareOwnScenario(given.deps, oneOf(given), makeSecret()),
  }),

  endpoint(v2, {
    at: "DELETE /entities/:id/models/:templateKey/scenarios/:scenarioId/share",
    tag,
    summary: "End the share link of a scenario",
    access: user,
    params: scenarioParams,
    returns: scenario,
    extension: true,
    handle: (given) => unshareOwnScenario(given.deps, oneOf(given)),
  }),

  endpoint(v2, {
    at: "GET /model-scenarios/shared/:shareToken",
    tag,
    summary: "Open a share link: name and overrides, not whose they are",
    access: anyone,
    params: shareParams,
    returns: sharedScenario,
    handle: ({ params, deps }) => openShared(deps, params.shareToken),
  }),
];
