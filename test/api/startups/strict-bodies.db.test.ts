import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { allEndpoints } from "#api/modules.ts";
import { testApp } from "../../helpers/app.ts";
import { objectPlaces, type Schema, withMembers } from "../../helpers/endpoints/object-places.ts";
import { openValidator } from "../../helpers/endpoints/validator.ts";
import { goodRequests } from "../../helpers/good-requests.ts";
import { nameOf } from "../../helpers/module-tests.ts";
import { readProjectFile } from "../../tidy/project-files.ts";

const app = await testApp();
const goodRequest = await goodRequests(app);
const document = (await app.get("/api/openapi")).json();
const ajv = openValidator(document);

const marketplace = allEndpoints.filter(({ tag }) =>
  ["Startups", "Investors", "Engagement", "Portfolios"].includes(tag),
);
const shapeOf = (name: string) => name.replace(/\{\w+\}|:\w+/g, "{}");

const resolve = (ref: string): Schema =>
  ref
    .split("/")
    .slice(1)
    .reduce((at, name) => at[name], document) as Schema;

/** The schema of an operation's body in the served description; null where it takes none. */
function bodySchema({ path, method }: { path: string; method: string }): Schema | null {
  const operation = document.paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
  expect(operation, `${method} ${path} is described`).toBeDefined();
  return operation.requestBody?.content["application/json"].schema ?? null;
}

/** A digest of every row of each table. */
async function digests(): Promise<Record<string, string>> {
  const { rows } = await app.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const parts = rows.map(
    ({ name }) =>
      sql`select ${name}::text as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from ${sql.identifier(name)} t`,
  );
  const found = await app.db.execute<{ name: string; digest: string }>(
    sql.join(parts, sql` union all `),
  );
  return Object.fromEntries(found.rows.map(({ name, digest }) => [name, digest]));
}

test("the marketplace has the 52 operations of the specification [STP-77]", () => {
  const specified = readProjectFile("test/fixtures/operations.csv")
    .split("\n")
    .filter((line) => line.startsWith("marketplace,"))
    .map((line) => line.split(","))
    .map(([, method = "", path = ""]) => shapeOf(`${method} ${path}`));
  expect(specified).toHaveLength(52);
  expect(marketplace.map((one) => shapeOf(nameOf(one)))).toEqual(expect.arrayContaining(specified));
});

const reading = marketplace.filter(({ method }) => method === "GET");

test.each(reading.map((one) => [nameOf(one), one] as const))(
  "%s refuses an unknown query parameter, after the credential [STP-51] [STP-77] [A-39]",
  async (_, endpoint) => {
    const good = (await goodRequest.ready(endpoint))();
    const joint = good.url.includes("?") ? "&" : "?";
    const ask = (query: string, headers = good.headers) =>
      app.send({ ...good, url: `${good.url}${joint}${query}`, ...(headers && { headers }) });
    for (const query of ["unknownParameter=1", "__proto__=1", "limi%74s=5", "%F0%9F%99%82=1"]) {
      const answer = await ask(query);
      expect([query, answer.statusCode]).toEqual([query, 400]);
      expect(answer.json().error).toMatchObject({
        code: "FST_ERR_VALIDATION",
        message: expect.stringContaining("there is no such parameter"),
      });
    }
    expect((await ask("unknownParameter=1", {})).statusCode).toBe(401);
    expect((await app.send(good)).statusCode).toBe(200);
  },
);

const changing = marketplace.filter(({ method }) => method !== "GET" && method !== "DELETE");

describe.each(changing.map((one) => [nameOf(one), one] as const))("%s", (_, endpoint) => {
  test("refuses one unknown member, in each object of its body, and changes nothing [STP-77] [ERR-21]", async () => {
    const schema = bodySchema(endpoint) ?? {};
    const places = objectPlaces(schema, resolve);
    expect(places.length).toBeGreaterThan(0);
    const good = (await goodRequest.ready(endpoint))();
    const validate = ajv.compile({ ...schema, components: document.components });
    const before = await digests();
    for (const place of places) {
      const at = `/${place.path.join("/")}`;
      expect([at, place.schema.additionalProperties]).toEqual([at, false]);
      // The body without the unknown member is as described, so that nothing else is refused.
      const body = withMembers(good.payload, place, {}, resolve);
      expect([at, validate(body), validate.errors]).toEqual([at, true, null]);
      const payload = withMembers(good.payload, place, { unknownMember: 1 }, resolve) as object;
      expect(validate(payload), at).toBe(false);
      const answer = await app.send({ ...good, payload });
      expect([at, answer.statusCode]).toEqual([at, 400]);
      expect(endpoint.family.errorSchema.parse(answer.json())).toEqual(answer.json());
      expect(answer.json().error).toMatchObject({
        code: endpoint.family.invalid.code,
        message: expect.stringContaining("unknownMember"),
      });
    }
    expect(await digests()).toEqual(before);
    expect((await app.send(good)).statusCode).toBe(endpoint.status);
  });
});

test("objects at depth are among those that are tried", () => {
  const paths = changing.flatMap((endpoint) =>
    objectPlaces(bodySchema(endpoint) ?? {}, resolve).map(
      ({ path }) => `${endpoint.name} /${path.join("/")}`,
    ),
  );
  expect(paths).toEqual(
    expect.arrayContaining([
      "changeStartup /capitalStatus",
      "changeStartup /audiences",
      "selectStartupContent /items/0",
      "addBaselineField /evidence/0",
      "createBaseline /strategicContext",
      "correctBaseline /evidence/0",
      "createMandate /checkSize",
    ]),
  );
  expect(paths.filter((one) => one === "requestEngagement /")).toHaveLength(3);
});
