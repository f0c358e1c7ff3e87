import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import { entitlementsAt } from "#schemas/config/plans.ts";
import { testApp } from "../../helpers/app.ts";
import { hiddenIn, signInBrowser } from "../../helpers/browser.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";
import { formOf, sendForm } from "./form-of.ts";

const { context } = await openTestPipeline();
await ingestCompany(apple, context);
const app = await testApp({ database: context.database });
const html = { accept: "text/html" };
const ann = await signInBrowser(app, "ann@example.com");
const bob = await signInBrowser(app, "bob@example.com");
const carol = await signInBrowser(app, "carol@example.com");
const annAsClient = await app.signIn("ann@example.com");
const dcf = "/companies/apple-inc/models/dcf_5_year_terminal_growth";
const hostile = `Base <script>alert(1)</script> & "case"`;

type Cookies = Record<string, string>;
const get = (url: string, headers: Cookies = {}) => app.get(url, { ...html, ...headers });
const page = async (url: string, headers: Cookies) => (await get(url, headers)).body;
const worthOf = (body: string) => /<p class="figure">([\d.,]+) /.exec(body)?.[1];
const stored = async () =>
  (
    await app.db.execute(
      sql`select id, user_id, name, template_key, assumptions, drivers, share_token from model_scenario order by id`,
    )
  ).rows;
const idsIn = (body: string) =>
  [...body.matchAll(/<li><a href="\/scenarios\/([\w-]{36})"/g)].map(([, id]) => id ?? "");
const newAt = (set: string, model = "dcf_5_year_terminal_growth") =>
  `/scenarios/new?${new URLSearchParams({ company: "apple-inc", model, set })}`;
const newForm = (headers: Cookies, url: string) => formOf(app, headers, url, "/scenarios/new#save");

/** Saves inputs by the pages, and returns the id. */
async function save(headers: Cookies, name: string, set = "discount_rate:8.5") {
  const form = await newForm(headers, newAt(set));
  const { statusCode, headers: to } = await sendForm(app, "/scenarios/new", headers, {
    ...{ ...form, name },
  });
  expect([statusCode, to.location]).toEqual([302, "/scenarios"]);
  return idsIn(await page("/scenarios", headers))[0] ?? "";
}

/** The form of a scenario's page for an act. */
async function actForm(headers: Cookies, id: string, act: string) {
  const forms = (await page(`/scenarios/${id}`, headers)).split('<form class="act"').slice(1);
  const fields = forms.map((one) => hiddenIn(one.split("</form>")[0] ?? ""));
  return fields.find((one) => one.act === act) ?? {};
}
const send = async (headers: Cookies, id: string, act: string, more: object = {}) =>
  sendForm(app, `/scenarios/${id}`, headers, { ...(await actForm(headers, id, act)), ...more });

