import { beforeAll, describe, expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { signInBrowser } from "../../helpers/browser.ts";
import { makeCompany } from "../../helpers/make.ts";
import { makePerson } from "../../helpers/people.ts";
import { saveSkills } from "../../helpers/platform/hiring.ts";

const app = await testApp();
const html = { accept: "text/html" };
const ann = await signInBrowser(app, "ann@example.com");
const find = (search: string, headers = ann) =>
  app.get(`/people?${new URLSearchParams({ search })}`, { ...html, ...headers });

describe("the page of people", () => {
  beforeAll(async () => {
    const [open, hidden, blocked] = [
      await makePerson(app, "open@example.com"),
      await makePerson(app, "hidden@example.com"),
      await makePerson(app, "blocked@example.com"),
    ];
    const headline = `Engineer <script>alert(1)</script> "of" filings`;
    await saveSkills(app, open, [{ name: "Python", level: "expert" }, "Rust"], { headline });
    await saveSkills(app, hidden, ["Python"], { headline: "Hidden one", discoverable: false });
    await saveSkills(app, blocked, ["Python"], { headline: "Blocked one" });
    const { id } = await makePerson(app, "ann@example.com");
    const url = `/api/v1/users/me/blocks/${id}`;
    await app.send({ method: "PUT", url, headers: blocked.headers });
    await makeCompany(app.db, { name: "Python Holdings & Sons", slug: "python-holdings" });
  });

  test("without a question says how to ask, and finds nobody", async () => {
    for (const path of ["/people", "/people?search=+"]) {
      const { statusCode, body } = await app.get(path, { ...html, ...ann });
      expect([statusCode, body.includes("Enter skills or a title")]).toEqual([200, true]);
      expect(body).not.toContain('<ul class="listed">');
    }
  });

  test("finds who may be found, with skills and escaped, without an address, three times alike", async () => {
    const { statusCode, headers, body } = await find("python");
    expect([statusCode, headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(body).toContain("1 person, best first.");
    expect(body).toContain("Engineer &lt;script&gt;alert(1)&lt;/script&gt; &quot;of&quot; filings");
    expect(body).toContain("Python (expert) · Rust");
    expect(body).toContain('<a href="/companies/python-holdings">Python Holdings &amp; Sons</a>');
    expect(body).not.toMatch(/<script|Hidden one|Blocked one|open@example\.com/);
    await find("python");
    expect((await find("python")).body).toBe(body);
  });

  test("shows another reader what that one may see", async () => {
    const bob = await signInBrowser(app, "bob@example.com");
    const { body } = await find("python", bob);
    expect(body).toContain("2 people, best first.");
    expect(body).toContain("Blocked one");
    expect(body).not.toContain("Hidden one");
  });

  test("says what finds nobody, and keeps what was typed", async () => {
    const { statusCode, body } = await find(`nobody "><b>`);
    expect(statusCode).toBe(200);
    expect(body).toContain("No person matches.");
    expect(body).toContain('value="nobody &quot;&gt;&lt;b&gt;"');
    expect(body).not.toContain('"><b>');
  });

  test("answers what cannot be read by a sentence, with 400", async () => {
    const { statusCode, headers, body } = await find("\u0007");
    expect([statusCode, headers["content-type"]]).toEqual([400, "text/html; charset=utf-8"]);
    expect(body).toContain('<p role="alert">');
    expect((await find("x".repeat(600))).statusCode).toBe(400);
  });

  test("sends who is not signed in to sign in and back to the question", async () => {
    const { statusCode, headers } = await app.get("/people?search=python", html);
    expect([statusCode, headers.location]).toEqual([
      302,
      "/auth/sign-in?return_to=%2Fpeople%3Fsearch%3Dpython",
    ]);
    const query = new URLSearchParams({ return_to: "/people?search=python" });
    const there = await app.get(`/auth/account?${query}`, { ...html, ...ann });
    expect(there.headers.location).toBe("/people?search=python");
  });
});
