import { randomUUID } from "node:crypto";
import { entityMember } from "#schemas/tables/accounts/team.ts";
import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makeUser } from "../../helpers/make.ts";
import { makeTeamEntity } from "../../helpers/people.ts";

export const requests: MakeRequests = ({ app, team }) => {
  const ofEntity = async () => ({ parameters: { id: await makeTeamEntity(app, team) } });
  const withMember = async () => {
    const { parameters } = await ofEntity();
    const { id: userId } = await makeUser(app.db);
    await app.db.insert(entityMember).values({ entityId: parameters.id, userId, role: "member" });
    return { parameters: { ...parameters, userId } };
  };
  const invited = async () => ({
    ...(await ofEntity()),
    payload: { email: `new-${randomUUID()}@example.com`, permissions: ["listing.manage"] },
  });
  const changed = async () => ({
    ...(await withMember()),
    payload: { permissions: ["review_applications"] },
  });
  return Object.fromEntries(
    ["/v2/entities/:id/team", "/api/v1/entities/:id/members"].flatMap((path) => [
      [`GET ${path}`, ofEntity],
      [`POST ${path}`, invited],
      [`PATCH ${path}/:userId`, changed],
      [`DELETE ${path}/:userId`, withMember],
    ]),
  );
};