describe("saving on the page of a model", () => {
  test("leads with the inputs to sign in and back, and saves them as the API has them [SCN-02]", async () => {
    const kept = await get(dcf);
    expect(kept.body).toContain('<button name="act" value="save">Save</button>');
    const fields = { act: "save", discount_rate: "8.5", revenue_growth_2027: "10%", tax_rate: "" };
    const { statusCode, headers } = await sendForm(app, dcf, {}, fields);
    const way = newAt("discount_rate:8.5;revenue_growth_2027:10%");
    expect([statusCode, headers.location]).toEqual([302, way]);
    const { location } = (await get(way)).headers;
    expect(location).toBe(`/auth/sign-in?${new URLSearchParams({ return_to: way })}`);
    expect(await page(String(location), {})).toContain(
      `name="return_to" value="${way.replaceAll("&", "&amp;")}"`,
    );
    const body = await page(way, ann);
    expect(body).toContain("<dt>Discount rate</dt><dd>8.5</dd>");
    expect(body).toContain("<dt>Revenue growth, 2027</dt><dd>10%</dd>");

    const form = await newForm(ann, way);
    await sendForm(app, "/scenarios/new", ann, { ...form, name: `  ${hostile} ` });
    const url = `/v2/entities/${entityIdOf(apple)}/models/dcf_5_year_terminal_growth/scenarios`;
    const [saved, ...others] = (await app.get(url, annAsClient)).json().data;
    expect(others).toEqual([]);
    expect(saved).toMatchObject({
      name: hostile,
      assumptions: { discount_rate: 0.085 },
      drivers: { revenue_growth: { "2027": 0.1 } },
      shareToken: null,
    });
    const lists = [];
    for (const _ of [1, 2, 3]) lists.push(await page("/scenarios", ann));
    expect(lists[2]).toBe(lists[0]);
    expect(lists[0]).toContain("Base &lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;case&quot;");
    expect(lists[0]).toContain('<a href="/companies/apple-inc">Apple Inc.</a>');
    expect(await page("/scenarios", bob)).toContain("You have not saved a scenario yet.");
  });

  test("the page of the scenario says what the model's page says with these inputs", async () => {
    const [id = ""] = idsIn(await page("/scenarios", ann));
    const body = await page(`/scenarios/${id}`, ann);
    const [, address = ""] = /<a class="button" href="([^"]+)">Open the model/.exec(body) ?? [];
    const model = await page(address, {});
    expect(worthOf(body)).toBe(worthOf(model));
    expect(worthOf(body)).not.toBe(worthOf(await page(dcf, {})));
    expect(model).toMatch(/name="revenue_growth_2027"[^>]* value="10%"/);
  });

  test("what the model refuses is said beside its field, and nothing is saved [SCN-11]", async () => {
    const before = await stored();
    const sent = await sendForm(app, dcf, ann, { act: "save", tax_rate: "150" });
    expect([sent.statusCode, sent.body.includes("Must be from 0.00% to 100.00%.")]).toEqual([
      400,
      true,
    ]);
    for (const set of ["tax_rate:150", "discount_rate:a lot", "", "nothing:1", '"><script>:1']) {
      const { statusCode, body } = await get(newAt(set), ann);
      expect([statusCode, body.includes('<p role="alert">')]).toEqual([400, true]);
      expect(body).not.toMatch(/name="name"|"><script>/);
    }
    expect((await get(newAt("beta:1", "guess"), ann)).statusCode).toBe(404);
    expect((await get("/scenarios/new?company=nobody&model=wacc", ann)).statusCode).toBe(404);
    expect(await stored()).toEqual(before);
  });

  test("a name that cannot be is a sentence beside what was typed [SCN-12]", async () => {
    const before = await stored();
    const form = await newForm(ann, newAt("discount_rate:9"));
    for (const name of ["  ", `</label>${"x".repeat(120)}`]) {
      const { statusCode, body } = await sendForm(app, "/scenarios/new", ann, { ...form, name });
      expect(statusCode).toBe(400);
      expect(body).toContain('<p role="alert">Name of the scenario: ');
      expect(body).not.toContain("</label>xxx");
    }
    expect(await stored()).toEqual(before);
  });

  test("a past day has no button, because what is saved is for today", async () => {
    expect(await page(`${dcf}?asOf=2023-11-03`, {})).not.toContain('value="save"');
  });

  test("dates, flags and small numbers come back as their fields take them", async () => {
    const inputs = {
      ...{ discount_rate: "8.123456789", revenue_growth_2027: "0.00001%" },
      ...{ terminal_mid_year_uplift: "1", valuation_date: "2026-02-01" },
    };
    const set = Object.entries(inputs).map((pair) => pair.join(":"));
    const id = await save(carol, "Exact", set.join(";"));
    const body = await page(`/scenarios/${id}`, carol);
    expect(body).toContain("<dt>Discount rate</dt><dd>8.123456789%</dd>");
    expect(body).toContain("<dt>Revenue growth, 2027</dt><dd>0.00001%</dd>");
    expect(body).toContain("<dt>Valuation date</dt><dd>2026-02-01</dd>");
    expect(body).toContain("<dt>Terminal value half a year earlier</dt><dd>yes</dd>");
    const [, address = ""] = /<a class="button" href="([^"]+)">Open the model/.exec(body) ?? [];
    expect((await get(address)).statusCode).toBe(200);
  });
});

