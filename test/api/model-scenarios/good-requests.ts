import type { MakeRequests } from "../../helpers/good-requests.ts";

export const requests: MakeRequests = ({ app: { send }, owner: { headers }, companyId }) => {
  const url = `/v2/entities/${companyId}/models/wacc/scenarios`;
  const payload = { name: "Base case" };
  const ofNewScenario = async () => {
    const made = await send({ method: "POST", url, headers, payload });
    const scenarioId: string = made.json().data.id;
    return { parameters: { templateKey: "wacc", scenarioId }, payload };
  };
  const ofNewLink = async () => {
    const { parameters } = await ofNewScenario();
    const share = `${url}/${parameters.scenarioId}/share`;
    const { data } = (await send({ method: "POST", url: share, headers })).json();
    return { parameters: { shareToken: data.shareToken as string } };
  };
  const path = "/v2/entities/:id/models/:templateKey/scenarios";
  return {
    [`GET ${path}`]: () => ({ parameters: { templateKey: "wacc" } }),
    [`POST ${path}`]: () => ({ parameters: { templateKey: "wacc" }, payload }),
    [`GET ${path}/:scenarioId`]: async () => ({ parameters: (await ofNewScenario()).parameters }),
    [`PATCH ${path}/:scenarioId`]: ofNewScenario,
    [`DELETE ${path}/:scenarioId`]: ofNewScenario,
    [`POST ${path}/:scenarioId/share`]: ofNewScenario,
    [`DELETE ${path}/:scenarioId/share`]: ofNewScenario,
    [`POST ${path}/:scenarioId/compute`]: async () => ({
      parameters: (await ofNewScenario()).parameters,
    }),
    [`POST ${path}/:scenarioId/fork`]: ofNewScenario,
    "GET /v2/entities/:id/models/:templateKey/compare": async () => {
      const { parameters } = await ofNewScenario();
      return { parameters: { templateKey: "wacc" }, query: `?ids=${parameters.scenarioId}` };
    },
    "GET /v2/model-scenarios/shared/:shareToken": ofNewLink,
    "GET /v2/model-scenarios/shared/:shareToken/result": ofNewLink,
    "POST /v2/model-scenarios/shared/:shareToken/fork": async () => ({
      ...(await ofNewLink()),
      payload,
    }),
  };
};
