import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import {
  mailedToken,
  refreshToken,
  session,
  userAccount,
} from "#schemas/tables/accounts/account.ts";
import { testApp } from "../../helpers/app.ts";
import { tokenIn } from "../../helpers/browser.ts";
import { makeUser } from "../../helpers/make.ts";
import { rounds } from "../../helpers/races.ts";

let at = new Date("2026-03-04T12:00:00Z");
const later = (seconds: number) => {
  at = new Date(at.getTime() + seconds * 1000);
};
const { db, get, send, mails, logged } = await testApp({ now: () => at });
const password = "correct horse battery";
const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  send({ method: "POST", url: `/auth/${path}`, payload, headers });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const statusOf = async (token: string) => (await get("/api/v1/api-keys", bearer(token))).statusCode;

let people = 0;
/** A new person with a confirmed address. */
async function person(): Promise<{ email: string }> {
  people += 1;
  const email = `person-${people}@example.com`;
  await post("register", { email, password });
  await post("verify-email", { token: tokenIn(mails.at(-1)?.text) });
  return { email };
}
const signedIn = async (email: string) => {
  const answer = await post("sign-in", { email, password });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data as { accessToken: string; refreshToken: string };
};

describe("registering", () => {
  test("an address is mailed a link, confirmed once, and signs in from then on [AUT-37] [O-05]", async () => {
    const answer = await post("register", { email: " Ann@Example.com", password, name: "Ann" });
    const registered = answer.json().data;
    const early = await post("sign-in", { email: "ann@example.com", password });
    const mail = mails.at(-1);
    const token = tokenIn(mail?.text);

    expect(answer.statusCode).toBe(201);
    expect(registered).toMatchObject({ email: "ann@example.com", emailVerified: false });
    expect(early.statusCode).toBe(403);
    expect(mail).toMatchObject({ to: "ann@example.com" });
    expect((await post("verify-email", { token })).json().data).toEqual({
      email: "ann@example.com",
      emailVerified: true,
    });
    expect((await post("verify-email", { token })).statusCode).toBe(400);
    const signIn = await post("sign-in", { email: "ANN@example.com ", password });
    expect(signIn.json().data).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.stringMatching(/^[\w-]{43}$/),
      tokenType: "Bearer",
      expiresIn: 3600,
      refreshExpiresAt: "2026-04-03T12:00:00.000Z",
      user: { id: expect.any(String), email: "ann@example.com", name: "Ann" },
    });
    expect(await statusOf(signIn.json().data.accessToken)).toBe(200);
  });

  test("a known address gets the same answer, and its owner the mail", async () => {
    const { email } = await person();
    const before = mails.length;

    const known = await post("register", { email, password: "another good one" });
    const fresh = await post("register", { email: "fresh@example.com", password });

    expect([known.statusCode, fresh.statusCode]).toEqual([201, 201]);
    const shown = (body: string) =>
      body.replace(/"(email|timestamp)":"[^"]+"/g, "").replace(email, "");
    expect(shown(known.body)).toBe(shown(fresh.body));
    expect(mails.slice(before).map(({ to, subject }) => [to, subject])).toEqual([
      [email, "You already have an account"],
      ["fresh@example.com", "Confirm your email address"],
    ]);
    expect((await post("sign-in", { email, password: "another good one" })).statusCode).toBe(401);
  });

  test("nobody can register as administrator, confirmed or with an id of their choice", async () => {
    const id = "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11";
    const more = { isAdmin: true, status: "active", emailVerifiedAt: at.toISOString(), id };
    await post("register", { email: "mallory@example.com", password, ...more });

    const [row] = await db.select().from(userAccount).where(sql`email = 'mallory@example.com'`);

    expect(row).toMatchObject({ isAdmin: false, emailVerifiedAt: null });
    expect(row?.id).not.toBe(id);
  });

  test.each([
    [{ email: "no-address", password }],
    [{ email: "a@b", password }],
    [{ email: `${"x".repeat(250)}@example.com`, password }],
    [{ email: "a@example.com", password: "short" }],
    [{ email: "a@example.com", password: 1234567890 }],
    [{ email: "a@example.com", password: "x".repeat(201) }],
    [{ email: "a@example.com", password, name: "a\u202eb" }],
    [{ email: "a@example.com" }],
    [{ password }],
  ])("%j is refused", async (body) => {
    const answer = await post("register", body);

    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.traceId).toBe(answer.headers["x-request-id"]);
  });

  test("a link is good for its purpose and its time only", async () => {
    await post("register", { email: "late@example.com", password });
    const token = tokenIn(mails.at(-1)?.text);

    expect((await post("reset-password", { token, password })).statusCode).toBe(400);
    later(86_400);
    expect((await post("verify-email", { token })).statusCode).toBe(400);
    expect((await post("request-verification", { email: "late@example.com" })).statusCode).toBe(
      200,
    );
    expect((await post("verify-email", { token: tokenIn(mails.at(-1)?.text) })).statusCode).toBe(
      200,
    );
  });

  test("an address is mailed five times an hour at most, without telling", async () => {
    const { email } = await person();
    const before = mails.length;

    for (let n = 0; n < 8; n += 1) {
      expect((await post("request-password-reset", { email })).statusCode).toBe(200);
    }

    expect(mails.length - before).toBe(4);
  });

  test("unknown addresses get the same answers and no mail", async () => {
    const before = mails.length;
    const { email } = await person();
    mails.length = before;
    for (const path of ["request-password-reset", "request-verification"]) {
      const known = await post(path, { email });
      const unknown = await post(path, { email: "nobody@example.com" });
      expect(unknown.statusCode).toBe(200);
      expect(unknown.json().data).toEqual(known.json().data);
    }
    expect(mails.slice(before).map(({ to }) => to)).toEqual([email]);
  });
});

