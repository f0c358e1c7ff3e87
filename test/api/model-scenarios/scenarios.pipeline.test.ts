import { describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import { modelDisclaimer } from "#registry/models/compute.ts";
import { testApp } from "../../helpers/app.ts";
import { makeCompany } from "../../helpers/make.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const { context } = await openTestPipeline();
await ingestCompany(apple, context);
const app = await testApp({ database: context.database });
const { db, get, send, signIn } = app;
const ann = await signIn("ann@example.com");
const bob = await signIn("bob@example.com");
const id = entityIdOf(apple);
const scenariosOf = (template: string, entityId = id) =>
  `/v2/entities/${entityId}/models/${template}/scenarios`;
const dcf = scenariosOf("dcf_5_year_terminal_growth");
const overrides = {
  assumptions: { discount_rate: 0.085, terminal_growth: 0.02 },
  drivers: { revenue_growth: { "2026": 0.1, "2027": 0.08 } },
};

type Method = "POST" | "PATCH" | "DELETE" | "GET";
const ask = (method: Method, url: string, headers: object, payload?: object) =>
  send({ method, url, headers: headers as never, ...(payload === undefined ? {} : { payload }) });
async function save(name: string, body: object = overrides, url = dcf, headers = ann) {
  const answer = await ask("POST", url, headers, { name, ...body });
  expect(answer.statusCode).toBe(201);
  return { answer, ...(answer.json().data as { id: string; shareToken: string | null }) };
}

describe("saving and listing", () => {
  test("a scenario comes back as saved, with its address [SCN-02] [SCN-13]", async () => {
    const { answer, id: scenarioId } = await save("  Base case ");
    expect(answer.json().data).toEqual({
      id: scenarioId,
      entityId: id,
      templateKey: "dcf_5_year_terminal_growth",
      name: "Base case",
      ...overrides,
      warnings: [],
      shareToken: null,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(answer.headers.location).toBe(`${dcf}/${scenarioId}`);
    expect(answer.json().meta.timestamp).toMatch(/Z$/);
  });

  test("its address reads it, for its owner only [SCN-05]", async () => {
    const { answer, id: scenarioId } = await save("Read again");
    const url = String(answer.headers.location);
    const own = await ask("GET", url, ann);
    expect([own.statusCode, own.json().data]).toEqual([200, answer.json().data]);
    expect((await ask("GET", url, bob)).statusCode).toBe(404);
    expect((await ask("GET", `${scenariosOf("epv")}/${scenarioId}`, ann)).statusCode).toBe(404);
  });

  test("a misspelt member is 400, and nothing is saved or changed", async () => {
    const url = scenariosOf("wacc");
    const made = await ask("POST", url, ann, { name: "Typo", assumption: { tax_rate: 0.2 } });
    expect(made.statusCode).toBe(400);
    expect(made.json().error.message).toContain("assumption");
    expect((await ask("GET", url, ann)).json().meta.total).toBe(0);
    const { id: scenarioId } = await save("Kept", {}, url);
    const changed = await ask("PATCH", `${url}/${scenarioId}`, ann, { nmae: "Lost" });
    expect(changed.statusCode).toBe(400);
    expect((await ask("GET", `${url}/${scenarioId}`, ann)).json().data.name).toBe("Kept");
  });

  test("own scenarios are listed newest first, nobody else's with them [SCN-01] [SCN-05]", async () => {
    const url = scenariosOf("epv");
    const first = await save("First", {}, url);
    const second = await save("Second", {}, url);
    await save("Bob's", {}, url, bob);
    const { data, meta } = (await ask("GET", url, ann)).json();
    expect(data.map((one: { id: string }) => one.id)).toEqual([second.id, first.id]);
    expect(meta).toMatchObject({ total: 2, hasMore: false });
    const page = (await ask("GET", `${url}?limit=1&offset=1`, ann)).json();
    expect(page.data.map((one: { id: string }) => one.id)).toEqual([first.id]);
  });

  test("an alias saves under the canonical key, and lists the same [SCN-06]", async () => {
    const { answer } = await save("By alias", {}, scenariosOf("revenue_exit"));
    expect(answer.json().data.templateKey).toBe("dcf_5_year_revenue_exit");
    const { data } = (await ask("GET", scenariosOf("dcf_5_year_revenue_exit"), ann)).json();
    expect(data.map((one: { name: string }) => one.name)).toEqual(["By alias"]);
    expect((await ask("GET", scenariosOf("revenue_exit"), ann)).json().data).toEqual(data);
  });

  test.each([
    [{}, "FST_ERR_VALIDATION"],
    [{ name: "" }, "FST_ERR_VALIDATION"],
    [{ name: " \t " }, "FST_ERR_VALIDATION"],
    [{ name: 5 }, "FST_ERR_VALIDATION"],
    [{ name: "x".repeat(121) }, "FST_ERR_VALIDATION"],
  ])("the name of %j is refused [SCN-12]", async (body, code) => {
    const answer = await ask("POST", dcf, ann, body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.code).toBe(code);
  });

  test.each([
    [
      { assumptions: { discount_rate: "0.1" } },
      'Assumption "discount_rate" must be a finite number.',
    ],
    [
      { assumptions: { base_revenue: 1 } },
      'Assumption "base_revenue" comes from filings and cannot be overridden.',
    ],
    [
      { assumptions: { discount_rate: 0.02 } },
      "discount_rate (2.00%) must be greater than terminal_growth (2.50%) in a perpetuity model.",
    ],
    [
      { drivers: { revenue_growth: { "2024": 0.1 } } },
      'Year 2024 is outside the projection horizon 2026-2030 for driver "revenue_growth".',
    ],
    [{ assumptions: null }, "assumptions must be an object keyed by assumption key."],
    [{ assumptions: [] }, "assumptions must be an object keyed by assumption key."],
    [{ drivers: "x" }, "drivers must be an object keyed by driver name."],
  ])("overrides of %j are refused as compute refuses them [SCN-11]", async (body, message) => {
    const answer = await ask("POST", dcf, ann, { name: "Bad", ...body });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toMatchObject({ code: "BAD_REQUEST", message });
    const { id: scenarioId } = await save("Good");
    const changed = await ask("PATCH", `${dcf}/${scenarioId}`, ann, body);
    expect(changed.statusCode).toBe(400);
    expect(changed.json().error.message).toBe(message);
  });

  test("a saved scenario computes what it was saved for", async () => {
    const { answer } = await save("Computes");
    const { assumptions, drivers } = answer.json().data;
    const compute = `/v2/entities/${id}/models/terminal_growth/compute`;
    const saved = await ask("POST", compute, {}, { assumptions, drivers });
    const direct = await ask("POST", compute, {}, overrides);
    expect(saved.json().data).toEqual(direct.json().data);
  });

  test("an unknown template, entity or a hidden one is not found", async () => {
    const hidden = await makeCompany(db, { published: false, company: null });
    const nowhere = "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11";
    for (const url of [
      scenariosOf("nothing"),
      scenariosOf("epv", nowhere),
      scenariosOf("epv", hidden.id),
    ]) {
      expect((await ask("GET", url, ann)).statusCode).toBe(404);
      expect((await ask("POST", url, ann, { name: "x" })).statusCode).toBe(404);
    }
  });
});

describe("changing", () => {
  test("a new name leaves the overrides, new overrides leave the name [SCN-03]", async () => {
    const { id: scenarioId } = await save("Before");
    const url = `${dcf}/${scenarioId}`;
    const renamed = (await ask("PATCH", url, ann, { name: "After" })).json().data;
    expect(renamed).toMatchObject({ name: "After", ...overrides });
    const assumptions = { discount_rate: 0.11 };
    const replaced = (await ask("PATCH", url, ann, { assumptions })).json().data;
    expect(replaced).toMatchObject({ name: "After", assumptions, drivers: overrides.drivers });
    const emptied = (await ask("PATCH", url, ann, { drivers: {} })).json().data;
    expect(emptied).toMatchObject({ assumptions, drivers: {} });
    expect((await ask("PATCH", url, ann, {})).json().data).toEqual(emptied);
  });

  test("one that was deleted is not found, on any method [SCN-04]", async () => {
    const { id: scenarioId } = await save("Gone");
    const url = `${dcf}/${scenarioId}`;
    const answer = await ask("DELETE", url, ann);
    expect(answer.json().data).toEqual({ scenarioId, deleted: true });
    for (const again of [
      await ask("DELETE", url, ann),
      await ask("PATCH", url, ann, { name: "x" }),
      await ask("POST", `${url}/share`, ann),
    ]) {
      expect(again.statusCode).toBe(404);
    }
  });

  test("somebody else's, another template's and another company's are not found [SCN-05] [SCN-06]", async () => {
    const { id: scenarioId } = await save("Mine");
    const other = await makeCompany(db, {});
    const places = [
      [`${dcf}/${scenarioId}`, bob],
      [`${scenariosOf("epv")}/${scenarioId}`, ann],
      [`${scenariosOf("terminal_growth", other.id)}/${scenarioId}`, ann],
      [`${scenariosOf("nothing")}/${scenarioId}`, ann],
    ] as const;
    for (const [url, headers] of places) {
      for (const answer of [
        await ask("PATCH", url, headers, { name: "Taken" }),
        await ask("PATCH", url, headers, { shared: true }),
        await ask("DELETE", url, headers),
        await ask("POST", `${url}/share`, headers),
        await ask("DELETE", `${url}/share`, headers),
      ]) {
        expect(answer.statusCode).toBe(404);
        expect(answer.json().error).toMatchObject({
          code: "NOT_FOUND",
          message: "Scenario not found",
        });
      }
    }
    const { data } = (await ask("GET", dcf, ann)).json();
    const kept = data.find((one: { id: string }) => one.id === scenarioId);
    expect(kept).toMatchObject({ name: "Mine", shareToken: null });
  });

  test("without a credential nothing is told [AUT-20]", async () => {
    const { id: scenarioId } = await save("Private");
    for (const answer of [
      await ask("GET", dcf, {}),
      await ask("POST", dcf, {}, { name: "x" }),
      await ask("PATCH", `${dcf}/${scenarioId}`, {}, { name: "x" }),
      await ask("DELETE", `${dcf}/${scenarioId}`, {}),
    ]) {
      expect(answer.statusCode).toBe(401);
    }
  });
});

describe("sharing", () => {
  const open = (token: string) => get(`/v2/model-scenarios/shared/${token}`);

  test("a link shows name and overrides, never whose they are [SCN-07] [SCN-08] [SCN-13]", async () => {
    const { id: scenarioId } = await save("Shared case");
    const shared = (await ask("POST", `${dcf}/${scenarioId}/share`, ann)).json().data;
    expect(shared.shareToken).toMatch(/^[\w-]{43}$/);
    const answer = await open(shared.shareToken);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().data).toEqual({
      name: "Shared case",
      entityId: id,
      templateKey: "dcf_5_year_terminal_growth",
      ...overrides,
      warnings: [],
      disclaimer: modelDisclaimer,
    });
    expect(answer.body).not.toContain("ann@example.com");
    expect(answer.body).not.toContain(scenarioId);
  });

  test("sharing twice is one link; each scenario has its own [SCN-09]", async () => {
    const one = await save("One");
    const two = await save("Two");
    const share = async ({ id: scenarioId }: { id: string }): Promise<string> =>
      (await ask("POST", `${dcf}/${scenarioId}/share`, ann)).json().data.shareToken;
    const [token, again, other] = [await share(one), await share(one), await share(two)];
    expect(again).toBe(token);
    expect(other).not.toBe(token);
    const both = await Promise.all([share(two), share(two)]);
    expect(new Set([...both, other]).size).toBe(1);
  });

  test("an ended link is unknown, and a new one is another [SCN-09]", async () => {
    const { id: scenarioId } = await save("Ends");
    const url = `${dcf}/${scenarioId}`;
    const token = (await ask("PATCH", url, ann, { shared: true })).json().data.shareToken;
    expect((await open(token)).statusCode).toBe(200);
    expect((await ask("DELETE", `${url}/share`, ann)).json().data.shareToken).toBeNull();
    expect((await open(token)).statusCode).toBe(404);
    const next = (await ask("POST", `${url}/share`, ann)).json().data.shareToken;
    expect(next).not.toBe(token);
    expect((await ask("PATCH", url, ann, { shared: false })).json().data.shareToken).toBeNull();
    expect((await open(next)).statusCode).toBe(404);
  });

  test("deleting the scenario ends its link [SCN-10]", async () => {
    const { id: scenarioId } = await save("Deleted");
    const url = `${dcf}/${scenarioId}`;
    const token = (await ask("POST", `${url}/share`, ann)).json().data.shareToken;
    await ask("DELETE", url, ann);
    expect((await open(token)).statusCode).toBe(404);
  });

  const traversals = ["..%2f..%2fetc%2fpasswd", "%252e%252e", "%5c%5cserver%5cshare", "..%5c.."];
  test.each(["nothing", "%00", "'", "null", "a".repeat(200), ...traversals])(
    "%s opens nothing [SCN-09]",
    async (token) => {
      const answer = await open(token);
      expect([400, 404]).toContain(answer.statusCode);
    },
  );
});

test("years that newer filings have overtaken are left out with a warning", async () => {
  const url = scenariosOf("dcf_10_year_ebitda_exit");
  const { id: scenarioId } = await save("Old", {}, url);
  const drivers = { revenue_growth: { "2024": 0.2, "2027": 0.08 }, tax_rate: { "2025": 0.3 } };
  await context.database.pool.query("update model_scenario set drivers = $1 where id = $2", [
    JSON.stringify(drivers),
    scenarioId,
  ]);
  const [listed] = (await ask("GET", url, ann)).json().data;
  expect(listed).toMatchObject({
    drivers: { revenue_growth: { "2027": 0.08 } },
    warnings: [
      {
        code: "scenario_year_expired",
        message: "No longer projected: 2024, 2025. Overrides of those years are left out.",
      },
    ],
  });
  const shared = (await ask("POST", `${url}/${scenarioId}/share`, ann)).json().data;
  const opened = (await get(`/v2/model-scenarios/shared/${shared.shareToken}`)).json().data;
  expect(opened.drivers).toEqual({ revenue_growth: { "2027": 0.08 } });
  const renamed = await ask("PATCH", `${url}/${scenarioId}`, ann, {
    assumptions: { discount_rate: 0.09 },
  });
  expect(renamed.json().data).toMatchObject({
    assumptions: { discount_rate: 0.09 },
    drivers: { revenue_growth: { "2027": 0.08 } },
    warnings: [],
  });
});

test("scenarios are computed by id, forked, and compared with the defaults", async () => {
  const url = scenariosOf("dcf_5_year_ebitda_exit");
  const { id: scenarioId } = await save("Cheap", { assumptions: { exit_multiple: 8 } }, url);
  const computed = await ask("POST", `${url}/${scenarioId}/compute`, ann);
  const posted = await ask("POST", url.replace("/scenarios", "/compute"), ann, {
    assumptions: { exit_multiple: 8 },
  });
  expect(computed.statusCode).toBe(200);
  expect(computed.json().data.valuation).toEqual(posted.json().data.valuation);
  const fork = await ask("POST", `${url}/${scenarioId}/fork`, ann, { name: "Copy" });
  expect(fork.json().data).toMatchObject({ name: "Copy", assumptions: { exit_multiple: 8 } });
  expect(fork.json().data.id).not.toBe(scenarioId);
  const unknown = "0190a1b2-0000-7000-8000-000000000001";
  const compare = url.replace("/scenarios", `/compare?ids=${scenarioId},${unknown}`);
  const { data, meta } = (await ask("GET", compare, ann)).json();
  expect(data.map((one: { name: string }) => one.name)).toEqual(["Defaults", "Cheap"]);
  expect(data[1].valuation).toEqual(computed.json().data.valuation);
  expect(data[0].valuation).not.toEqual(data[1].valuation);
  expect(meta.notFound).toEqual([unknown]);
  const { data: shared } = (await ask("POST", `${url}/${scenarioId}/share`, ann)).json();
  const link = `/v2/model-scenarios/shared/${shared.shareToken}`;
  expect((await get(`${link}/result`)).json().data.valuation).toEqual(data[1].valuation);
  const taken = await ask("POST", `${link}/fork`, bob, { name: "Taken" });
  expect(taken.statusCode).toBe(201);
  expect((await ask("GET", `${url}/${taken.json().data.id}`, ann)).statusCode).toBe(404);
});
