import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makeTeamEntity } from "../../helpers/people.ts";

export const requests: MakeRequests = ({ app, team }) => ({
  "GET /v2/entities/:id/audit-log": async () => ({
    parameters: { id: await makeTeamEntity(app, team) },
  }),
});
