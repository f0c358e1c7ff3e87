import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { capitalObjective, engagementRequest } from "#schemas/tables/platform/engagement.ts";
import { startupFollow } from "#schemas/tables/platform/startup.ts";
import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makeUser } from "../../helpers/make.ts";
import { makePerson } from "../../helpers/people.ts";
import { aFollow, makeStartup, makeTeamStartup, must } from "../../helpers/platform/startups.ts";

export const requests: MakeRequests = ({ app, owner, team }) => {
  const { db } = app;
  const startup = async () => ({ id: (await makeTeamStartup(app, team)).id });
  /** What somebody asks of the team's startup. */
  const asked = async (status: "pending" | "accepted") => {
    const { id } = await startup();
    const { id: requesterId } = await makeUser(db);
    const [row] = await db
      .insert(engagementRequest)
      .values({
        ...{ startupListingId: id, requesterId, status, idempotencyKey: randomUUID() },
        ...{ kind: "meeting", subject: "Meet", reason: "We like it" },
      })
      .returning({ id: engagementRequest.id });
    return { parameters: { id, engagementRequestId: row?.id ?? "" } };
  };
  const invitation = async () => {
    const { id } = await startup();
    const { id: followerId } = await makeUser(db);
    await db.insert(startupFollow).values({
      ...{ ...aFollow(), startupListingId: id, followerId, status: "approved", tier: "capital" },
      expiresAt: sql`now() + interval '1 day'` as never,
    });
    const payload = { followerId, kind: "meeting", idempotencyKey: randomUUID() };
    return { parameters: { id }, payload };
  };
  const invited = async () => {
    const { parameters, payload } = await invitation();
    const at = `/startups/${parameters.id}/engagement-invitations` as const;
    const { id } = await must(app, owner, `POST ${at}`, payload);
    return { parameters: { ...parameters, invitationId: id as string } };
  };
  const objective = async () => {
    const { id } = await startup();
    const [row] = await db
      .insert(capitalObjective)
      .values({
        ...{ startupListingId: id, instrument: "equity", targetAmount: "1", currency: "USD" },
      })
      .returning({ id: capitalObjective.id });
    return { parameters: { id, objectiveId: row?.id ?? "" } };
  };
  const one = "/v2/startups/:id/engagement-requests/:engagementRequestId";
  return {
    "POST /v2/startups/:id/engagement-requests": async () => ({
      parameters: { id: (await makeStartup(app, await makePerson(app))).id },
      payload: {
        ...{ kind: "meeting", subject: "Meet", reason: "We like it" },
        idempotencyKey: randomUUID(),
      },
    }),
    "GET /v2/startups/:id/engagement-requests": async () => ({ parameters: await startup() }),
    [`GET ${one}`]: () => asked("pending"),
    [`POST ${one}/response`]: async () => ({
      ...(await asked("pending")),
      payload: { decision: "accept" },
    }),
    [`DELETE ${one}/report-access`]: () => asked("accepted"),
    [`POST ${one}/capital-outcomes-handoff`]: () => asked("accepted"),
    "POST /v2/startups/:id/engagement-invitations": invitation,
    "POST /v2/entities/:id/engagement-invitations": invitation,
    "GET /v2/startups/:id/engagement-invitations": async () => ({
      parameters: { id: (await invited()).parameters.id },
    }),
    "GET /v2/startups/:id/engagement-invitations/:invitationId": invited,
    "POST /v2/startups/:id/capital-objectives": async () => ({
      parameters: await startup(),
      payload: { instrument: "equity", targetAmount: "2500000.50", currency: "USD" },
    }),
    "GET /v2/startups/:id/capital-objectives": async () => ({
      parameters: { id: (await objective()).parameters.id },
    }),
    "GET /v2/startups/:id/capital-objectives/:objectiveId": objective,
    "POST /v2/startups/:id/capital-objectives/:objectiveId/close": objective,
  };
};
