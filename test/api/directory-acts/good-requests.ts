import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { inserted } from "#api/data/rows.ts";
import { follow } from "#schemas/tables/accounts/relationship.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { accessPackage, correction as corrections } from "#schemas/tables/companies/directory.ts";
import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makePerson, makeTeamEntity } from "../../helpers/people.ts";
import { makeListedCompany } from "../../helpers/platform/directory.ts";

const at = "/v2/directory/:subjectType/:slug";
const correction = {
  field: "category" as const,
  value: "Computers",
  evidence: "Their annual report",
};

export const requests: MakeRequests = ({ app, team, owner }) => {
  const ofListing = async () => {
    const { slug } = await makeListedCompany(app.db);
    return { parameters: { subjectType: "entity", slug } };
  };
  const ofClaimed = async () => {
    const { id, slug } = await makeListedCompany(app.db);
    await app.db.update(entity).set({ claimStatus: "claimed" }).where(eq(entity.id, id));
    return { parameters: { subjectType: "entity", slug } };
  };
  const ofCorrection = async () => {
    const { listingId } = await makeListedCompany(app.db);
    const values = { ...correction, listingId, userId: owner.id };
    const { id } = inserted(
      await app.db.insert(corrections).values(values).returning({ id: corrections.id }),
    );
    return { parameters: { correctionId: id } };
  };
  return {
    [`POST ${at}/follow`]: ofListing,
    [`DELETE ${at}/follow`]: ofListing,
    [`POST ${at}/connection`]: ofClaimed,
    [`DELETE ${at}/connection`]: ofListing,
    [`POST ${at}/claim`]: ofListing,
    [`POST ${at}/invitations`]: async () => ({
      ...(await ofListing()),
      // The mails of one sender are limited.
      headers: (await makePerson(app)).headers,
      payload: { email: `${randomUUID()}@example.com` },
    }),
    [`POST ${at}/corrections`]: async () => ({
      ...(await ofListing()),
      headers: (await makePerson(app)).headers,
      payload: correction,
    }),
    [`POST ${at}/packages/:packageId/request`]: async () => {
      const { id: entityId, slug } = await makeListedCompany(app.db);
      const [row] = await app.db
        .insert(accessPackage)
        .values({ entityId, title: "Figures" })
        .returning();
      return { parameters: { subjectType: "entity", slug, packageId: row?.id ?? "" } };
    },
    "GET /v2/directory/corrections/:correctionId": ofCorrection,
    "DELETE /v2/directory/corrections/:correctionId": ofCorrection,
    "GET /v2/directory/entity-profile/:entityId/requests": async () => ({
      parameters: { entityId: await makeTeamEntity(app, team) },
    }),
    "POST /v2/directory/entity-profile/:entityId/requests/:requestId/response": async () => {
      const entityId = await makeTeamEntity(app, team);
      const { id: userId } = await makePerson(app);
      const { id: requestId } = inserted(
        await app.db
          .insert(follow)
          .values({ entityId, userId, status: "pending" })
          .returning({ id: follow.id }),
      );
      return { parameters: { entityId, requestId }, payload: { decision: "approve" } };
    },
  };
};
