import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { notification } from "#schemas/tables/accounts/notification.ts";
import { testApp } from "../../helpers/app.ts";
import { signInBrowser } from "../../helpers/browser.ts";
import { makeCompany } from "../../helpers/make.ts";
import { makePerson } from "../../helpers/people.ts";
import { makeNotification } from "../notifications/make-notification.ts";
import { formsOf, sendForm } from "./form-of.ts";

const app = await testApp();
const html = { accept: "text/html" };
const [ann, bob] = [
  await signInBrowser(app, "ann@example.com"),
  await signInBrowser(app, "bob@example.com"),
];
const people = {
  ann: await makePerson(app, "ann@example.com"),
  bob: await makePerson(app, "bob@example.com"),
};
const path = "/notifications";
const company = await makeCompany(app.db, { name: "Corn & Sons", slug: "corn-sons" });

type Values = Partial<typeof notification.$inferInsert>;
let minute = 0;
const tell = (userId: string, values: Values = {}) => {
  minute += 1;
  const createdAt = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  return makeNotification(app, userId, { createdAt, ...values });
};
const read = async (headers: Record<string, string>, query = "") =>
  (await app.get(`${path}${query}`, { ...html, ...headers })).body;
const unreadOf = async (userId: string) =>
  (await app.db.select().from(notification).where(eq(notification.userId, userId)))
    .filter(({ readAt }) => readAt === null)
    .map(({ id }) => id)
    .sort();
const formAbout = async (headers: Record<string, string>, act: string, id: string) =>
  (await formsOf(app, headers, path, path)).find((one) => one.act === act && one.id === id) ?? {};

beforeEach(async () => {
  await app.db.delete(notification);
});

describe("the page of notifications", () => {
  test("shows the own ones, newest first, escaped, with the page of what each is about", async () => {
    const about = { entityId: company.id };
    const all: [Values, string, string | null][] = [
      [{ label: "<b>Old</b>" }, "Your report &lt;b&gt;Old&lt;/b&gt; was viewed", null],
      [
        { ...about, kind: "company_filings", state: "filed", subjectType: "filing", label: "10-K" },
        "Corn &amp; Sons has filed: 10-K",
        "/companies/corn-sons/filings",
      ],
      [
        { ...about, kind: "decisions", state: "granted", subjectType: "claim" },
        "Your claim of Corn &amp; Sons was granted",
        "/companies/corn-sons",
      ],
      [
        { ...about, kind: "follows", state: "approved", subjectType: "startup_follow" },
        "Corn &amp; Sons has approved your request",
        `/startups/${company.id}`,
      ],
      [
        {
          ...about,
          kind: "applications",
          state: "hired",
          subjectType: "application",
          label: "Job",
        },
        "Your application to Job at Corn &amp; Sons was successful",
        "/applications",
      ],
      [
        { kind: "security", state: "added", subjectType: "account", label: "passkey" },
        "A second factor of your account was added: passkey",
        "/auth/security",
      ],
    ];
    for (const [values] of all) await tell(people.ann.id, values);
    await tell(people.bob.id, { label: "Of Bob" });

    const { statusCode, headers, body } = await app.get(path, { ...html, ...ann });
    expect([statusCode, headers["cache-control"]]).toEqual([200, "no-store"]);
    const items = body.split('<ul class="listed">')[1]?.split("</li>") ?? [];
    expect(items.length - 1).toBe(all.length);
    for (const [at, [, title, place]] of all.toReversed().entries()) {
      const text = `<b>${title}</b>`;
      expect(items[at]).toContain(place === null ? text : `<a href="${place}">${text}</a>`);
    }
    expect(body).toContain("6 unread.");
    expect(body).not.toContain("Of Bob");
    expect(await read(ann)).toBe(body);
  });

  test("goes on behind the twentieth, and keeps the question for unread ones", async () => {
    for (let n = 0; n < 43; n += 1) {
      await tell(people.ann.id, {
        label: `No ${n}.`,
        readAt: n % 2 === 0 ? "2026-02-01T00:00:00Z" : null,
      });
    }
    const numbers = (body: string) =>
      [...body.matchAll(/report No (\d+)\. was viewed(?:<\/b>)?<br>/g)].map(([, n]) => Number(n));
    const older = (body: string) =>
      /href="\/notifications(\?[^"]*)">Older/.exec(body)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const first = await read(ann);
    const second = await read(ann, older(first));
    const third = await read(ann, older(second));
    const seen = [first, second, third].flatMap(numbers);
    expect(seen).toEqual(Array.from({ length: 43 }, (_, at) => 42 - at));
    expect(older(third)).toBe("");
    expect(third).toContain(`<a href="${path}">Newest</a>`);

    const unread = await read(ann, "?unread=true");
    expect([...numbers(unread), ...numbers(await read(ann, older(unread)))]).toEqual(
      Array.from({ length: 21 }, (_, at) => 41 - 2 * at),
    );
  });

  test("without any says what they will be, and without unread ones that", async () => {
    expect(await read(ann)).toContain("You have no notification yet.");
    await tell(people.ann.id, { readAt: "2026-02-01T00:00:00Z" });
    expect(await read(ann, "?unread=true")).toContain("No notification is unread.");
  });

  test("refuses a cursor and a question that it did not make", async () => {
    for (const query of ["?cursor=%22%3E%3Cb%3E", "?unread=maybe"]) {
      const { statusCode, headers, body } = await app.get(`${path}${query}`, { ...html, ...ann });
      expect([statusCode, headers["content-type"]]).toEqual([400, "text/html; charset=utf-8"]);
      expect(body).not.toContain('"><b>');
    }
  });

  test("sends who is not signed in to sign in and back", async () => {
    const { statusCode, headers } = await app.get(`${path}?unread=true`, html);
    expect([statusCode, headers.location]).toEqual([
      302,
      "/auth/sign-in?return_to=%2Fnotifications%3Funread%3Dtrue",
    ]);
  });

  test("is reached from the account", async () => {
    const { body } = await app.get("/auth/account", { ...html, ...ann });
    expect(body).toContain(`<a href="${path}">Notifications</a>`);
  });
});