describe("signing in", () => {
  test("a wrong password, an unknown address, an account without password and a suspended one look the same [AUT-08]", async () => {
    const { email } = await person();
    const suspended = await person();
    await db.execute(
      sql`update user_account set status = 'suspended' where email = ${suspended.email}`,
    );
    const bare = await makeUser(db);
    const answers = [
      await post("sign-in", { email, password: "wrong" }),
      await post("sign-in", { email: "nobody@example.com", password }),
      await post("sign-in", { email: bare.email, password }),
      await post("sign-in", { email: suspended.email, password }),
      await post("sign-in", { email: "' or 1=1 --", password }),
    ];

    const bodies = answers.map(({ body }) => body.replace(/"traceId":"[^"]+"/, ""));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401]);
    expect(new Set(bodies).size).toBe(1);
    expect(answers[0]?.json().error.code).toBe("UNAUTHORIZED");
  });

  test("after ten wrong guesses a minute only that address must wait, even with the right password [O-11]", async () => {
    const { email } = await person();
    const guess = (given: string, remoteAddress = "10.0.0.1", who = email) =>
      send({
        method: "POST",
        url: "/auth/sign-in",
        payload: { email: who, password: given },
        remoteAddress,
      });
    const statuses = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await guess("wrong")).statusCode);
    const unknown = [];
    for (let n = 0; n < 11; n += 1) {
      unknown.push((await guess("wrong", "10.0.0.1", "nobody-here@example.com")).statusCode);
    }

    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    expect(unknown).toEqual(statuses);
    const locked = await guess(password);
    expect(locked.statusCode).toBe(429);
    expect(Number(locked.headers["retry-after"])).toBeGreaterThan(0);
    expect((await guess(password, "10.0.0.2")).statusCode).toBe(200);
    later(60);
    expect((await guess(password)).statusCode).toBe(200);
  });

  test("guesses at one moment are bounded too, and right ones are none", async () => {
    const { email } = await person();
    for (let n = 0; n < 15; n += 1) await signedIn(email);

    const wrong = await Promise.all(
      Array.from({ length: 16 }, () => post("sign-in", { email, password: "wrong" })),
    );

    const statuses = wrong.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(6);
  });

  test("passwords are stored as argon2id only, tokens and links as digests", async () => {
    const { email } = await person();
    const { refreshToken: refresh } = await signedIn(email);
    await post("request-password-reset", { email });
    const link = tokenIn(mails.at(-1)?.text);

    const stored = JSON.stringify([
      await db.select().from(userAccount),
      await db.select().from(session),
      await db.select().from(refreshToken),
      await db.select().from(mailedToken),
    ]);

    expect(stored).toContain("$argon2id$v=19$m=19456,t=2,p=1$");
    for (const secret of [password, refresh, link]) expect(stored).not.toContain(secret);
    expect(JSON.stringify(logged)).not.toMatch(new RegExp(`${password}|${refresh}|${link}|eyJ`));
  });
});

