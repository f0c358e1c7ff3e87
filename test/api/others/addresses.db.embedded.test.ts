import { describe, expect, test } from "vitest";
import { needsAccount } from "#api/auth/access.ts";
import type { Endpoint } from "#api/http/endpoint.ts";
import { allEndpoints } from "#api/modules.ts";
import { testApp } from "../../helpers/app.ts";
import { goodRequests } from "../../helpers/good-requests.ts";
import { makePerson, makeTeam, makeTeamEntity, type Person } from "../../helpers/people.ts";
import { makeApplication, makeRole } from "../../helpers/platform/hiring.ts";
import { addToRoom, makeRoom } from "../../helpers/platform/rooms.ts";

const app = await testApp();
const goodRequest = await goodRequests(app);
const team = await makeTeam(app);
const victim = await makePerson(app, "hidden-address@private.example");
const nosy = team.owner;
const post = (url: string, who: Person, payload: object = {}) =>
  app.send({ method: "POST", url, headers: who.headers, payload });

const unblock = () => {
  const url = `/api/v1/users/me/blocks/${victim.id}`;
  return app.send({ method: "DELETE", url, headers: nosy.headers });
};

// Everything that one account can do to another whose public id it knows.
const entityId = await makeTeamEntity(app, team);
const organizationId: string = (await post("/api/v1/organizations", nosy, { name: "Nosy" })).json()
  .data.id;
const invitedTo = [
  `/api/v1/organizations/${organizationId}/members`,
  `/v2/entities/${entityId}/team`,
];
const invitations = await Promise.all(
  invitedTo.map((url) => post(url, nosy, { userId: victim.id })),
);
const { roomId } = await makeRoom(app, nosy);
await post(`/v2/messaging/rooms/${roomId}/invitations`, nosy, { userId: victim.id });
await addToRoom(app, { roomId, handle: "" }, [[victim, "member"]]);
await post(`/v2/messaging/rooms/${roomId}/messages`, victim, { body: "Hello" });
const role = await makeRole(app, { entityId, by: nosy });
const applicationId = await makeApplication(app, { ...role, by: victim });
await post("/v2/directory/person-profile/publication", victim);

/** Everything that the two have to do with each other, as parameters of a path. */
const ids = [
  { id: organizationId },
  { id: entityId, entityId },
  { id: victim.id, userId: victim.id },
  { roomId, userId: victim.id },
  { ...role, applicationId },
];

/** The requests of an endpoint whose paths differ: a parameter that is not in its path changes nothing. */
function parametersOf({ method, params }: Endpoint): Record<string, string>[] {
  // What is deleted has nothing to tell afterwards.
  if (method === "DELETE") return [{}];
  const names = Object.keys(params?.shape ?? {});
  return [{}, ...ids.filter((one) => names.some((name) => name in one))];
}

describe("who invited an account by its public id is told its address by", () => {
  test.each(invitations)("no answer to the invitation", ({ body, statusCode }) => {
    expect(statusCode).toBe(201);
    expect(body).toContain(victim.id);
    expect(body).not.toContain("private.example");
  });

  test.each(allEndpoints.map((one) => [`${one.method} ${one.path}`, one] as const))(
    "no answer of %s [USR-04] [ORG-11]",
    async (_, endpoint) => {
      for (const parameters of parametersOf(endpoint)) {
        const good = await goodRequest(endpoint, parameters);
        const asked = needsAccount(endpoint.access)
          ? { ...good, headers: { ...good.headers, ...nosy.headers } }
          : good;
        const answer = await app.send(asked);
        // A block would hide the two from each other in the requests that follow.
        if (endpoint.name === "blockPerson") await unblock();

        expect(answer.body).not.toContain("private.example");
        expect(JSON.stringify(answer.headers)).not.toContain("private.example");
      }
    },
  );

  test.each(invitedTo)("the list %s once it accepts, and not before", async (url) => {
    const addresses = async () =>
      (await app.get(url, nosy.headers))
        .json()
        .data.filter((one: { userId: string }) => one.userId === victim.id)
        .map((one: { email: string | null }) => one.email);
    const { id } = (await post(url, nosy, { userId: victim.id })).json().data;
    expect(await addresses()).toEqual([null]);

    expect((await post(`/api/v1/invitations/${id}/accept`, victim)).statusCode).toBe(200);

    expect(await addresses()).toEqual(["hidden-address@private.example"]);
  });
});
