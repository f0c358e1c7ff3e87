import { expect } from "vitest";
import type { TestApp } from "../app.ts";
import { makePerson, makeTeamEntity, type Person, type Team } from "../people.ts";

/** A hiring entity that is not published, with the people around it. */
export interface Hirer extends Team {
  entityId: string;
}

/** New people and an entity of theirs; `member` has no permission, `permitted` all of them. */
export async function makeHirer(
  app: TestApp,
  values: Parameters<typeof makeTeamEntity>[2] = {},
): Promise<Hirer> {
  const [owner, stranger, member, permitted] = (await Promise.all(
    Array.from({ length: 4 }, () => makePerson(app)),
  )) as [Person, Person, Person, Person];
  const team = { owner, stranger, member, permitted };
  return { ...team, entityId: await makeTeamEntity(app, team, values) };
}

export const sampleRole = {
  title: "Data Engineer",
  description: "Pipelines that carry filings to statements.",
  location: "Berlin",
  remotePolicy: "hybrid",
  visibility: "public",
  salaryRange: { min: 70_000, max: 90_000.5, currency: "EUR", period: "yearly" },
  problemSpecs: [{ id: "p1", prompt: "How would you find a lost filing?", orderIndex: 1 }],
  rubric: {
    dimensions: [
      { id: "craft", name: "Craft", weight: 0.6, scaleMin: 1, scaleMax: 5 },
      { id: "talk", name: "Explains well", weight: 0.4, scaleMin: 0, scaleMax: 10 },
    ],
  },
  skills: [
    { name: "Python", importance: "required" },
    { name: "postgres", importance: "preferred" },
    { name: "Rust", importance: "nice_to_have" },
  ],
};

export interface MadeRole {
  entityId: string;
  roleId: string;
}

interface RoleWish {
  by: Person;
  entityId: string;
  /** Default: published. */
  status?: "draft" | "published" | "closed";
  values?: object;
}

/** A role of the entity, made over HTTP. */
export async function makeRole(
  app: TestApp,
  { by: { headers }, entityId, status = "published", values = {} }: RoleWish,
): Promise<MadeRole> {
  const url = `/api/v1/entities/${entityId}/hiring/roles`;
  const payload = { ...sampleRole, ...values };
  const made = await app.send({ method: "POST", url, headers, payload });
  expect(made.statusCode, made.body).toBe(201);
  const roleId = made.json().data.id as string;
  const acts = { draft: [], published: ["publish"], closed: ["publish", "close"] }[status];
  for (const act of acts)
    await app.send({ method: "POST", url: `${url}/${roleId}/${act}`, headers });
  return { entityId, roleId };
}

/** Applies to a role and answers the id of the application. */
export async function makeApplication(
  app: TestApp,
  { roleId, by, values = {} }: { roleId: string; by: Person; values?: object },
): Promise<string> {
  const url = `/api/v1/hiring/roles/${roleId}/apply`;
  const made = await app.send({ method: "POST", url, headers: by.headers, payload: values });
  expect(made.statusCode, made.body).toBe(201);
  return made.json().data.id;
}

/** Saves the skills of a person. */
export async function saveSkills(
  app: TestApp,
  { headers }: Person,
  skills: (string | { name: string; level?: string })[],
  others: object = {},
): Promise<void> {
  const payload = {
    skills: skills.map((one) => (typeof one === "string" ? { name: one } : one)),
    ...others,
  };
  const url = "/api/v1/hiring/my-skills";
  const saved = await app.send({ method: "PUT", url, headers, payload });
  expect(saved.statusCode, saved.body).toBe(200);
}

/** A number below `n`, the same on every run for the same numbers. Rankings are tested over data made with it. */
export const pick = (n: number, ...of: number[]): number =>
  of.reduce((sum, one, place) => (sum * 31 + one * 17 + place) % 7919, 7) % n;
