import { randomUUID } from "node:crypto";
import { entity } from "#schemas/tables/companies/company.ts";
import type { TestApp } from "../app.ts";
import { makePerson, makeTeamEntity, type Person, type Team } from "../people.ts";

export interface MadeStartup {
  id: string;
  entityId: string;
  slug: string;
}

/** Sends as a person, and throws for a refusal. Answers `data`. */
export async function must(
  { send }: Pick<TestApp, "send">,
  { headers }: Person,
  at: `${"POST" | "PUT" | "PATCH" | "GET" | "DELETE"} /${string}`,
  payload?: object,
) {
  const [method, url = ""] = at.split(" ") as ["POST", string];
  const body = payload === undefined ? {} : { payload };
  const answer = await send({ method, url: `/v2${url}`, headers, ...body });
  if (answer.statusCode >= 400) throw new Error(`${at}: ${answer.body}`);
  return answer.json().data;
}

/** A startup of the team's entity, unpublished, made over HTTP by the owner. */
export async function makeTeamStartup(
  app: TestApp,
  team: Team,
  profile: object = {},
): Promise<MadeStartup> {
  const entityId = await makeTeamEntity(app, team);
  const { id, slug } = await must(
    app,
    team.owner,
    `POST /entities/${entityId}/startup-listing`,
    profile,
  );
  return { id, slug, entityId };
}

/** A startup of a founder, published. */
export async function makeStartup(
  app: TestApp,
  founder: Person,
  profile: object = {},
): Promise<MadeStartup> {
  const [row] = await app.db
    .insert(entity)
    .values({
      name: "Startup Example",
      slug: `startup-${randomUUID().slice(0, 8)}-x`,
      ownerId: founder.id,
      published: false,
    })
    .returning({ id: entity.id });
  const entityId = row?.id ?? "";
  const at = `/entities/${entityId}/startup-listing` as const;
  const { id, slug } = await must(app, founder, `POST ${at}`, profile);
  await must(app, founder, `POST /startups/${id}/publish`);
  return { id, slug, entityId };
}

export const aField = (values: object = {}) => ({
  key: `revenue_${randomUUID().slice(0, 8)}`,
  label: "Monthly revenue",
  value: "125000.50",
  unit: "USD",
  asOf: "2026-10-31",
  evidence: [{ url: "https://example.com/books" }],
  ...values,
});

export const aFollow = (values: object = {}) => ({
  reason: "We fund robotics",
  requestedTier: "capital" as const,
  desiredObservation: "Revenue by month",
  requestedDurationDays: 90,
  ...values,
});

/** Two people who have nothing to do with each other. */
export const makeTwo = (app: TestApp) => Promise.all([makePerson(app), makePerson(app)]);