describe("refreshing", () => {
  test("each refresh token works once and gives the next; access tokens live an hour [AUT-35] [O-03]", async () => {
    const first = await signedIn((await person()).email);
    later(3600);
    expect(await statusOf(first.accessToken)).toBe(401);

    const second = (await post("refresh", { refreshToken: first.refreshToken })).json().data;

    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(await statusOf(second.accessToken)).toBe(200);
    const third = await post("refresh", { refreshToken: second.refreshToken });
    expect(third.statusCode).toBe(200);
  });

  test("a refresh token that comes twice ends the whole session at once", async () => {
    const first = await signedIn((await person()).email);
    const second = (await post("refresh", { refreshToken: first.refreshToken })).json().data;
    expect(await statusOf(second.accessToken)).toBe(200);

    const replay = await post("refresh", { refreshToken: first.refreshToken });

    expect(replay.statusCode).toBe(401);
    expect(replay.json().error.code).toBe("UNAUTHORIZED");
    expect(await statusOf(second.accessToken)).toBe(401);
    expect(await statusOf(first.accessToken)).toBe(401);
    expect((await post("refresh", { refreshToken: second.refreshToken })).statusCode).toBe(401);
  });

  test("thirty days after signing in it is over, however often it was refreshed [AUT-35] [O-03]", async () => {
    let { refreshToken: token } = await signedIn((await person()).email);
    later(29 * 86_400);
    const answer = await post("refresh", { refreshToken: token });
    expect(answer.json().data.refreshExpiresAt).toBe(new Date(+at + 86_400_000).toISOString());
    token = answer.json().data.refreshToken;

    later(86_400);

    expect((await post("refresh", { refreshToken: token })).statusCode).toBe(401);
  });

  test("lifetimes are settings [AUT-35] [O-03]", async () => {
    const short = await testApp({
      now: () => at,
      tokens: { accessSeconds: 10, refreshSeconds: 20, codeSeconds: 5, isPlainPkceAllowed: true },
    });
    const ask = (path: string, payload: object) =>
      short.send({ method: "POST", url: `/auth/${path}`, payload });
    await ask("register", { email: "short@example.com", password });
    await ask("verify-email", { token: tokenIn(short.mails.at(-1)?.text) });
    const { data } = (await ask("sign-in", { email: "short@example.com", password })).json();
    const alive = async () =>
      (await short.get("/api/v1/api-keys", bearer(data.accessToken))).statusCode;

    expect(data.expiresIn).toBe(10);
    expect(await alive()).toBe(200);
    later(10);
    expect(await alive()).toBe(401);
    later(10);
    expect((await ask("refresh", { refreshToken: data.refreshToken })).statusCode).toBe(401);
  });

  test("an access token is no refresh token, and the other way round [AUT-08]", async () => {
    const { accessToken, refreshToken: refresh } = await signedIn((await person()).email);

    expect((await post("refresh", { refreshToken: accessToken.slice(0, 200) })).statusCode).toBe(
      401,
    );
    expect(await statusOf(refresh)).toBe(401);
  });
});

