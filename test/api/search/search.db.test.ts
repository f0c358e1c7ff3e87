import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { block } from "#schemas/tables/accounts/block.ts";
import ranking from "../../fixtures/search-ranking.json" with { type: "json" };
import { testApp } from "../../helpers/app.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { makeHirer, makeRole, saveSkills } from "../../helpers/platform/hiring.ts";

const app = await testApp();
const hirer = await makeHirer(app);
const { owner, stranger, entityId } = hirer;
const people = new Map<string, Person>();
for (const { name, skills, headline, titles } of ranking.people) {
  const person = await makePerson(app);
  people.set(name, person);
  const withLevel = skills.map(({ name, level }) => ({ name, ...(level && { level }) }));
  await saveSkills(app, person, withLevel, { headline, titles });
}
for (const values of ranking.roles) await makeRole(app, { by: owner, entityId, values });
const nameOf = (id: string) => [...people].find(([, one]) => one.id === id)?.[0];

const search = (payload: object, who = stranger) =>
  app.send({ method: "POST", url: "/api/v1/search/candidates", headers: who.headers, payload });
const suggest = (query: string) => app.get(`/api/v1/search/suggestions?${query}`, stranger.headers);
const found = async (query: string, who = stranger) =>
  (await search({ query, limit: 100 }, who))
    .json()
    .data.map(({ userId }: { userId: string }) => nameOf(userId));

describe("ranking", () => {
  test.each(ranking.candidateQueries)(
    "candidates for $query: $first is first [SRC-01]",
    async ({ query, first }) => {
      expect((await found(query))[0]).toBe(first);
    },
  );

  test.each(ranking.roleQueries)(
    "roles for $query: $first is first [HIR-02]",
    async ({ query, first }) => {
      const { data } = (
        await app.get(`/api/v1/hiring/roles?search=${encodeURIComponent(query)}`)
      ).json();
      expect(data[0]?.title).toBe(first);
    },
  );
});

describe("candidates", () => {
  test("are shown with skills, reasons and score, without contact data [SRC-07] [SRC-08] [O-33]", async () => {
    const answer = await search({ query: "python aws" });
    const [first] = answer.json().data;
    expect(nameOf(first.userId)).toBe("jon");
    expect(first).toMatchObject({ headline: "Data engineer for filings", score: 1 });
    expect(first.skills).toHaveLength(4);
    expect(first.matchedSkills.map(({ name }: { name: string }) => name)).toEqual([
      "Python",
      "Amazon Web Services",
    ]);
    expect(Object.keys(first).sort()).toEqual([
      "avatar",
      "headline",
      "matchedSkills",
      "name",
      "score",
      "skills",
      "slug",
      "userId",
    ]);
    expect(answer.body).not.toContain("@example.com");
  });

  test("who hides, and who blocks or is blocked, is not found", async () => {
    const [ann, ben] = [await makePerson(app), await makePerson(app)];
    await saveSkills(app, ann, ["falconry"], { headline: "Falconer" });
    const isFound = async (who: Person, query = "falconry") =>
      (await search({ query }, who))
        .json()
        .data.some(({ userId }: { userId: string }) => userId === ann.id);
    expect([await isFound(ben), await isFound(ben, "falconer")]).toEqual([true, true]);
    await saveSkills(app, ben, ["hawking"], { headline: "Hawker" });
    const findsBen = async (who: Person) =>
      (await search({ query: "hawking" }, who)).body.includes(ben.id);
    expect(await findsBen(ann)).toBe(true);
    await app.db.insert(block).values({ userId: ann.id, blockedId: ben.id });
    expect([await findsBen(ann), await findsBen(owner)]).toEqual([false, true]);
    expect([await isFound(ben), await isFound(ben, "falconer"), await isFound(owner)]).toEqual([
      false,
      false,
      true,
    ]);
    await saveSkills(app, ann, ["falconry"], { discoverable: false });
    expect([await isFound(owner), await isFound(owner, "falconer")]).toEqual([false, false]);
    await saveSkills(app, ann, [], { discoverable: true });
    expect(await isFound(owner, "falconer")).toBe(false);
  });

  test.each([
    [{}, 400],
    [{ query: "" }, 400],
    [{ query: " \t\n" }, 400],
    [{ query: null }, 400],
    [{ query: 7 }, 400],
    [{ query: "go", limit: 0 }, 400],
    [{ query: "go", limit: 101 }, 400],
    [{ query: "go", limit: 1.5 }, 400],
    [{ query: "go", limit: "5" }, 400],
    [{ query: "go", limit: 100 }, 200],
    [{ query: "go" }, 200],
  ])("%j is %i [SRC-03] [SRC-04]", async (payload, status) => {
    expect((await search(payload)).statusCode).toBe(status);
  });
});

