import { randomUUID } from "node:crypto";
import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makeTeamEntity } from "../../helpers/people.ts";
import { makeListedCompany } from "../../helpers/platform/directory.ts";

export const requests: MakeRequests = ({ app, team }) => ({
  "POST /v2/directory/:subjectType/:slug/profile-views": async () => {
    const { slug } = await makeListedCompany(app.db);
    return {
      parameters: { subjectType: "entity", slug },
      payload: { operationId: randomUUID() },
    };
  },
  "GET /v2/entities/:id/profile-views": async () => ({
    parameters: { id: await makeTeamEntity(app, team) },
  }),
});
