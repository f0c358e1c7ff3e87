import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { signInBrowser } from "../../helpers/browser.ts";
import { makePerson } from "../../helpers/people.ts";
import { makeApplication, makeHirer, makeRole } from "../../helpers/platform/hiring.ts";
import { formOf, sendForm } from "./form-of.ts";

const app = await testApp();
const html = { accept: "text/html" };
const browsers = {
  ann: await signInBrowser(app, "ann@example.com"),
  bob: await signInBrowser(app, "bob@example.com"),
  carol: await signInBrowser(app, "carol@example.com"),
};
const { ann, bob, carol } = browsers;
const people = {
  ann: await makePerson(app, "ann@example.com"),
  bob: await makePerson(app, "bob@example.com"),
};
const acme = await makeHirer(app);
const newRole = (status: "published" | "closed" = "published", values: object = {}) =>
  makeRole(app, { entityId: acme.entityId, by: acme.owner, status, values });
const { roleId } = await newRole("published", { title: "Engineer <i>of</i> filings" });
const path = `/roles/${roleId}`;

const page = async (url: string, headers: Record<string, string>) =>
  (await app.get(url, { ...html, ...headers })).body;
const applyForm = (headers: Record<string, string>, at = path) =>
  formOf(app, headers, at, `${at}#apply`);
const stored = async () =>
  (
    await app.db.execute(
      sql`select id, applicant_id, status, cover_letter, answers from hiring_application order by id`,
    )
  ).rows;

const letter = `Dear <script>alert("team")</script>,\r\n\r\nI read filings.`;

