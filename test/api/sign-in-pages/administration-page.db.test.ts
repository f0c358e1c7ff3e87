import { expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { openForm, signInBrowser } from "../../helpers/browser.ts";
import { makePerson } from "../../helpers/people.ts";
import {
  actForm,
  makeSubmittedReport,
  openAdministratorBrowser,
} from "../../helpers/platform/administrators.ts";
import { turnOnTotp } from "../second-factors/browser-kit.ts";

let at = new Date("2026-03-04T12:00:00Z");
const app = await testApp({ now: () => at });
const { get, send } = app;
const root = await openAdministratorBrowser(app, "root@example.com");
const owner = await makePerson(app);
const submit = (headers: { cookie: string }, payload: object) =>
  send({ method: "POST", url: "/auth/forms/administer", headers, payload });
const statusOf = async (id: string) =>
  (await get(`/v2/reports/${id}`, owner.headers)).json().data.status;

test("administrators alone are shown the page and the way to it, without scripts [O-71]", async () => {
  const ann = await signInBrowser(app, "ann@example.com");
  const link = 'href="/auth/administration"';
  expect((await get("/auth/account", ann)).body).not.toContain(link);
  expect((await get("/auth/account", root)).body).toContain(link);
  expect((await get("/auth/administration", ann)).statusCode).toBe(403);
  const away = await get("/auth/administration");
  expect([away.statusCode, away.headers.location]).toEqual([
    302,
    "/auth/sign-in?return_to=%2Fauth%2Fadministration",
  ]);
  const page = await get("/auth/administration", root);
  expect([page.statusCode, page.body.includes("<script")]).toEqual([200, false]);
});

test("a report is rejected with a reason by a form, and the page shows the act [O-71]", async () => {
  const id = await makeSubmittedReport(app, owner, { title: "A <b> report" });
  const page = await get("/auth/administration", root);
  expect(page.body).toContain("A &lt;b&gt; report");

  const refused = await submit(
    root,
    await actForm(app, root, `report ${id}`, { decision: "reject" }),
  );
  expect([refused.statusCode, refused.body]).toEqual([
    400,
    expect.stringContaining("The reason is missing or malformed"),
  ]);
  const fields = { decision: "reject", reason: "No <i> figures" };
  const done = await submit(root, await actForm(app, root, `report ${id}`, fields));

  expect([done.statusCode, done.headers.location]).toEqual([302, "/auth/administration"]);
  expect(await statusOf(id)).toBe("rejected");
  expect((await get("/auth/administration", root)).body).toContain("No &lt;i&gt; figures");
});

test("a form of another session, about something else, or of an account that is administrator no more does nothing", async () => {
  const id = await makeSubmittedReport(app, owner);
  const other = await makeSubmittedReport(app, owner);
  const form = await actForm(app, root, `report ${id}`, { decision: "verify" });
  const second = await openAdministratorBrowser(app, "second@example.com");
  const own = await actForm(app, second, `report ${id}`, { decision: "verify" });
  await app.database.pool.query(
    "update user_account set is_admin = false where email = 'second@example.com'",
  );
  const answers = [
    await submit(second, form),
    await submit(root, { ...form, id: `report ${other}` }),
    await submit(second, own),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
  expect([await statusOf(id), await statusOf(other)]).toEqual(["submitted", "submitted"]);
});

test("a second factor is asked for again before an act, and the way leads back [O-70] [O-71]", async () => {
  const guarded = await openAdministratorBrowser(app, "guarded@example.com");
  await turnOnTotp(app, guarded, at);
  const id = await makeSubmittedReport(app, owner);
  const form = await actForm(app, guarded, `report ${id}`, { decision: "verify" });
  at = new Date(at.getTime() + 601_000);

  const asked = await submit(guarded, form);

  const confirm = "/auth/confirm?return_to=%2Fauth%2Fadministration";
  expect([asked.statusCode, asked.headers.location]).toEqual([302, confirm]);
  expect(await statusOf(id)).toBe("submitted");
  const { body } = await get("/auth/administration", guarded);
  expect(body).toContain(confirm.replace("&", "&amp;"));
  expect(body).not.toContain('action="/auth/forms/administer"');
  const { payload } = await openForm(app, confirm, guarded, "/auth/forms/confirm");
  expect(payload.return_to).toBe("/auth/administration");
});