describe("an own scenario", () => {
  test("is renamed, copied and deleted, and no other row changes [SCN-03] [SCN-04]", async () => {
    const id = await save(bob, "Bear");
    const others = (await stored()).filter((row) => row.id !== id);
    const renamed = await send(bob, id, "rename", { name: "Bull" });
    expect([renamed.statusCode, renamed.headers.location]).toEqual([302, `/scenarios/${id}`]);
    const copied = await send(bob, id, "copy", { name: "Copy of Bull" });
    expect([copied.statusCode, copied.headers.location]).toEqual([302, "/scenarios"]);
    const [copy, first] = idsIn(await page("/scenarios", bob));
    expect(first).toBe(id);
    const rows = new Map((await stored()).map((row) => [row.id, row]));
    expect(rows.get(copy)).toEqual({ ...rows.get(id), id: copy, name: "Copy of Bull" });
    expect(rows.get(id)?.name).toBe("Bull");
    const form = await actForm(bob, id, "delete");
    const deleted = await sendForm(app, `/scenarios/${id}`, bob, form);
    expect(deleted.headers.location).toBe("/scenarios");
    expect((await sendForm(app, `/scenarios/${id}`, bob, form)).statusCode).toBe(404);
    expect(idsIn(await page("/scenarios", bob))).toEqual([copy]);
    await send(bob, copy ?? "", "delete");
    expect(await stored()).toEqual(others);
  });

  test("the plan's limit is a sentence, and what is there stays", async () => {
    const [id = ""] = idsIn(await page("/scenarios", carol));
    const most = entitlementsAt(null, new Date()).scenarios;
    await app.db.execute(sql`insert into model_scenario (id, user_id, entity_id, template_key, name, assumptions, drivers)
      select gen_random_uuid(), user_id, entity_id, template_key, 'More', '{}', '{}' from model_scenario
      cross join generate_series(2, ${most}) where id = ${id}`);
    const answer = await send(carol, id, "copy", { name: "One more" });
    expect(answer.statusCode).toBe(403);
    expect(answer.body).toContain(
      `<p role="alert">The plan allows ${most} scenarios: delete one first</p>`,
    );
    const list = await page("/scenarios", carol);
    expect(list).toContain(`${most} of the ${most} that your plan allows`);
    const form = await newForm(carol, newAt("discount_rate:9"));
    const refused = await sendForm(app, "/scenarios/new", carol, { ...form, name: "One more" });
    expect([refused.statusCode, refused.body.includes('value="One more"')]).toEqual([403, true]);
  });

  test("of another person is 404, and no form of another session or act is taken [SCN-05]", async () => {
    const id = await save(bob, "Private");
    const before = await stored();
    const rename = { ...(await actForm(bob, id, "rename")), name: "Taken" };
    const byAnn = await sendForm(app, `/scenarios/${id}`, ann, rename);
    expect([byAnn.statusCode, byAnn.body.includes("Scenario not found")]).toEqual([404, true]);
    expect((await get(`/scenarios/${id}`, ann)).statusCode).toBe(404);
    const [own = ""] = idsIn(await page("/scenarios", ann));
    const tries = [
      await sendForm(app, `/scenarios/${own}`, ann, rename),
      await sendForm(app, `/scenarios/${id}`, bob, { ...rename, act: "delete" }),
      await sendForm(app, `/scenarios/${id}`, bob, { act: "delete" }),
      await sendForm(app, "/scenarios/new", ann, {
        ...(await newForm(bob, newAt("discount_rate:9"))),
        name: "Taken",
      }),
      await sendForm(app, "/scenarios/new", bob, {
        ...(await newForm(bob, newAt("discount_rate:9"))),
        ...{ set: "discount_rate:10", name: "Taken" },
      }),
    ];
    for (const { statusCode, body } of tries) {
      expect([statusCode, body.includes("This form has expired")]).toEqual([403, true]);
    }
    const out = await sendForm(app, `/scenarios/${id}`, {}, rename);
    expect(out.headers.location).toBe(
      `/auth/sign-in?${new URLSearchParams({ return_to: `/scenarios/${id}` })}`,
    );
    expect(await stored()).toEqual(before);
  });
});

describe("a shared scenario", () => {
  test("opens for everybody, is copied by others, and ends [SCN-07] [SCN-08] [SCN-09]", async () => {
    const id = await save(bob, "Shared case");
    await send(bob, id, "share");
    const own = await page(`/scenarios/${id}`, bob);
    const [, address = ""] = /href="(\/scenarios\/shared\/[\w-]+)"/.exec(own) ?? [];
    await send(bob, id, "rename", { name: "Shared again" });
    expect(await page(`/scenarios/${id}`, bob)).toContain(`href="${address}"`);

    const open = await get(address);
    expect(open.statusCode).toBe(200);
    expect(open.body).toContain("<h1>Shared again</h1>");
    expect(open.body).not.toMatch(/bob|form_token/);
    expect(open.body).not.toContain(id);
    expect(worthOf(open.body)).toBe(worthOf(own));
    const [, signIn = ""] = /<a href="([^"]+)">Sign in<\/a> to copy/.exec(open.body) ?? [];
    expect((await get(signIn, ann)).headers.location).toBe(address);

    const before = await stored();
    const form = await formOf(app, ann, address, `${address}#copy`);
    expect((await sendForm(app, address, bob, { ...form, name: "Mine" })).statusCode).toBe(403);
    const copied = await sendForm(app, address, ann, { ...form, name: "Mine" });
    expect(copied.headers.location).toBe("/scenarios");
    const [copy] = idsIn(await page("/scenarios", ann));
    const after = await stored();
    expect(after.filter((row) => row.id !== copy)).toEqual(before);
    expect(after.find((row) => row.id === copy)).toMatchObject({
      ...{ name: "Mine", assumptions: { discount_rate: 0.085 }, share_token: null },
    });

    await send(bob, id, "unshare");
    expect((await get(address)).statusCode).toBe(404);
    expect((await sendForm(app, address, ann, { ...form, name: "Late" })).statusCode).toBe(404);
    expect((await get("/scenarios/shared/%27", ann)).statusCode).toBe(404);
  });

  test("of a company that is no longer public is closed; its owner may delete it", async () => {
    const id = await save(bob, "Hidden");
    await send(bob, id, "share");
    const own = await page(`/scenarios/${id}`, bob);
    const [, address = ""] = /href="(\/scenarios\/shared\/[\w-]+)"/.exec(own) ?? [];
    const made = await app.db.execute(
      sql`insert into entity (id, name, slug, published) values (gen_random_uuid(), 'Secret Corp', 'secret-corp', false) returning id`,
    );
    const entityId = made.rows[0]?.id;
    await app.db.execute(sql`update model_scenario set entity_id = ${entityId} where id = ${id}`);
    expect((await get(address)).statusCode).toBe(404);
    const hidden = await page(`/scenarios/${id}`, bob);
    expect(hidden).toContain("a company that is not public");
    expect(hidden + (await page("/scenarios", bob))).not.toContain("Secret Corp");
    expect((await send(bob, id, "delete")).statusCode).toBe(302);
  });
});
