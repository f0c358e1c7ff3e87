import type { Person, TestApp } from "../../helpers/app.ts";
import { makePerson, makeTeamEntity, type Team } from "../../helpers/people.ts";
import { makeListedCompany } from "../../helpers/platform/directory.ts";

let tickers = 0;
let flags = 0;

/** A flag that is off. */
export function newFlag(): string {
  flags += 1;
  return `feature_${flags}`;
}

/** A service ticker that no company has. */
export function newTicker(): string {
  tickers += 1;
  return `TENK-${tickers}`;
}

/** A submitted filing of a new entity of the team; answers its id. */
export async function makeFiling(app: TestApp, team: Team, revenue = "100"): Promise<string> {
  const entityId = await makeTeamEntity(app, team);
  const made = await app.send({
    ...{ method: "POST", url: "/api/v1/filings", headers: team.owner.headers },
    payload: {
      ...{ entityId, schemaType: "income_statement", reportingPeriodId: "2024FY", submit: true },
      content: { currency: "USD", fields: { revenue } },
    },
  });
  return made.json().data.id;
}

/** A reference company that the person claims. */
export async function makeClaim(app: TestApp, by: Person) {
  const company = await makeListedCompany(app.db);
  const url = `/v2/directory/entity/${company.slug}/claim`;
  await app.send({ method: "POST", url, headers: by.headers });
  const { rows } = await app.database.pool.query<{ id: string }>(
    "select id from claim where entity_id = $1",
    [company.id],
  );
  return { id: rows[0]?.id ?? "", company };
}

/** A correction of a reference company that a person suggests. */
export async function makeCorrection(app: TestApp) {
  const company = await makeListedCompany(app.db);
  const author = await makePerson(app);
  const made = await app.send({
    ...{ method: "POST", url: `/v2/directory/entity/${company.slug}/corrections` },
    headers: author.headers,
    payload: { field: "category", value: "Computers", evidence: "Their annual report" },
  });
  return { id: made.json().data.id as string, company };
}
