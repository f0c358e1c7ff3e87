import { startupFollow } from "#schemas/tables/platform/startup.ts";
import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makeUser } from "../../helpers/make.ts";
import { makePerson, makeTeamEntity } from "../../helpers/people.ts";
import {
  aField,
  aFollow,
  makeStartup,
  makeTeamStartup,
  must,
} from "../../helpers/platform/startups.ts";

type Maker = ReturnType<MakeRequests>[string];

/** Each at the canonical path and at its deprecated alias. */
const twice = (makers: Record<string, Maker>): Record<string, Maker> =>
  Object.fromEntries(
    Object.entries(makers).flatMap(([name, make]) =>
      ["entities", "startups"].map((of) => [name.replace(":of", of), make]),
    ),
  );

export const requests: MakeRequests = ({ app, team }) => {
  const startup = async () => {
    const { id, entityId } = await makeTeamStartup(app, team);
    return { parameters: { id, entityId } };
  };
  const withPayload = (payload: object) => async () => ({ ...(await startup()), payload });
  /** A startup whose baseline has one field. */
  const withBaseline = async (...acts: string[]) => {
    const { parameters } = await startup();
    const at = `/startups/${parameters.id}/baseline` as const;
    await must(app, team.owner, `POST ${at}`, {});
    const { fields } = await must(app, team.owner, `POST ${at}/fields`, aField());
    for (const act of acts) await must(app, team.owner, `POST ${at}/${act}`);
    return { parameters: { ...parameters, fieldId: fields[0].id as string } };
  };
  /** A request of somebody to follow the team's startup, or the follow. */
  const asked = async (status: "pending" | "approved") => {
    const { parameters } = await startup();
    const { id: followerId } = await makeUser(app.db);
    const [row] = await app.db
      .insert(startupFollow)
      .values({ ...aFollow(), startupListingId: parameters.id, followerId, status })
      .returning({ id: startupFollow.id });
    return { ...parameters, followed: row?.id ?? "" };
  };
  const request = async () => {
    const { followed: requestId, ...parameters } = await asked("pending");
    return { parameters: { ...parameters, requestId } };
  };
  const follow = async () => {
    const { followed: followId, ...parameters } = await asked("approved");
    return { parameters: { ...parameters, followId } };
  };
  const context = { constraints: ["Two engineers"], assumptions: [] };
  return {
    ...twice({
      "GET /v2/:of/:id/baseline": () => withBaseline(),
      "POST /v2/:of/:id/baseline": startup,
      "POST /v2/:of/:id/baseline/fields": async () => ({
        ...(await withBaseline()),
        payload: aField(),
      }),
      "PUT /v2/:of/:id/baseline/fields/:fieldId": async () => ({
        ...(await withBaseline()),
        payload: { label: "Revenue a month" },
      }),
      "PUT /v2/:of/:id/baseline/strategic-context": async () => ({
        ...(await withBaseline()),
        payload: context,
      }),
      "POST /v2/:of/:id/baseline/lock": () => withBaseline(),
      "POST /v2/:of/:id/baseline/corrections": async () => {
        const { parameters } = await withBaseline("lock");
        const { key: _key, label: _label, ...said } = aField({ value: "1" });
        return { parameters, payload: { ...said, fieldId: parameters.fieldId, reason: "Slip" } };
      },
      "POST /v2/:of/:id/baseline/summary/generate": () => withBaseline(),
      "POST /v2/:of/:id/baseline/summary/confirm": () => withBaseline("summary/generate"),
    }),
    "POST /v2/startups/:id/follow-requests": async () => ({
      parameters: { id: (await makeStartup(app, await makePerson(app))).id },
      payload: aFollow(),
    }),
    "GET /v2/startups/:id/follow-requests": startup,
    "GET /v2/startups/:id/follow-requests/:requestId": request,
    "POST /v2/startups/:id/follow-requests/:requestId/response": async () => ({
      ...(await request()),
      payload: { decision: "approve" },
    }),
    "GET /v2/startups/:id/followers": startup,
    "DELETE /v2/startups/:id/followers/:followId": follow,
    "GET /v2/startups/:id/audit-log": startup,
    "GET /v2/startups/:id": startup,
    "PATCH /v2/startups/:id": withPayload({ tagline: "Robots for all" }),
    "GET /v2/startups/:id/profile/preview": async () => ({
      ...(await startup()),
      query: "?audience=public",
    }),
    "GET /v2/startups/:id/profile/preview-audiences": startup,
    "GET /v2/startups/:id/profile/versions": startup,
    "PUT /v2/startups/:id/public-content": withPayload({ items: [] }),
    "GET /v2/startups/:id/public-content/candidates": startup,
    "GET /v2/entities/:entityId/startup-listing": startup,
    "POST /v2/entities/:entityId/startup-listing": async () => ({
      parameters: { entityId: await makeTeamEntity(app, team) },
    }),
    "POST /v2/startups/:id/publish": startup,
    "POST /v2/startups/:id/unpublish": startup,
  };
};
