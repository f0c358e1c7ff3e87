import { describe, expect, test } from "vitest";
import { block } from "#schemas/tables/accounts/block.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { makeHirer, makeRole, saveSkills } from "../../helpers/platform/hiring.ts";

const app = await testApp();
const hirer = await makeHirer(app);
const { owner, member, stranger, entityId } = hirer;
const role = (skills: object[], values: object = {}, status?: "draft" | "closed") =>
  makeRole(app, { by: owner, entityId, values: { ...values, skills }, ...(status && { status }) });
const recommended = async (who: Person, query = "") =>
  (await app.get(`/api/v1/hiring/roles/recommended?limit=50&${query}`, who.headers)).json();
const matches = async (roleId: string, who = member, query = "") =>
  (
    await app.get(
      `/api/v1/entities/${entityId}/hiring/roles/${roleId}/matches?limit=50&${query}`,
      who.headers,
    )
  ).json();
const match = async (roleId: string, who: Person) =>
  (await app.get(`/api/v1/hiring/roles/${roleId}/match`, who.headers)).json().data;
const person = async (...skills: Parameters<typeof saveSkills>[2]) => {
  const made = await makePerson(app);
  await saveSkills(app, made, skills);
  return made;
};

describe("my skills", () => {
  test("are those that were saved last, under the names of the vocabulary [HIR-81] [O-36]", async () => {
    const ann = await person("cobol");
    await saveSkills(app, ann, [
      { name: "golang", level: "expert" },
      "go",
      "C",
      "C++",
      "c#",
      ".net",
      "Raku firing",
    ]);
    const { data, meta } = (await app.get("/api/v1/hiring/my-skills", ann.headers)).json();
    expect(data.map(({ name }: { name: string }) => name)).toEqual([
      "Go",
      "C",
      "C++",
      "C#",
      ".NET",
      "Raku firing",
    ]);
    expect(new Set(data.map(({ id }: { id: string }) => id)).size).toBe(6);
    expect(data[0]).toEqual({
      id: expect.any(String),
      name: "Go",
      level: "expert",
      source: "self",
    });
    expect(meta).toMatchObject({ discoverable: true, headline: null, titles: [] });
    expect((await app.get("/api/v1/hiring/my-skills", stranger.headers)).json().data).toEqual([]);
  });

  test("one spelling is one skill whatever its case, width and accents", async () => {
    const ann = await person("Résumé writing", "RESUME WRITING", "ｒｅｓｕｍｅ　ｗｒｉｔｉｎｇ");
    const { data } = (await app.get("/api/v1/hiring/my-skills", ann.headers)).json();
    expect(data).toHaveLength(1);
  });

  test("of a role are listed for who may see it [HIR-82]", async () => {
    const { roleId } = await role([{ name: "js", importance: "preferred" }, { name: "node" }]);
    const list = await app.get(`/api/v1/hiring/roles/${roleId}/skills`, stranger.headers);
    expect(list.json().data).toMatchObject([
      { name: "JavaScript", importance: "preferred" },
      { name: "Node.js", importance: "required" },
    ]);
    const hidden = await role([{ name: "js" }], { visibility: "private" });
    expect(
      (await app.get(`/api/v1/hiring/roles/${hidden.roleId}/skills`, stranger.headers)).statusCode,
    ).toBe(404);
  });
});

