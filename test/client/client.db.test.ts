import { describe, expect, test } from "vitest";
import { companyChange } from "#schemas/tables/companies/change.ts";
import {
  allAfter,
  allRows,
  createTenkClient,
  TenkError,
} from "../../docs/clients/typescript/index.js";
import clientPackage from "../../docs/clients/typescript/package.json" with { type: "json" };
import ownPackage from "../../package.json" with { type: "json" };
import { testApp } from "../helpers/app.ts";
import { makeCompany } from "../helpers/make.ts";
import { makePerson } from "../helpers/people.ts";

// Types are compared with the published description by `npm run contract -- contract/client`.
const app = await testApp();
const ann = await makePerson(app);
const baseUrl = await app.app.listen({ port: 0, host: "127.0.0.1" });
const token = ann.headers.authorization.replace("Bearer ", "");

describe("the client for TypeScript", () => {
  test("sends a token or a key, and answers typed data", async () => {
    const tenk = createTenkClient({ baseUrl: `${baseUrl}/`, token });
    const made = await tenk.POST("/v2/watchlists", { body: { name: "By the client" } });
    expect(made.data?.data.name).toBe("By the client");
    const key = await tenk.POST("/api/v1/api-keys", { body: { name: "Key", scope: "read" } });
    const byKey = createTenkClient({ baseUrl, apiKey: key.data?.data.key ?? "" });
    const lists = await byKey.GET("/v2/watchlists");

    expect(lists.data?.data.map(({ name }) => name)).toEqual(["By the client"]);
    const refused = await createTenkClient({ baseUrl }).GET("/v2/watchlists");
    expect([refused.response.status, refused.data]).toEqual([401, undefined]);
    expect(refused.error).toMatchObject({ error: { code: "UNAUTHORIZED" } });
  });

  test("walks a list to its end, each row once", async () => {
    const tenk = createTenkClient({ baseUrl, token });
    for (let n = 0; n < 5; n += 1) await makeCompany(app.db, { name: `Client ${n}` });
    const names: string[] = [];
    const read = (page: { limit: number; offset: number }) =>
      tenk.GET("/v2/entities", { params: { query: { search: "Client", ...page } } });
    for await (const { name } of allRows(read, 2)) names.push(name);

    expect(names.sort()).toEqual(["Client 0", "Client 1", "Client 2", "Client 3", "Client 4"]);
  });

  test("follows a cursor to its end, and throws what is refused", async () => {
    const tenk = createTenkClient({ baseUrl });
    const { id: entityId } = await makeCompany(app.db);
    const detail = { company: { filings: 1, statements: 1 } };
    const change = { entityId, type: "company.stored" as const, detail };
    await app.db.insert(companyChange).values([change, change, change]);
    const read = (cursor: string | undefined) =>
      tenk.GET("/v2/changes", {
        params: { query: { limit: 2, ...(cursor === undefined ? {} : { cursor }) } },
      });
    const ids: string[] = [];
    for await (const { id } of allAfter(read)) ids.push(id);
    expect(new Set(ids).size).toBe(3);

    const broken = allAfter(read, "no cursor");
    const error = await broken.next().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TenkError);
    expect(error).toMatchObject({ status: 400, code: "BAD_REQUEST" });
  });

  test("has the version of the service, and publishes what its package names", () => {
    expect(clientPackage.version).toBe(ownPackage.version);
    expect(clientPackage.dependencies["openapi-fetch"]).toBe(
      ownPackage.devDependencies["openapi-fetch"],
    );
  });
});
