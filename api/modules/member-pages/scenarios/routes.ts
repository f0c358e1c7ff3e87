import { anyone } from "#api/auth/access.ts";
import { page } from "#api/http/answers.ts";
import { moduleOf } from "#api/http/module.ts";
import { pages } from "#api/http/responses/families.ts";
import { queryText } from "#api/pages/query.ts";
import * as scenarios from "../../model-scenarios/service.ts";
import {
  anyMember,
  type PageRequest,
  type Reader,
  showToAnyMember,
  showToMember,
  submitAsMember,
} from "../show-to-member.ts";
import { aboutNew, newMarkup, newPath, saveNew } from "./new-page.ts";
import { aboutScenario, actOnScenario, scenarioMarkup, sharedPath } from "./scenario-page.ts";
import { scenariosMarkup, scenariosPath } from "./scenarios-page.ts";
import * as shapes from "./schemas.ts";
import { aboutShared, copyShared, sharedMarkup, showShared } from "./shared-page.ts";

const { endpoint } = moduleOf({
  tag: "Pages",
  family: pages,
  access: anyone,
  extension: true,
  params: scenarios.scenarioParams,
});

const answers = page({ redirects: true });

const scenarioPage = ({ params, deps }: PageRequest) => ({
  path: `${scenariosPath}/${params.scenarioId}`,
  access: scenarios.ownsScenario,
  markup: (row: scenarios.PlacedScenario, reader: Reader) => scenarioMarkup(deps, row, reader),
});

/** What a change leads to: the page of the scenario, or all of them where another or none is there. */
const afterwards: Partial<Record<shapes.ScenarioFields["act"], string>> = {
  copy: scenariosPath,
  delete: scenariosPath,
};

export const scenarioPages = [
  endpoint({
    at: "GET /scenarios",
    name: "showScenarios",
    summary: "Scenarios page",
    description:
      "An HTML page: what the person has saved of models of any company, newest first, 20 on a page. Visitors who are not signed in are redirected to sign in, then back.",
    query: shapes.scenariosAsked,
    refuses: [401],
    answers,
    handle: (given) =>
      showToAnyMember(given, `${scenariosPath}${queryText(given.query)}`, (reader) =>
        scenariosMarkup(given.deps, given.query, reader),
      ),
  }),

  endpoint({
    at: "GET /scenarios/new",
    name: "showNewScenario",
    summary: "Page to save a scenario",
    description:
      "An HTML page, to which the button of the model's page leads. Visitors who are not signed in are redirected to sign in, then back with their inputs. Refused inputs show a sentence, with 400. An unknown company or model is 404.",
    query: shapes.newAsked,
    refuses: [401, 404],
    answers,
    handle: (given) =>
      showToAnyMember(given, `${newPath}${queryText(given.query)}`, (reader) =>
        newMarkup(given.deps, given.query, reader),
      ),
  }),

  endpoint({
    at: "POST /scenarios/new",
    name: "submitNewScenario",
    summary: "Save a scenario with the form",
    description:
      "Submits the form of the page: the same as saving by the API. Redirects to your scenarios. A refused request shows the page with the reason and the name that was typed.",
    forms: true,
    body: shapes.newFields,
    status: 302,
    refuses: [401, 403, 404],
    answers,
    handle: ({ body, deps, ...given }) => {
      const { form_token: _token, name, ...asked } = body;
      return submitAsMember(
        { ...given, deps, params: {} },
        {
          path: `${newPath}${queryText(asked)}`,
          access: anyMember,
          markup: (_row, reader) => newMarkup(deps, asked, reader, name),
        },
        {
          fields: body,
          about: () => aboutNew(asked),
          act: (_row, caller) => saveNew(deps, { ...asked, name }, caller),
          afterwards: scenariosPath,
        },
      );
    },
  }),

  endpoint({
    at: "GET /scenarios/:scenarioId",
    name: "showScenario",
    summary: "Scenario page",
    description:
      "An HTML page: the inputs, what they give as the filings stand, and forms to rename, copy, share and delete the scenario. Visitors who are not signed in are redirected to sign in, then back. A scenario of another account is 404.",
    refuses: [401],
    answers,
    handle: (given) => showToMember(given, scenarioPage(given)),
  }),

  endpoint({
    at: "POST /scenarios/:scenarioId",
    name: "submitScenario",
    summary: "Rename, copy, share or delete a scenario with the form",
    description:
      "Submits the forms of the page: the same as by the API. Redirects to the page, or after copying and deleting to all scenarios. A refused request shows the page with the reason.",
    forms: true,
    body: shapes.scenarioFields,
    status: 302,
    refuses: [401, 403, 404],
    answers,
    handle: (given) =>
      submitAsMember(given, scenarioPage(given), {
        fields: given.body,
        about: ({ id }) => aboutScenario(given.body.act, id),
        act: (row, viewer) => actOnScenario(given.deps, { row, viewer }, given.body),
        afterwards: afterwards[given.body.act],
      }),
  }),

  endpoint({
    at: "GET /scenarios/shared/:shareToken",
    name: "showSharedScenario",
    summary: "Shared scenario page",
    description:
      "An HTML page: name, inputs and what they give, and not whose they are. Who is signed in may copy it. An unknown or ended address is 404.",
    answers,
    handle: ({ params, from, deps }) => showShared({ deps, from }, params.shareToken),
  }),

  endpoint({
    at: "POST /scenarios/shared/:shareToken",
    name: "submitCopyOfScenario",
    summary: "Copy a shared scenario with the form",
    description:
      "Submits the form of the page: the same as copying by the API. Redirects to your scenarios. A refused request shows the page with the reason.",
    forms: true,
    body: shapes.copyFields,
    status: 302,
    refuses: [401, 403, 404],
    answers,
    handle: ({ params, body, deps, ...given }) =>
      submitAsMember(
        { ...given, deps, params },
        {
          path: sharedPath(params.shareToken),
          access: scenarios.opensShared,
          markup: (row, reader) => sharedMarkup(deps, row, reader),
        },
        {
          fields: body,
          about: () => aboutShared(params.shareToken),
          act: (row, viewer) => copyShared(deps, { row, viewer }, body.name),
          afterwards: scenariosPath,
        },
      ),
  }),
];