describe("the forms of the page of notifications", () => {
  test("mark one as read and as unread again, and none of another person", async () => {
    const [first, second] = [await tell(people.ann.id), await tell(people.ann.id)];
    const others = await tell(people.bob.id);
    const form = await formAbout(ann, "read", first);
    for (const _ of [1, 2, 3]) {
      const { statusCode, headers } = await sendForm(app, path, ann, form);
      expect([statusCode, headers.location]).toEqual([302, path]);
      expect(await unreadOf(people.ann.id)).toEqual([second]);
    }
    expect(await unreadOf(people.bob.id)).toEqual([others]);
    await sendForm(app, path, ann, await formAbout(ann, "unread", first));
    expect(await unreadOf(people.ann.id)).toEqual([first, second].sort());
  });

  test("mark all that were shown, not one that came later, and come back to the same question", async () => {
    await tell(people.ann.id);
    const newest = await tell(people.ann.id);
    const others = await tell(people.bob.id);
    const at = `${path}?unread=true`;
    const form = (await formsOf(app, ann, at, at)).find(({ act }) => act === "all") ?? {};
    expect(form.id).toBe(newest);
    const later = await tell(people.ann.id);
    const { statusCode, headers } = await sendForm(app, at, ann, form);
    expect([statusCode, headers.location]).toEqual([302, at]);
    expect(await unreadOf(people.ann.id)).toEqual([later]);
    expect(await unreadOf(people.bob.id)).toEqual([others]);
  });

  test("are taken from the session alone that was shown them", async () => {
    const own = await tell(people.ann.id);
    const others = await tell(people.bob.id);
    const form = await formAbout(ann, "read", own);
    const tries = [
      await sendForm(app, path, bob, form),
      await sendForm(app, path, ann, { ...form, id: others }),
      await sendForm(app, path, ann, { ...form, act: "all" }),
      await sendForm(app, path, ann, { act: "read", id: own }),
    ];
    for (const { statusCode, body } of tries) {
      expect([statusCode, body.includes("This form has expired")]).toEqual([403, true]);
    }
    const out = await sendForm(app, path, {}, form);
    expect(out.headers.location).toBe("/auth/sign-in?return_to=%2Fnotifications");
    expect(await unreadOf(people.ann.id)).toEqual([own]);
    expect(await unreadOf(people.bob.id)).toEqual([others]);
  });

  test("say 404 for one that is gone", async () => {
    const own = await tell(people.ann.id);
    const form = await formAbout(ann, "read", own);
    await app.db.delete(notification).where(eq(notification.id, own));
    const { statusCode, body } = await sendForm(app, path, ann, form);
    expect([statusCode, body.includes('<p role="alert">Notification not found</p>')]).toEqual([
      404,
      true,
    ]);
  });
});
