import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makeTeamEntity } from "../../helpers/people.ts";

export const requests: MakeRequests = ({ app, team }) => {
  const ofEntity = async () => ({ parameters: { id: await makeTeamEntity(app, team) } });
  return {
    "POST /api/v1/entities": () => ({ payload: { name: "New Entity" } }),
    "GET /api/v1/entities/:id": ofEntity,
    "PUT /api/v1/entities/:id": async () => ({
      ...(await ofEntity()),
      payload: { data: { name: "Put" } },
    }),
    "PATCH /api/v1/entities/:id": async () => ({
      ...(await ofEntity()),
      payload: { name: "Patched" },
    }),
    "DELETE /api/v1/entities/:id": ofEntity,
  };
};