describe("recommended roles", () => {
  const skills = [
    { name: "Erlang", importance: "required" },
    { name: "Elixir", importance: "preferred" },
    { name: "OCaml", importance: "nice_to_have" },
  ];

  test("are ordered by score with reasons, and none is below minScore [HIR-71] [HIR-77] [HIR-74]", async () => {
    const whole = await role([{ name: "Erlang", importance: "required" }]);
    const part = await role(skills);
    const ann = await person({ name: "erlang", level: "expert" });
    const { data, meta } = await recommended(ann);
    expect(
      data.map(({ role: { id }, score }: { role: { id: string }; score: number }) => [id, score]),
    ).toEqual([
      [whole.roleId, 1],
      [part.roleId, 0.6],
    ]);
    expect(meta.total).toBe(2);
    expect(data[1].explanation).toContain("Missing: Elixir (preferred)");
    expect((await recommended(ann, "minScore=0.61")).data).toHaveLength(1);
    expect((await recommended(ann, "minScore=0.6")).data).toHaveLength(2);
    expect((await match(part.roleId, ann)).score).toBe(0.6);
  });

  test("count preferred skills unless told otherwise, and nice-to-have ones only when told [HIR-75] [HIR-76]", async () => {
    const { roleId } = await role(skills);
    const ann = await person(
      { name: "elixir", level: "expert" },
      { name: "ocaml", level: "expert" },
    );
    const scoreOf = async (query: string) =>
      (await recommended(ann, query)).data.find(
        (one: { role: { id: string } }) => one.role.id === roleId,
      )?.score;
    expect(await scoreOf("")).toBe(0.4);
    expect(await scoreOf("includeNiceToHave=true")).toBe(0.5);
    expect(await scoreOf("includePreferred=false")).toBeUndefined();
    expect(await scoreOf("includePreferred=false&includeNiceToHave=true")).toBe(0.25);
  });

  test("are public and published alone [HIR-78]", async () => {
    const clojure = [{ name: "Clojure", importance: "required" }];
    const { roleId } = await role(clojure, { title: "The open one" });
    await role(clojure, {}, "draft");
    await role(clojure, {}, "closed");
    await role(clojure, { visibility: "private" });
    await role(clojure, { visibility: "unlisted" });
    const ann = await person("clojure");
    const idsOf = async () =>
      (await recommended(ann)).data.map((one: { role: { id: string } }) => one.role.id);
    expect(await idsOf()).toEqual([roleId]);
    const url = `/api/v1/entities/${entityId}/hiring/roles/${roleId}`;
    await app.send({
      method: "PUT",
      url,
      headers: owner.headers,
      payload: { visibility: "private" },
    });
    expect(await idsOf()).toEqual([]);
  });

  test.each([
    ["limit=0", 400],
    ["limit=50", 200],
    ["limit=51", 400],
    ["minScore=0", 200],
    ["minScore=1", 200],
    ["minScore=1.01", 400],
    ["minScore=-0.1", 400],
    ["minScore=NaN", 400],
    ["includePreferred=maybe", 400],
  ])("%s is %i [HIR-73] [HIR-74] [LIM-08] [LIM-09]", async (query, status) => {
    const answer = await app.get(`/api/v1/hiring/roles/recommended?${query}`, stranger.headers);
    expect(answer.statusCode).toBe(status);
  });

  test("20 unless told otherwise; the word is no role id [HIR-72] [HIR-73] [LIM-08]", async () => {
    const { meta } = (await app.get("/api/v1/hiring/roles/recommended", stranger.headers)).json();
    expect(meta.limit).toBe(20);
  });
});

describe("matches", () => {
  test("of a role without skills have no score [HIR-80]", async () => {
    const { roleId } = await role([]);
    const found = await match(roleId, await person("go"));
    expect(found).toMatchObject({ roleId, score: null, matchedSkills: [], missingSkills: [] });
  });

  test("show a team the people who fit, best first, without contact data [HIR-79]", async () => {
    const { roleId } = await role([
      { name: "Fortran" },
      { name: "COBOL", importance: "preferred" },
    ]);
    const best = await person(
      { name: "fortran", level: "expert" },
      { name: "cobol", level: "expert" },
    );
    const next = await person("cobol");
    await person("haskell");
    await saveSkills(app, member, ["fortran"]);
    const { data } = await matches(roleId);
    expect(data.map(({ userId }: { userId: string }) => userId)).toEqual([best.id, next.id]);
    expect(data[0]).toMatchObject({
      score: 1,
      matchedSkills: [{ name: "Fortran" }, { name: "COBOL" }],
    });
    expect(JSON.stringify(data)).not.toContain("@example.com");
    expect((await matches(roleId, owner, "minScore=0.9")).data).toHaveLength(1);
    for (const [who, status] of [
      [stranger, 404],
      [best, 404],
    ] as const) {
      const url = `/api/v1/entities/${entityId}/hiring/roles/${roleId}/matches`;
      expect((await app.get(url, who.headers)).statusCode).toBe(status);
    }
  });

  test("leave out who does not want to be found, and who is blocked", async () => {
    const { roleId } = await role([{ name: "Solidity" }]);
    const [seen, hidden, blocked, blocking] = await Promise.all(
      Array.from({ length: 4 }, () => person("solidity")),
    );
    await saveSkills(app, hidden as Person, ["solidity"], { discoverable: false });
    await app.db.insert(block).values([
      { userId: member.id, blockedId: blocked?.id ?? "" },
      { userId: blocking?.id ?? "", blockedId: member.id },
    ]);
    expect((await matches(roleId)).data.map(({ userId }: { userId: string }) => userId)).toEqual([
      seen?.id,
    ]);
    await saveSkills(app, hidden as Person, ["solidity"]);
    expect((await matches(roleId)).data).toHaveLength(1);
    await saveSkills(app, hidden as Person, ["solidity"], { discoverable: true });
    expect((await matches(roleId)).data).toHaveLength(2);
  });
});
