import { randomUUID } from "node:crypto";
import type { GoodRequest, MakeRequests } from "../../helpers/good-requests.ts";
import { makeTeamEntity } from "../../helpers/people.ts";
import { makeAdministrator, makeSubmittedReport } from "../../helpers/platform/administrators.ts";
import { makeListedCompany } from "../../helpers/platform/directory.ts";
import { makeClaim, makeCorrection, makeFiling, newFlag, newTicker } from "./make-waiting.ts";

export const requests: MakeRequests = ({ app, owner, team }) => {
  const as = async (request: GoodRequest = {}): Promise<GoodRequest> => ({
    headers: (await makeAdministrator(app)).headers,
    ...request,
  });
  const switchFlag = async () => {
    const payload = {
      flag: newFlag(),
      scope: "percentage",
      percentage: 10,
    };
    return as({ payload });
  };
  const ofCompany = async (payload?: object) => {
    const { id: entityId } = await makeListedCompany(app.db);
    return as({ parameters: { entityId }, ...(payload && { payload }) });
  };
  return {
    "GET /v2/admin/reports": async () => {
      await makeSubmittedReport(app, owner);
      return as();
    },
    "POST /v2/admin/reports/:reportId/decision": async () =>
      as({
        parameters: { reportId: await makeSubmittedReport(app, owner) },
        payload: { decision: "verify", score: 90 },
      }),
    "GET /v2/admin/filings": () => as(),
    "POST /v2/admin/filings/:filingId/decision": async () =>
      as({
        parameters: { filingId: await makeFiling(app, team) },
        payload: { decision: "verify", tier: "L2" },
      }),
    "GET /v2/admin/claims": () => as(),
    "POST /v2/admin/claims/:claimId/decision": async () =>
      as({
        parameters: { claimId: (await makeClaim(app, owner)).id },
        payload: { decision: "grant" },
      }),
    "GET /v2/admin/corrections": () => as(),
    "POST /v2/admin/corrections/:correctionId/decision": async () =>
      as({
        parameters: { correctionId: (await makeCorrection(app)).id },
        payload: { decision: "review" },
      }),
    "GET /v2/admin/entities": () => as(),
    "POST /v2/admin/entities/:entityId/decision": async () =>
      as({
        parameters: { entityId: await makeTeamEntity(app, team) },
        payload: { decision: "verify" },
      }),
    "GET /v2/admin/investors": () => as(),
    "POST /v2/admin/investors/decision": async () => {
      const email = `investor-${randomUUID()}@example.com`;
      await app.person(email);
      return as({ payload: { decision: "verify", email } });
    },
    "GET /v2/admin/listings": () => as(),
    "POST /v2/admin/listings/:subjectType/:slug/decision": async () => {
      const { slug } = await makeListedCompany(app.db);
      const payload = { decision: "block", reason: "Pretends to be another company" };
      return as({ parameters: { subjectType: "entity", slug }, payload });
    },
    "GET /v2/admin/flags": () => as(),
    "PUT /v2/admin/flags": switchFlag,
    "DELETE /v2/admin/flags/:audienceId": async () => {
      const { headers = {}, payload } = await switchFlag();
      const url = "/v2/admin/flags";
      const made = await app.send({ method: "PUT", url, headers, ...(payload && { payload }) });
      return { headers, parameters: { audienceId: made.json().data.audiences[0].id } };
    },
    "GET /v2/admin/service-tickers": () => as(),
    "PUT /v2/admin/service-tickers/:entityId": () => ofCompany({ ticker: newTicker() }),
    "DELETE /v2/admin/service-tickers/:entityId": () => ofCompany(),
    "GET /v2/admin/acts": () => as(),
  };
};
