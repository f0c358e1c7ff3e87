import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makeOrganization, type Person } from "../../helpers/people.ts";

export const requests: MakeRequests = ({ app, team }) => {
  const invite = async (by: Person, payload: object) => {
    const id = await makeOrganization(app, by);
    const url = `/api/v1/organizations/${id}/members`;
    const invited = await app.send({ method: "POST", url, headers: by.headers, payload });
    return { parameters: { id: invited.json().data.id as string } };
  };
  const invitedOwner = () => invite(team.stranger, { userId: team.owner.id });
  return {
    "POST /api/v1/invitations/:id/accept": invitedOwner,
    "POST /api/v1/invitations/:id/decline": invitedOwner,
    "DELETE /api/v1/invitations/:id": () => invite(team.owner, { email: "x@example.com" }),
  };
};