describe("suggestions", () => {
  test("complete skills, titles and locations, slips included [SRC-02] [SRC-08]", async () => {
    const first = async (query: string) => (await suggest(query)).json().data[0];
    expect(await first("field=skills&query=kub")).toBe("Kubernetes");
    expect(await first("field=skills&query=K8S")).toBe("Kubernetes");
    expect(await first("field=skills&query=c%2B%2B")).toBe("C++");
    expect(await first("field=skills&query=kubernets")).toBe("Kubernetes");
    expect(await first("field=titles&query=data%20eng")).toBe("Data Engineer");
    expect(await first("field=titles&query=scientist")).toBe("Senior Data Scientist");
    expect(await first("field=locations&query=lis")).toBe("Lisbon");
    expect((await suggest("field=skills&query=c&limit=3")).json().data).toHaveLength(3);
  });

  test("never show free text of people or roles that are not public", async () => {
    await makeRole(app, {
      by: owner,
      entityId,
      values: { title: "Zymurgist", visibility: "private" },
    });
    expect((await suggest("field=titles&query=zymurg")).json().data).toEqual([]);
    expect((await suggest("field=skills&query=raku")).json().data).not.toContain("Raku firing");
  });

  test.each([
    ["field=skills", 400],
    ["field=skills&query=", 400],
    ["field=skills&query=%20", 400],
    ["field=people&query=a", 400],
    ["query=a", 400],
    ["field=skills&query=a&limit=x", 400],
    ["field=skills&query=a&limit=101", 400],
  ])("%s is %i [SRC-03] [SRC-04] [SRC-05]", async (query, status) => {
    expect((await suggest(query)).statusCode).toBe(status);
  });
});

describe("hostile queries", () => {
  const hostile = [
    "'",
    '"',
    "\\",
    "%",
    "_",
    "& | ! <-> ()",
    ":*",
    "a:*b",
    "((((",
    "'; drop table candidate; --",
    "\u0000a",
    "\uD800",
    "\u202Eabc",
    "*".repeat(10_000),
    "a ".repeat(5000),
    "-".repeat(10_000),
    '"'.repeat(9999),
    "🦊",
    "<->",
    "-go",
    "--",
    '"" ""',
  ];
  /** The statuses of every search that takes what a person types. */
  const ask = async (query: string) => {
    const typed = encodeURIComponent(query.toWellFormed());
    const answers = [
      await search({ query }),
      await app.get(`/api/v1/hiring/roles?search=${typed}`),
      await app.get(`/api/v1/hiring/roles?location=${typed}`),
      await app.get(`/v2/entities?search=${typed}`),
      await suggest(`field=titles&query=${typed}`),
      await suggest(`field=locations&query=${typed}`),
      await suggest(`field=skills&query=${typed}`),
    ];
    return answers.map(({ statusCode }) => statusCode);
  };

  test.each(hostile)("%# are answered or refused, never 500 or 503 [SRC-06]", async (query) => {
    for (const status of await ask(query)) expect([200, 400]).toContain(status);
  });

  test("120 generated ones are answered or refused, never 500 or 503 [SRC-06]", async () => {
    const part = fc.constantFrom(
      ...["'", '"', "&", "|", "!", "(", ")", ":", "*", "<->", "-", "\\", "%", "_", "$1", ";", "--"],
      ...[
        "\u0000",
        "\u202E",
        "\u200F",
        "\u2066",
        "\uFEFF",
        "\uD800",
        "é",
        "ß",
        "İ",
        "🦊",
        "\n",
        " ",
      ],
      ...["go", "or", "and", "data", "engineer", "C++"],
    );
    const parts = (maxLength: number) =>
      fc.array(part, { maxLength }).map((chosen) => chosen.join(""));
    const query = fc.oneof(
      { weight: 4, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
      { weight: 8, arbitrary: parts(40) },
      { weight: 1, arbitrary: parts(30).map((text) => text.repeat(10_000).slice(0, 10_000)) },
    );
    await fc.assert(
      fc.asyncProperty(query, async (text) => {
        for (const status of await ask(text)) expect([200, 400]).toContain(status);
      }),
      { numRuns: 120, seed: 20_261_122 },
    );
  }, 300_000);
});
