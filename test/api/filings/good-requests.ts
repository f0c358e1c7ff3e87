import { randomUUID } from "node:crypto";
import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makeTeamEntity } from "../../helpers/people.ts";

export const unknownParameters = { schemaType: "income_statement" };

export const requests: MakeRequests = ({ app, owner: { headers }, team }) => {
  const content = { currency: "USD", fields: { revenue: "10" } };
  const body = async () => ({
    entityId: await makeTeamEntity(app, team),
    schemaType: "income_statement",
    reportingPeriodId: "2024FY",
    content,
  });
  const draft = async () => {
    const made = await app.send({
      method: "POST",
      url: "/api/v1/filings",
      headers,
      payload: await body(),
    });
    return { parameters: { id: made.json().data.id as string } };
  };
  const ofEntity = async () => ({ parameters: { entityId: await makeTeamEntity(app, team) } });
  const period = () => {
    const days = { start: "2024-02-01", end: "2025-01-31" };
    return { key: `p-${randomUUID()}`, fiscalYear: 2024, fiscalPeriod: "FY", ...days };
  };
  return {
    "POST /api/v1/filings": async () => ({ payload: await body() }),
    "GET /api/v1/filings": async () => ({ query: `?entityId=${(await body()).entityId}` }),
    "GET /api/v1/filings/:id": draft,
    "PATCH /api/v1/filings/:id": async () => ({ ...(await draft()), payload: { content } }),
    "DELETE /api/v1/filings/:id": draft,
    "POST /api/v1/filings/:id/submit": draft,
    "GET /api/v1/filings/chain/:entityId/:schemaType": async () => ({
      parameters: { ...(await ofEntity()).parameters, schemaType: "income_statement" },
    }),
    "GET /v2/entities/:entityId/reporting-periods": ofEntity,
    "GET /v2/entities/:entityId/reporting-periods/:id": async () => {
      const { parameters } = await ofEntity();
      const url = `/v2/entities/${parameters.entityId}/reporting-periods`;
      const made = await app.send({ method: "POST", url, headers, payload: period() });
      return { parameters: { ...parameters, id: made.json().data.id as string } };
    },
    "POST /v2/entities/:entityId/reporting-periods": async () => ({
      ...(await ofEntity()),
      payload: period(),
    }),
  };
};
