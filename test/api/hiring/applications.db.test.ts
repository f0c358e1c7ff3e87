import { describe, expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { makePerson, makeTeamEntity, type Person } from "../../helpers/people.ts";
import { makeApplication, makeHirer, makeRole } from "../../helpers/platform/hiring.ts";

const app = await testApp();
const hirer = await makeHirer(app);
const { owner, member, stranger, permitted, entityId } = hirer;
const applicant = await makePerson(app);

const ask = (method: "POST" | "PUT", url: string, who: Person, payload: object = {}) =>
  app.send({ method, url: `/api/v1${url}`, headers: who.headers, payload });
const read = (url: string, who: Person) => app.get(`/api/v1${url}`, who.headers);
const role = (values: object = {}, status?: "draft" | "closed") =>
  makeRole(app, { by: owner, entityId, values, ...(status && { status }) });
const applied = async (values: object = {}) => {
  const { roleId } = await role();
  const id = await makeApplication(app, { roleId, by: applicant, values });
  return { roleId, id, at: `/entities/${entityId}/hiring/applications/${id}` };
};
const move = (at: string, status: string, who = permitted) =>
  ask("PUT", `${at}/status`, who, { status });
const path = ["reviewing", "evaluated", "hired"];
/** An application in the state, moved there over HTTP. */
const inState = async (state: string) => {
  const one = await applied();
  if (state === "withdrawn") {
    await ask("POST", `/hiring/applications/${one.id}/withdraw`, applicant);
  } else if (state === "rejected") {
    for (const status of ["reviewing", "evaluated", "rejected"]) await move(one.at, status);
  } else {
    for (const status of path.slice(0, path.indexOf(state) + 1)) await move(one.at, status);
  }
  return one;
};

describe("applying", () => {
  const letter = {
    coverLetter: "Dear team,\nhello.",
    portfolioItemIds: [] as string[],
    answers: [{ problemSpecId: "p1", content: "By its number." }],
  };

  test("makes a submitted application with letter and answers [HIR-43] [HIR-44] [HIR-49] [HIR-56] [O-34]", async () => {
    const { roleId } = await role();
    const made = await ask("POST", `/hiring/roles/${roleId}/apply`, applicant, letter);
    expect(made.statusCode).toBe(201);
    const { data } = made.json();
    expect(data).toMatchObject({
      ...letter,
      answers: [{ ...letter.answers[0], prompt: "How would you find a lost filing?" }],
      ...{ roleId, entityId, applicantId: applicant.id, status: "submitted" },
      ...{ outcome: null, withdrawnAt: null, role: { title: "Data Engineer" } },
    });
    expect(made.headers.location).toBe(`/api/v1/hiring/applications/${data.id}`);
    expect((await read(`/hiring/applications/${data.id}`, applicant)).json().data).toEqual(data);
  });

  test("twice is 409 whatever the path, also after a withdrawal [HIR-46] [HIR-50] [ERR-18] [A-07] [O-35]", async () => {
    for (const first of ["apply", "applications"]) {
      const { roleId } = await role();
      const by = {
        apply: () => ask("POST", `/hiring/roles/${roleId}/apply`, applicant),
        applications: () => ask("POST", "/hiring/applications", applicant, { roleId }),
      };
      const made = await by[first as "apply"]();
      expect(made.statusCode).toBe(201);
      for (const again of [by.apply, by.applications]) {
        const refused = await again();
        expect([refused.statusCode, refused.json().code]).toEqual([409, "CONFLICT"]);
        expect(refused.json().message).toMatch(/already applied.*duplicate/);
      }
      await ask("POST", `/hiring/applications/${made.json().data.id}/withdraw`, applicant);
      expect((await by.apply()).statusCode).toBe(409);
    }
  });

  test("is possible for published visible roles alone [HIR-32] [HIR-34] [HIR-48]", async () => {
    const statusOf = async ({ roleId }: { roleId: string }, who = stranger) =>
      (await ask("POST", `/hiring/roles/${roleId}/apply`, who)).statusCode;
    expect(await statusOf(await role({}, "draft"))).toBe(404);
    expect(await statusOf(await role({}, "draft"), member)).toBe(409);
    expect(await statusOf(await role({}, "closed"))).toBe(409);
    expect(await statusOf(await role({ visibility: "private" }))).toBe(404);
    expect(await statusOf(await role({ visibility: "private" }), member)).toBe(201);
    expect(await statusOf(await role({ visibility: "unlisted" }))).toBe(201);
    expect(await statusOf({ roleId: stranger.id })).toBe(404);
  });

  const answer = { problemSpecId: "p1", content: "x" };
  test.each<[string, object, number]>([
    ["null letter", { coverLetter: null }, 201],
    [
      "an answer to an unknown problem [HIR-45]",
      { answers: [{ ...answer, problemSpecId: "p2" }] },
      400,
    ],
    ["two answers to one problem", { answers: [answer, answer] }, 400],
    ["a portfolio item that is no uuid [HIR-44]", { portfolioItemIds: ["x"] }, 400],
    ["a letter of 20 001 characters", { coverLetter: "x".repeat(20_001) }, 400],
    ["a letter of a megabyte", { coverLetter: "x".repeat(1 << 20) }, 413],
    ["a letter that is a number", { coverLetter: 7 }, 400],
  ])("with %s", async (_, body, status) => {
    const { roleId } = await role();
    const made = await ask("POST", `/hiring/roles/${roleId}/apply`, applicant, body);
    expect(made.statusCode).toBe(status);
    const { total } = (
      await read(`/entities/${entityId}/hiring/roles/${roleId}/applications`, owner)
    ).json().meta;
    expect(total).toBe(status === 201 ? 1 : 0);
  });
});

describe("one's own applications", () => {
  test("are listed alike by both paths, and are nobody else's [HIR-51] [HIR-52] [HIR-53] [HIR-72]", async () => {
    const ann = await makePerson(app);
    const { roleId } = await role();
    const id = await makeApplication(app, { roleId, by: ann });
    const [all, mine] = [
      await read("/hiring/applications", ann),
      await read("/hiring/applications/mine", ann),
    ];
    expect(all.json()).toEqual(mine.json());
    expect(all.json().data.map((one: { id: string }) => one.id)).toEqual([id]);
    for (const who of [stranger, owner]) {
      expect((await read("/hiring/applications", who)).body).not.toContain(id);
      expect((await read(`/hiring/applications/${id}`, who)).statusCode).toBe(404);
      expect((await ask("POST", `/hiring/applications/${id}/withdraw`, who)).statusCode).toBe(404);
    }
  });
});

describe("the status", () => {
  const states = ["submitted", "reviewing", "evaluated", "hired", "rejected", "withdrawn"];
  const allowed = [
    "submitted reviewing",
    "reviewing evaluated",
    "evaluated hired",
    "evaluated rejected",
  ];

  test.each(states)(
    "of an application that is %s moves as listed and no other way [HIR-55] [HIR-62] [HIR-63] [HIR-64] [HIR-65] [HIR-66] [STA-02] [A-19]",
    async (state) => {
      for (const wanted of ["reviewing", "evaluated", "hired", "rejected"]) {
        const { at } = await inState(state);
        const before = (await read(at, owner)).json().data;
        expect(before.status).toBe(state);
        const moved = await move(at, wanted);
        const isAllowed = allowed.includes(`${state} ${wanted}`);
        expect(moved.statusCode, `${state} to ${wanted}`).toBe(isAllowed ? 200 : 409);
        const after = (await read(at, owner)).json().data;
        if (isAllowed) expect(after.status).toBe(wanted);
        else {
          expect(after).toEqual(before);
          expect(moved.json().message).toContain(state);
          expect(moved.json().message).toContain(wanted);
        }
      }
    },
  );

  test("submitted and withdrawn are 400, and recruiters alone move it [HIR-60] [HIR-61] [HIR-67] [AUT-27]", async () => {
    const { at } = await applied();
    for (const status of ["submitted", "withdrawn", "", "HIRED"]) {
      expect((await move(at, status)).statusCode).toBe(400);
    }
    expect((await move(at, "reviewing", applicant)).statusCode).toBe(404);
    expect((await move(at, "reviewing", stranger)).statusCode).toBe(404);
    expect((await move(at, "reviewing", member)).statusCode).toBe(403);
    expect((await read(at, owner)).json().data.status).toBe("submitted");
  });

  test.each([
    ["submitted", 200],
    ["reviewing", 200],
    ["evaluated", 200],
    ["withdrawn", 200],
    ["hired", 409],
    ["rejected", 409],
  ])("withdraw from %s is %i [HIR-54] [HIR-57] [O-35]", async (state, status) => {
    const { id } = await inState(state);
    const before = (await read(`/hiring/applications/${id}`, applicant)).json().data;
    const answer = await ask("POST", `/hiring/applications/${id}/withdraw`, applicant);
    expect(answer.statusCode).toBe(status);
    const after = (await read(`/hiring/applications/${id}`, applicant)).json().data;
    expect(after.status).toBe(status === 200 ? "withdrawn" : state);
    if (status === 409 || state === "withdrawn") expect(after).toEqual(before);
  });
});

describe("the outcome", () => {
  const decide = (at: string, body: object, who = permitted) =>
    ask("POST", `${at}/outcome`, who, body);

  test.each([
    ["submitted", "withdrawn"],
    ["reviewing", "withdrawn"],
    ["evaluated", "hired rejected withdrawn"],
    ["hired", "hired"],
    ["rejected", "rejected"],
    ["withdrawn", ""],
  ])("from %s can be: %s [HIR-57] [HIR-68] [HIR-70] [A-18]", async (state, possible) => {
    for (const decision of ["hired", "rejected", "withdrawn"]) {
      const { at } = await inState(state);
      const answer = await decide(at, { decision, startDate: "2027-01-01", notes: "n" });
      const isPossible = possible.split(" ").includes(decision);
      expect(answer.statusCode, decision).toBe(isPossible ? 200 : 409);
      const { status, outcome } = (await read(at, owner)).json().data;
      expect(status).toBe(isPossible ? decision : state);
      if (isPossible)
        expect(outcome).toMatchObject({ decision, startDate: "2027-01-01", notes: "n" });
      else expect(outcome).toBeNull();
    }
  });

  test.each([
    [{ decision: "maybe" }],
    [{}],
    [{ decision: "hired", startDate: "2027-02-30" }],
    [{ decision: "hired", startDate: "soon" }],
    [{ decision: "hired", startDate: 7 }],
    [{ decision: "hired", notes: 7 }],
  ])("%j is 400 [HIR-69]", async (body) => {
    const { at } = await inState("evaluated");
    expect((await decide(at, body)).statusCode).toBe(400);
  });

  test("is shown to the applicant without the notes and the feedback [HIR-56] [O-34]", async () => {
    const { at, id } = await inState("evaluated");
    const secret = "SECRET-NOTE";
    const feedback = { overallScore: 2, recommendation: "no", gaps: [secret], strengths: [secret] };
    await ask("POST", `${at}/feedback`, permitted, feedback);
    await decide(at, { decision: "rejected", notes: secret });
    const told = await read(`/hiring/applications/${id}`, applicant);
    expect(told.json().data).toMatchObject({
      status: "rejected",
      outcome: { decision: "rejected" },
    });
    for (const url of [
      `/hiring/applications/${id}`,
      "/hiring/applications?limit=100",
      "/hiring/applications/mine?limit=100",
    ]) {
      expect((await read(url, applicant)).body).not.toContain(secret);
    }
    const again = await ask("POST", `/hiring/applications/${id}/withdraw`, applicant);
    expect(again.body).not.toContain(secret);
    expect((await read(at, permitted)).body).toContain(secret);
  });
});

describe("recruiters", () => {
  test("see who applies, without an address, and the rubric of the submission [HIR-58] [HIR-59] [AUT-27]", async () => {
    const { at, roleId } = await applied();
    const url = `/entities/${entityId}/hiring/roles/${roleId}`;
    await ask("PUT", url, owner, {
      rubric: { dimensions: [{ id: "new", name: "New", weight: 1 }] },
    });
    const seen = await read(at, permitted);
    expect(seen.json().data).toMatchObject({
      applicant: { id: applicant.id, name: expect.any(String), slug: expect.any(String) },
      rubric: { version: 1, dimensions: [{ id: "craft" }, { id: "talk" }] },
    });
    const list = await read(`${url}/applications`, permitted);
    expect(list.json().data).toEqual([seen.json().data]);
    expect(list.body).not.toContain("@example.com");
    expect((await read(`${url}/applications?status=hired`, permitted)).json().data).toEqual([]);
    for (const [who, status] of [
      [member, 403],
      [stranger, 404],
      [applicant, 404],
    ] as const) {
      expect((await read(at, who)).statusCode).toBe(status);
      expect((await read(`${url}/applications`, who)).statusCode).toBe(status);
      expect((await read(`${at}/feedback`, who)).statusCode).toBe(status);
    }
  });

  test("who apply themselves can neither read nor decide their own application, and see no notes [HIR-67] [AUT-27]", async () => {
    const { roleId } = await role();
    const id = await makeApplication(app, { roleId, by: permitted });
    const at = `/entities/${entityId}/hiring/applications/${id}`;
    const feedback = await ask("POST", `${at}/feedback`, owner, {
      ...{ overallScore: 3, recommendation: "no" },
    });
    await ask("POST", `${at}/outcome`, owner, { decision: "withdrawn", notes: "SECRET-NOTE" });
    const before = (await read(at, owner)).json().data;
    const refused = [
      await read(at, permitted),
      await move(at, "reviewing"),
      await ask("POST", `${at}/outcome`, permitted, { decision: "withdrawn" }),
      await ask("POST", `${at}/feedback`, permitted, { overallScore: 5, recommendation: "yes" }),
      await read(`${at}/feedback`, permitted),
      await read(`/hiring/applications/${id}/feedback/${feedback.json().data.id}`, permitted),
    ];
    for (const answer of refused) {
      expect([answer.statusCode, answer.json().message]).toEqual([
        403,
        "You cannot review your own application",
      ]);
    }
    expect((await read(at, owner)).json().data).toEqual(before);
    expect(before.outcome.notes).toBe("SECRET-NOTE");
    const list = `/entities/${entityId}/hiring/roles/${roleId}/applications`;
    expect((await read(list, permitted)).json().data).toMatchObject([
      { id, outcome: { notes: null } },
    ]);
    expect((await read(list, owner)).json().data).toEqual([before]);
    expect((await read(`/hiring/applications/${id}`, permitted)).statusCode).toBe(200);
  });

  test("of one company see nothing of another's [HIR-37] [AUT-27]", async () => {
    const { at, id, roleId } = await applied();
    const other = await makeHirer(app);
    const second = await makeTeamEntity(app, hirer);
    for (const [who, entity] of [
      [other.owner, other.entityId],
      [owner, second],
    ] as const) {
      const base = `/entities/${entity}/hiring`;
      expect((await read(`${base}/applications/${id}`, who)).statusCode).toBe(404);
      expect((await read(`${base}/roles/${roleId}/applications`, who)).statusCode).toBe(404);
      expect((await move(`${base}/applications/${id}`, "reviewing", who)).statusCode).toBe(404);
    }
    expect((await read(at, other.owner)).statusCode).toBe(404);
  });
});

describe("feedback", () => {
  const good = {
    overallScore: 4.5,
    dimensionScores: [{ dimensionId: "talk", score: 10, comments: null }],
    strengths: ["clear"],
    gaps: ["speed"],
    recommendation: "strong_yes",
  };
  const give = (at: string, body: object, who = permitted) =>
    ask("POST", `${at}/feedback`, who, body);

  test("is stored with its author and listed newest first [HIR-83] [HIR-84] [HIR-87] [HIR-92]", async () => {
    const { at, id } = await applied();
    const made = await give(at, good);
    expect(made.statusCode).toBe(201);
    expect(made.json().data).toMatchObject({ ...good, applicationId: id, authorId: permitted.id });
    const second = (await give(at, { ...good, recommendation: "consider" }, owner)).json().data;
    const { data, meta } = (await read(`${at}/feedback`, owner)).json();
    expect(data).toEqual([second, made.json().data]);
    expect(meta.total).toBe(2);
  });

  test.each<[string, object, number]>([
    ["0.9 [HIR-85] [LIM-14]", { overallScore: 0.9 }, 400],
    ["1 [HIR-85] [LIM-14]", { overallScore: 1 }, 201],
    ["5 [LIM-14]", { overallScore: 5 }, 201],
    ["5.1 [HIR-85] [LIM-14]", { overallScore: 5.1 }, 400],
    ["null for a score", { overallScore: null }, 400],
    ["text for a score", { overallScore: "4" }, 400],
    [
      "a dimension outside the rubric [HIR-89]",
      { dimensionScores: [{ dimensionId: "x", score: 1 }] },
      400,
    ],
    [
      "a score below the scale [HIR-89]",
      { dimensionScores: [{ dimensionId: "craft", score: 0.5 }] },
      400,
    ],
    [
      "a score above the scale [HIR-89]",
      { dimensionScores: [{ dimensionId: "craft", score: 5.01 }] },
      400,
    ],
    ["a score on the edge [HIR-86]", { dimensionScores: [{ dimensionId: "talk", score: 0 }] }, 201],
    [
      "one dimension twice",
      {
        dimensionScores: [
          { dimensionId: "talk", score: 1 },
          { dimensionId: "talk", score: 2 },
        ],
      },
      400,
    ],
    ["another recommendation [HIR-88]", { recommendation: "maybe" }, 400],
    ["strengths that are no array [HIR-87]", { strengths: "clear" }, 400],
  ])("with %s", async (_, values, status) => {
    const { at } = await applied();
    expect((await give(at, { ...good, ...values })).statusCode).toBe(status);
    expect((await read(`${at}/feedback`, owner)).json().meta.total).toBe(status === 201 ? 1 : 0);
  });

  test("numbers that JSON cannot say are refused [HIR-85]", async () => {
    const { at } = await applied();
    for (const text of ["NaN", "1e999", "Infinity", '"NaN"']) {
      const answer = await app.send({
        method: "POST",
        url: `/api/v1${at}/feedback`,
        headers: { ...permitted.headers, "content-type": "application/json" },
        payload: `{"overallScore":${text},"recommendation":"yes"}`,
      });
      expect(answer.statusCode).toBe(400);
    }
  });
});
