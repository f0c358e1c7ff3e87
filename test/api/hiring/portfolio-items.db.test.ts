import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { makeHirer, makeRole } from "../../helpers/platform/hiring.ts";
import { together } from "../../helpers/races.ts";

const app = await testApp();
const { owner, entityId } = await makeHirer(app);
const [ann, bob] = (await Promise.all([makePerson(app), makePerson(app)])) as [Person, Person];

const items = "/api/v1/hiring/portfolio-items";
const ask = (method: "GET" | "POST" | "DELETE", url: string, who: Person, payload?: object) =>
  app.send({ method, url, headers: who.headers, ...(payload && { payload }) });
const link = { kind: "link", title: "A parser", url: "https://example.com/parser" };
const add = async (who: Person, body: object = link) =>
  (await ask("POST", items, who, body)).json().data as { id: string };
const upload = async (who: Person) => {
  const payload = { filename: "work.txt", content: "d29yaw==", mimetype: "text/plain" };
  return (await ask("POST", "/api/v1/documents/upload", who, payload)).json().data.documentKey;
};
const total = async (who: Person) => (await ask("GET", items, who)).json().meta.total as number;

/** The application of a person to a new role, with items. */
async function applied(who: Person, portfolioItemIds: string[]) {
  const { roleId } = await makeRole(app, { by: owner, entityId });
  const url = `/api/v1/hiring/roles/${roleId}/apply`;
  const answer = await ask("POST", url, who, { portfolioItemIds });
  const { id } = answer.json().data ?? {};
  return { answer, at: `/api/v1/entities/${entityId}/hiring/applications/${id}/portfolio-items` };
}

describe("a portfolio item [HIR-44] [O-64]", () => {
  test("is a link, a text or an own document, private to its owner", async () => {
    const before = await total(bob);
    const documentKey = await upload(ann);
    const bodies = [
      link,
      { kind: "text", title: "An essay", text: "On filings." },
      { kind: "document", title: "My work", documentKey },
    ];
    const made = await Promise.all(bodies.map((body) => add(ann, body)));
    const nothing = { url: null, text: null, document: null };
    const stands = { id: expect.any(String), createdAt: expect.any(String) };
    expect(made).toEqual([
      { ...nothing, ...link, ...stands },
      { ...nothing, ...bodies[1], ...stands },
      {
        ...nothing,
        ...{ kind: "document", title: "My work", ...stands },
        document: { name: "work.txt", mediaType: "text/plain", size: 4 },
      },
    ]);
    const one = `${items}/${made[0]?.id}`;
    expect((await ask("GET", one, ann)).json().data).toEqual(made[0]);
    expect((await ask("GET", one, bob)).statusCode).toBe(404);
    expect((await ask("DELETE", one, bob)).statusCode).toBe(404);
    expect((await ask("GET", items, ann)).json().data).toHaveLength(3);
    expect(await total(bob)).toBe(before);
  });

  test.each([
    { ...link, url: "javascript:alert(1)" },
    { ...link, url: "x" },
    { ...link, title: "" },
    { ...link, kind: "film" },
    { kind: "text", title: "Empty", text: " " },
    { kind: "text", title: "Long", text: "x".repeat(20_001) },
    { kind: "document", title: "None" },
    {},
  ])("%j is refused", async (body) => {
    const before = await total(ann);
    expect((await ask("POST", items, ann, body)).statusCode).toBe(400);
    expect(await total(ann)).toBe(before);
  });

  test("is no document of somebody else", async () => {
    const before = await total(ann);
    for (const documentKey of [await upload(bob), "doc_none", "../../etc/passwd"]) {
      const body = { kind: "document", title: "Not mine", documentKey };
      expect((await ask("POST", items, ann, body)).statusCode).toBe(404);
    }
    expect(await total(ann)).toBe(before);
  });

  test("there are at most 200 of, also when sixteen are added at once", async () => {
    const carl = await makePerson(app);
    for (let n = 0; n < 192; n += 16) await together(() => ask("POST", items, carl, link));
    const last = await together(() => ask("POST", items, carl, link));
    expect(last.filter(({ statusCode }) => statusCode === 201)).toHaveLength(8);
    expect(last.filter(({ statusCode }) => statusCode === 409)).toHaveLength(8);
    expect(await total(carl)).toBe(200);
  });
});

describe("an application with portfolio items [HIR-44] [O-64]", () => {
  test("takes own ones only, each once", async () => {
    const [own, others] = [await add(ann), await add(bob)];
    for (const ids of [[randomUUID()], [others.id], [own.id, others.id], [own.id, own.id]]) {
      const { answer } = await applied(ann, ids);
      expect([ids, answer.statusCode]).toEqual([ids, 400]);
      expect(answer.json().code).toBe("BAD_REQUEST");
    }
    const { answer } = await applied(ann, [own.id.toUpperCase()]);
    expect([answer.statusCode, answer.json().data.portfolioItemIds]).toEqual([201, [own.id]]);
  });

  test("shows them to recruiters, and no other items and to nobody else", async () => {
    const documentKey = await upload(ann);
    const [text, document, unnamed] = [
      await add(ann, { kind: "text", title: "An essay", text: "On filings." }),
      await add(ann, { kind: "document", title: "My work", documentKey }),
      await add(ann),
    ];
    const { at } = await applied(ann, [document.id, text.id]);
    const elsewhere = await applied(bob, []);

    const { data, meta } = (await ask("GET", at, owner)).json();
    expect([data, meta.total]).toEqual([[document, text], 2]);
    expect((await ask("GET", `${at}?limit=1&offset=1`, owner)).json().data).toEqual([text]);
    for (const who of [ann, bob]) {
      expect([404, 403]).toContain((await ask("GET", at, who)).statusCode);
    }
    const bytes = (id: string, who = owner, of = at) => ask("GET", `${of}/${id}/content`, who);
    const sent = await bytes(document.id);
    expect([sent.statusCode, sent.body]).toEqual([200, "work"]);
    expect(sent.headers["content-disposition"]).toMatch(/^attachment/);
    for (const id of [text.id, unnamed.id, randomUUID()]) {
      expect((await bytes(id)).statusCode).toBe(404);
    }
    expect((await bytes("1")).statusCode).toBe(400);
    expect((await bytes(document.id, bob)).statusCode).toBe(404);
    expect((await bytes(document.id, owner, elsewhere.at)).statusCode).toBe(404);
  });

  test("loses what its applicant deletes, item or document, and a repeat finds nothing", async () => {
    const documentKey = await upload(ann);
    const document = await add(ann, { kind: "document", title: "My work", documentKey });
    const kept = await add(ann);
    const gone = await add(ann);
    const { at } = await applied(ann, [document.id, gone.id, kept.id]);
    const shown = async () =>
      (await ask("GET", at, owner)).json().data.map(({ id }: { id: string }) => id);
    expect(await shown()).toEqual([document.id, gone.id, kept.id]);

    const remove = () => ask("DELETE", `${items}/${gone.id}`, ann);
    const answers = [await remove(), await remove(), await remove()];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404, 404]);
    expect(await shown()).toEqual([document.id, kept.id]);
    await ask("DELETE", `/api/v1/documents/${documentKey}`, ann);
    expect(await shown()).toEqual([kept.id]);
  });
});
