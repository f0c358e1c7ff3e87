import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makeTeamEntity } from "../../helpers/people.ts";

export const requests: MakeRequests = ({ app, team }) => {
  const ofEntity = async () => ({ parameters: { entityId: await makeTeamEntity(app, team) } });
  return {
    "GET /v2/entities/:entityId/contacts": ofEntity,
    "PUT /v2/entities/:entityId/contacts": async () => ({
      ...(await ofEntity()),
      payload: {
        fields: [{ kind: "email", label: "Sales", value: "a@b.example", visibility: "public" }],
      },
    }),
  };
};
