import { describe, expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { addToRoom, makeRoom } from "../../helpers/platform/rooms.ts";

const app = await testApp();
const [ann, adam, mia, stranger] = (await Promise.all(
  Array.from({ length: 4 }, () => makePerson(app)),
)) as [Person, Person, Person, Person];

const ask = (method: "POST" | "PATCH" | "DELETE", url: string, who: Person, payload: object = {}) =>
  app.send({ method, url: `/v2/messaging${url}`, headers: who.headers, payload });
const read = (url: string, who: Person) => app.get(`/v2/messaging${url}`, who.headers);
const room = async (settings: object = {}) => {
  const made = await makeRoom(app, ann, { discovery: "discoverable", ...settings });
  await addToRoom(app, made, [
    [adam, "admin"],
    [mia, "member"],
  ]);
  return `/rooms/${made.roomId}`;
};
const rolesOf = async (at: string) =>
  Object.fromEntries(
    (await read(`${at}/members`, ann))
      .json()
      .data.map((one: { person: { id: string }; role: string }) => [one.person.id, one.role]),
  );

describe("members", () => {
  test("are listed to members without addresses, in the order of joining [COM-21]", async () => {
    const at = await room();
    const listed = await read(`${at}/members`, mia);
    expect(listed.json().data.map((one: { person: { id: string } }) => one.person.id)).toEqual([
      ann.id,
      adam.id,
      mia.id,
    ]);
    expect(listed.body).not.toContain("@example.com");
    expect((await read(`${at}/members`, stranger)).statusCode).toBe(403);
  });

  test("are hidden from plain members where only admins may see them [COM-22]", async () => {
    const at = await room({ memberListVisibility: "admins" });
    expect((await read(`${at}/members`, mia)).statusCode).toBe(403);
    expect((await read(`${at}/members`, adam)).json().meta.total).toBe(3);
  });

  test("an admin cannot make itself owner, nor change an owner [COM-23]", async () => {
    const at = await room();
    const change = (who: Person, of: Person, role: string) =>
      ask("PATCH", `${at}/members/${of.id}`, who, { role });
    expect((await change(adam, adam, "owner")).statusCode).toBe(403);
    expect((await change(adam, mia, "owner")).statusCode).toBe(403);
    expect((await change(adam, ann, "member")).statusCode).toBe(403);
    expect((await ask("DELETE", `${at}/members/${ann.id}`, adam)).statusCode).toBe(403);
    expect((await change(mia, mia, "admin")).statusCode).toBe(403);
    expect(await rolesOf(at)).toEqual({
      [ann.id]: "owner",
      [adam.id]: "admin",
      [mia.id]: "member",
    });
    expect((await change(adam, mia, "admin")).json().data.role).toBe("admin");
  });

  test("the last owner stays until another one is made [COM-23]", async () => {
    const at = await room();
    expect((await ask("POST", `${at}/leave`, ann)).statusCode).toBe(409);
    await ask("PATCH", `${at}/members/${mia.id}`, ann, { role: "owner" });
    expect((await ask("POST", `${at}/leave`, ann)).statusCode).toBe(200);
    expect((await ask("POST", `${at}/leave`, mia)).statusCode).toBe(409);
  });

  test("of two admins who take each other's role at once one keeps it, in each of ten rounds [COM-23]", async () => {
    for (let round = 0; round < 10; round += 1) {
      const at = await room();
      await ask("PATCH", `${at}/members/${mia.id}`, ann, { role: "admin" });
      const answers = await Promise.all([
        ask("PATCH", `${at}/members/${mia.id}`, adam, { role: "member" }),
        ask("PATCH", `${at}/members/${adam.id}`, mia, { role: "member" }),
      ]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
      const roles = await rolesOf(at);
      expect([roles[adam.id], roles[mia.id]].sort()).toEqual(["admin", "member"]);
    }
  });

  test("of two owners who leave at once one stays", async () => {
    const at = await room();
    await ask("PATCH", `${at}/members/${mia.id}`, ann, { role: "owner" });
    const left = await Promise.all([ann, mia].map((who) => ask("POST", `${at}/leave`, who)));
    expect(left.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });
});

describe("invitations", () => {
  test("the invited person alone sees and answers it [COM-15]", async () => {
    const at = await room({ discovery: "private" });
    const guest = await makePerson(app);
    const invite = () => ask("POST", `${at}/invitations`, adam, { userId: guest.id });
    const { id } = (await invite()).json().data;
    expect((await invite()).json().data.id).toBe(id);
    expect((await read("/invitations", guest)).json().data).toHaveLength(1);
    expect((await read("/invitations", stranger)).json().data).toEqual([]);
    const answer = (who: Person) =>
      ask("POST", `/invitations/${id}/response`, who, { decision: "accept" });
    expect((await answer(stranger)).statusCode).toBe(404);
    expect((await answer(guest)).json().data.status).toBe("accepted");
    expect((await answer(guest)).statusCode).toBe(409);
    expect(await rolesOf(at)).toHaveProperty(guest.id, "member");
    expect((await invite()).statusCode).toBe(409);
  });

  test("to an unknown account is 404, and a declined one lets nobody in [COM-15]", async () => {
    const at = await room();
    const guest = await makePerson(app);
    const unknown = { userId: "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11" };
    expect((await ask("POST", `${at}/invitations`, ann, unknown)).statusCode).toBe(404);
    const { id } = (await ask("POST", `${at}/invitations`, ann, { userId: guest.id })).json().data;
    await ask("POST", `/invitations/${id}/response`, guest, { decision: "decline" });
    expect((await read(`${at}/members`, guest)).statusCode).toBe(403);
  });
});