describe("ending", () => {
  test("signing out ends access and refresh tokens at once, by either of them", async () => {
    const { email } = await person();
    const one = await signedIn(email);
    const two = await signedIn(email);
    const three = await signedIn(email);
    for (const { accessToken } of [one, two, three]) expect(await statusOf(accessToken)).toBe(200);

    const byAccess = await post("sign-out", {}, bearer(one.accessToken));
    const byRefresh = await post("sign-out", { refreshToken: two.refreshToken });

    expect([byAccess.statusCode, byRefresh.statusCode]).toEqual([200, 200]);
    expect(await statusOf(one.accessToken)).toBe(401);
    expect(await statusOf(two.accessToken)).toBe(401);
    expect(await statusOf(three.accessToken)).toBe(200);
    for (const { refreshToken: token } of [one, two]) {
      expect((await post("refresh", { refreshToken: token })).statusCode).toBe(401);
    }
    expect((await post("sign-out", {})).statusCode).toBe(401);
    expect((await post("sign-out", { refreshToken: "unknown" })).statusCode).toBe(200);
  });

  test("a suspended account is refused within a second, and cannot refresh [AUT-08]", async () => {
    const { email } = await person();
    const { accessToken, refreshToken: token } = await signedIn(email);
    expect(await statusOf(accessToken)).toBe(200);

    await db.execute(sql`update user_account set status = 'suspended' where email = ${email}`);
    later(1);

    expect(await statusOf(accessToken)).toBe(401);
    expect((await post("refresh", { refreshToken: token })).statusCode).toBe(401);
  });

  test("a new password signs everything out and works from then on; the link works once", async () => {
    const { email } = await person();
    const { accessToken, refreshToken: token } = await signedIn(email);
    await post("request-password-reset", { email });
    const other = tokenIn(mails.at(-1)?.text);
    await post("request-password-reset", { email });
    const link = tokenIn(mails.at(-1)?.text);
    const next = "an even better one";

    expect((await post("reset-password", { token: link, password: next })).statusCode).toBe(200);

    expect(await statusOf(accessToken)).toBe(401);
    expect((await post("refresh", { refreshToken: token })).statusCode).toBe(401);
    expect((await post("sign-in", { email, password })).statusCode).toBe(401);
    expect((await post("sign-in", { email, password: next })).statusCode).toBe(200);
    for (const spent of [link, other]) {
      const again = await post("reset-password", { token: spent, password });
      expect(again.statusCode).toBe(400);
    }
  });
});

test("with a configured issuer none of it exists but the page that names the issuer, in the description too [AUT-37] [O-05]", async () => {
  const auth = {
    issuer: "https://id.example.com/",
    audience: "a",
    jwksUrl: "http://127.0.0.1:1/jwks",
    algorithms: ["RS256"],
  };
  const external = await testApp({ auth, now: () => at });

  for (const path of ["register", "sign-in", "refresh", "sign-out", "reset-password"]) {
    const answer = await external.send({ method: "POST", url: `/auth/${path}`, payload: {} });
    expect(answer.statusCode).toBe(404);
    expect(answer.json().error.code).toBe("NOT_FOUND");
  }
  const { paths } = (await external.get("/api/openapi")).json();
  expect(Object.keys(paths).filter((path) => path.startsWith("/auth/"))).toEqual(["/auth/account"]);
});

test(`16 clients refresh with one token: one of them gets the next pair, in each of ${rounds} rounds`, async () => {
  const { email } = await person();
  const [account] = await db.select().from(userAccount).where(sql`email = ${email}`);
  const { start } = await import("#api/auth/sessions.ts");
  for (let round = 0; round < rounds; round += 1) {
    const { refreshToken: token } = await start(db, {
      userId: account?.id ?? "",
      kind: "token",
      applicationId: null,
      scopes: [],
      startedAt: at,
      lifetimeSeconds: 1000,
    });
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => post("refresh", { refreshToken: token })),
    );
    const won = answers.filter(({ statusCode }) => statusCode === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(15);
    // The others held a copy: nobody can say who stole it, so the session is over.
    expect(await statusOf(won[0]?.json().data.accessToken)).toBe(401);
  }
}, 180_000);
