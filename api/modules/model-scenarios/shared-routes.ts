import { entitlementsAt } from "#schemas/config/plans.ts";
import { modelResult } from "#schemas/shapes/models/result.ts";
import { anyone, user } from "../../auth/access.ts";
import { created, one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v2 } from "../../http/responses/families.ts";
import { forkBody, params, scenario, settlingQuery, sharedScenario } from "./schemas.ts";
import { computeShared, forkShared, openShared, warmShared } from "./service.ts";

const { endpoint } = moduleOf({ tag: "Model scenarios", family: v2, access: user, params });

export const scenarioAddress = "/v2/entities/:entityId/models/:templateKey/scenarios/:id";

/** Endpoints of share links. */
export const sharedScenarios = [
  endpoint({
    at: "GET /model-scenarios/shared/:shareToken",
    name: "getSharedScenario",
    summary: "Get a shared scenario",
    description: "Needs no credential. An unknown or ended link is 404.",
    access: anyone,
    answers: one(sharedScenario),
    handle: ({ params, deps }) => openShared(deps, params.shareToken),
  }),

  endpoint({
    at: "GET /model-scenarios/shared/:shareToken/result",
    name: "computeSharedScenario",
    summary: "Compute a shared scenario on current filings",
    description: "Needs no credential. An unknown or ended link is 404.",
    access: anyone,
    query: settlingQuery,
    answers: one(modelResult),
    extension: true,
    handle: ({ params, query, deps }) => computeShared(deps, params.shareToken, query),
  }),

  endpoint({
    at: "POST /model-scenarios/shared/:shareToken/fork",
    name: "forkSharedScenario",
    summary: "Copy a shared scenario to your account",
    description: "The copy is private. 403 where the plan of the account allows no more scenarios.",
    body: forkBody,
    refuses: [403],
    strict: true,
    answers: created(scenario, scenarioAddress),
    extension: true,
    warm: ({ params, caller, deps }) => warmShared(deps, params.shareToken, caller),
    handle: ({ params: { shareToken }, body: { name }, caller: viewer, deps }) => {
      const { scenarios: scenariosMax } = entitlementsAt(viewer.plan, deps.now());
      return forkShared(deps, shareToken, { viewer, name, scenariosMax });
    },
  }),
];
