import { randomUUID } from "node:crypto";
import { organizationMember } from "#schemas/tables/accounts/organization.ts";
import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makeUser } from "../../helpers/make.ts";
import { makeOrganization } from "../../helpers/people.ts";

export const requests: MakeRequests = ({ app, team }) => {
  const organization = async () => {
    const id = await makeOrganization(app, team.owner);
    const values = [team.member, team.permitted].map((one) => ({
      organizationId: id,
      userId: one.id,
      role: "member" as const,
    }));
    await app.db.insert(organizationMember).values(values);
    return { parameters: { id } };
  };
  const withMember = async () => {
    const { parameters } = await organization();
    const { id: userId } = await makeUser(app.db);
    await app.db
      .insert(organizationMember)
      .values({ organizationId: parameters.id, userId, role: "member" });
    return { parameters: { ...parameters, userId } };
  };
  return {
    "POST /api/v1/organizations": () => ({ payload: { name: "Example" } }),
    "GET /api/v1/organizations/:id": organization,
    "GET /api/v1/organizations/:id/members": organization,
    "POST /api/v1/organizations/:id/members": async () => ({
      ...(await organization()),
      payload: { email: `new-${randomUUID()}@example.com` },
    }),
    "PATCH /api/v1/organizations/:id/members/:userId": async () => ({
      ...(await withMember()),
      payload: { role: "admin" },
    }),
    "DELETE /api/v1/organizations/:id/members/:userId": withMember,
  };
};