describe("applying on the page of a role", () => {
  test("sends letter, answers and items, and then shows the application", async () => {
    const item = await app.send({
      ...{ method: "POST", url: "/api/v1/hiring/portfolio-items", headers: people.ann.headers },
      payload: { kind: "link", title: 'A "parser"', url: "https://example.com/parser" },
    });
    const itemId = item.json().data.id;
    const before = await page(path, ann);
    expect(before).toContain(
      `name="portfolioItem" value="${itemId}"> A &quot;parser&quot;</label>`,
    );
    expect(await page(path, bob)).not.toContain("portfolioItem");

    const form = await applyForm(ann);
    const sent = {
      ...form,
      coverLetter: letter,
      answer: ["By its number."],
      portfolioItem: itemId,
    };
    const { statusCode, headers } = await sendForm(app, path, ann, sent);
    expect([statusCode, headers.location]).toEqual([302, path]);

    const { data } = (await app.get("/api/v1/hiring/applications", people.ann.headers)).json();
    expect(data[0].coverLetter).toBe(letter.replaceAll("\r\n", "\n"));
    expect(data[0].portfolioItemIds).toEqual([itemId]);
    expect(data[0].answers).toEqual([
      {
        problemSpecId: "p1",
        prompt: "How would you find a lost filing?",
        content: "By its number.",
      },
    ]);
    const [first, , third] = [await page(path, ann), await page(path, ann), await page(path, ann)];
    expect(first).toContain("State: submitted.");
    expect(first).not.toContain('name="coverLetter"');
    expect(third).toBe(first);
    expect(await page(path, bob)).toContain('name="coverLetter"');
  });

  test("a second time is refused with 409 on the page, and changes nothing", async () => {
    const before = await stored();
    const form = await applyForm(bob);
    await sendForm(app, path, bob, { ...form, coverLetter: "Once" });
    const { statusCode, body } = await sendForm(app, path, bob, { ...form, coverLetter: "Twice" });
    expect(statusCode).toBe(409);
    expect(body).toContain('<p role="alert">You have already applied to this role (duplicate)</p>');
    const after = await stored();
    expect(after.length).toBe(before.length + 1);
    expect(JSON.stringify(after)).not.toContain("Twice");
    for (const row of before) expect(after).toContainEqual(row);
  });

  test.each([
    [{ coverLetter: "x".repeat(20_001) }, "Cover letter: Too long"],
    [{ answer: ["y".repeat(20_001)] }, "An answer: Too long"],
    [{ problem: ["nobody"], answer: ["An answer"] }, "The role has no problem nobody"],
    [{ portfolioItem: ["00000000-0000-4000-8000-000000000001"] }, "You have no portfolio item"],
    [{ portfolioItem: ["'"] }, "Portfolio items: "],
  ])(
    "a fault (case %#) is a sentence beside the form, which keeps what was typed",
    async (fault, sentence) => {
      const before = await stored();
      const form = await applyForm(carol);
      const sent = {
        ...form,
        coverLetter: `Kept </textarea><script>`,
        answer: "Kept answer",
        ...fault,
      };
      const { statusCode, body } = await sendForm(app, path, carol, sent);
      expect(statusCode).toBe(400);
      expect(body).toContain(`<p role="alert">${sentence}`);
      expect(body).not.toContain("</textarea><script>");
      if (!("coverLetter" in fault)) expect(body).toContain("Kept &lt;/textarea&gt;&lt;script&gt;");
      if (!("answer" in fault)) expect(body).toContain(">Kept answer</textarea>");
      expect(await stored()).toEqual(before);
    },
  );

  test("a page with the token of a form is not compressed, a page without one is", async () => {
    const packed = async (url: string) =>
      (await app.get(url, { ...html, ...carol, "accept-encoding": "gzip" })).headers[
        "content-encoding"
      ];
    expect([await packed(path), await packed("/roles")]).toEqual([undefined, "gzip"]);
  });

  test("no form of another person, role or page is taken, and none without its protection", async () => {
    const before = await stored();
    const other = `/roles/${(await newRole()).roleId}`;
    const form = await applyForm(carol);
    const tries = [
      await sendForm(app, path, carol, { ...form, form_token: "" }),
      await sendForm(app, path, carol, { coverLetter: "Mine" }),
      await sendForm(app, path, carol, await applyForm(ann, other)),
      await sendForm(app, other, carol, form),
    ];
    for (const { statusCode, headers, body } of tries) {
      expect(statusCode).toBe(403);
      expect(headers["content-type"]).toContain("text/html");
      expect(body).toContain("This form has expired: reload the page and try again");
    }
    const out = await sendForm(app, path, {}, form);
    expect([out.statusCode, out.headers.location]).toEqual([
      302,
      `/auth/sign-in?return_to=${encodeURIComponent(path)}`,
    ]);
    expect(await stored()).toEqual(before);
  });

  test("a closed role has no form, and one that closes meanwhile says so with 409", async () => {
    const closed = `/roles/${(await newRole("closed")).roleId}`;
    expect(await page(closed, carol)).not.toContain("form_token");
    const { roleId: id } = await newRole();
    const form = await applyForm(carol, `/roles/${id}`);
    await app.send({
      ...{ method: "POST", url: `/api/v1/entities/${acme.entityId}/hiring/roles/${id}/close` },
      headers: acme.owner.headers,
    });
    const { statusCode, body } = await sendForm(app, `/roles/${id}`, carol, form);
    expect([
      statusCode,
      body.includes("Role is closed; only a published role takes applications"),
    ]).toEqual([409, true]);
  });

  test("a role that one may not see is 404 for its form, too", async () => {
    const form = await applyForm(carol);
    const { roleId: hidden } = await newRole("published", { visibility: "private" });
    const { statusCode, headers, body } = await sendForm(app, `/roles/${hidden}`, carol, form);
    expect([statusCode, headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect(body).toContain("Role not found");
  });
});

describe("the page of own applications", () => {
  let own = "";
  let others = "";
  beforeAll(async () => {
    const { roleId: quiet } = await newRole("published", { title: "Quiet work" });
    own = await makeApplication(app, { roleId: quiet, by: people.ann });
    others = await makeApplication(app, { roleId: quiet, by: people.bob });
  });

  const withdrawal = async (headers: Record<string, string>, id: string) => {
    const body = await page("/applications", headers);
    const part = body.split('<form class="act"').find((one) => one.includes(`value="${id}"`)) ?? "";
    const field = (name: string) =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(part)?.[1] ?? "";
    return { id, form_token: field("form_token") };
  };
  const states = async () =>
    Object.fromEntries((await stored()).map(({ id, status }) => [id, status]));

  test("sends who is not signed in to sign in and back, with the question", async () => {
    const { statusCode, headers } = await app.get("/applications?status=hired", html);
    expect([statusCode, headers.location]).toEqual([
      302,
      "/auth/sign-in?return_to=%2Fapplications%3Fstatus%3Dhired",
    ]);
  });

  test("shows the own ones alone, and is kept by no cache", async () => {
    const { headers, body } = await app.get("/applications", { ...html, ...ann });
    expect(headers["cache-control"]).toBe("no-store");
    expect(body.match(/<li><a href="\/roles\//g)?.length).toBe(2);
    expect(body).toContain("Engineer &lt;i&gt;of&lt;/i&gt; filings");
    expect(body).toContain(own);
    expect(body).not.toContain(others);
    expect(await page("/applications", carol)).toContain("You have not applied to a role yet.");
  });

  test("withdraws one's own, once or again, and leaves the neighbour's", async () => {
    const before = await states();
    const form = await withdrawal(ann, own);
    for (const _ of [1, 2, 3]) {
      const { statusCode, headers } = await sendForm(app, "/applications", ann, form);
      expect([statusCode, headers.location]).toEqual([302, "/applications"]);
    }
    expect(await states()).toEqual({ ...before, [own]: "withdrawn" });
    const body = await page("/applications", ann);
    expect(body).toContain("<b>Withdrawn</b>");
    expect(body).not.toContain(`value="${own}"`);
  });

  test("withdraws none of another person, and none without its protection", async () => {
    const before = await states();
    const form = await withdrawal(bob, others);
    expect(form.form_token).not.toBe("");
    const byAnn = await sendForm(app, "/applications", ann, form);
    expect([byAnn.statusCode, byAnn.body.includes("Application not found")]).toEqual([404, true]);
    const bare = await sendForm(app, "/applications", bob, { id: others });
    expect(bare.statusCode).toBe(403);
    const changed = await sendForm(app, "/applications", bob, { ...form, id: own });
    expect(changed.statusCode).toBe(404);
    expect(await states()).toEqual(before);
  });

  test("an application that was decided meanwhile says so with 409", async () => {
    const form = await withdrawal(bob, others);
    const url = `/api/v1/entities/${acme.entityId}/hiring/applications/${others}/status`;
    for (const status of ["reviewing", "evaluated", "rejected"]) {
      await app.send({ method: "PUT", url, headers: acme.owner.headers, payload: { status } });
    }
    const { statusCode, body } = await sendForm(app, "/applications", bob, form);
    expect(statusCode).toBe(409);
    expect(body).toMatch(/<p role="alert">Application is rejected/);
    expect(body).toContain("<b>Declined</b>");
  });

  test("shows one state, and says what is none", async () => {
    const withdrawn = await page("/applications?status=withdrawn", ann);
    expect(withdrawn.match(/<li><a href="\/roles\//g)?.length).toBe(1);
    expect(await page("/applications?status=hired", ann)).toContain(
      "No applications have this status.",
    );
    const { statusCode, body } = await app.get("/applications?status=%22lost", { ...html, ...ann });
    expect(statusCode).toBe(400);
    expect(body).toContain('<p role="alert">State: ');
  });
});
