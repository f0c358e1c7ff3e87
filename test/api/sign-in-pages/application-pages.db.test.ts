import { describe, expect, test } from "vitest";
import { formToken } from "#api/auth/browser.ts";
import { testApp } from "../../helpers/app.ts";
import { cookiesOf, openForm, tokenIn } from "../../helpers/browser.ts";

const app = await testApp();
const { get, send, signIn, mails } = app;
const password = "correct horse battery";
const callback = "https://app.example.com/callback";
const pageUrl = "/auth/applications";
type Headers = Record<string, string>;

const submit = (form: string, payload: object, headers: Headers) =>
  send({ method: "POST", url: `/auth/forms/${form}`, payload, headers });

let people = 0;
/** A browser that a new person signed in with. */
async function browser(query = "") {
  people += 1;
  const email = `pages-${people}@example.com`;
  const post = (path: string, payload: object) =>
    send({ method: "POST", url: `/auth/${path}`, payload });
  await post("register", { email, password });
  await post("verify-email", { token: tokenIn(mails.at(-1)?.text) });
  const { headers, payload } = await openForm(app, `/auth/sign-in${query}`);
  const answer = await submit("sign-in", { ...payload, email, password }, headers);
  const cookie = cookiesOf(answer.headers["set-cookie"], headers.cookie);
  return { email, answer, headers: { cookie }, secret: /session=([\w-]+)/.exec(cookie)?.[1] ?? "" };
}

/** An application of an account, with its first secret. */
async function register(email: string, name = "Viewer") {
  const made = await send({
    method: "POST",
    url: "/v1/oauth.registerApplication",
    headers: await signIn(email),
    payload: { name, redirectUris: [callback], requirePkce: false },
  });
  const { application, clientSecret } = made.json().result.data.data;
  return { ...application, clientSecret } as Record<"id" | "clientId" | "clientSecret", string>;
}

type Registered = Awaited<ReturnType<typeof register>>;

/** Agrees on the consent page, and exchanges the code. */
async function letIn({ clientId, clientSecret }: Registered, headers: Headers) {
  const parameters = {
    client_id: clientId,
    redirect_uri: callback,
    response_type: "code",
    scope: "read",
    state: "s",
  };
  const { payload } = await openForm(
    app,
    `/v1/oauth/authorize?${new URLSearchParams(parameters)}`,
    headers,
  );
  const agreed = await send({
    method: "POST",
    url: "/v1/oauth/authorize",
    payload: { ...payload, decision: "allow" },
    headers,
  });
  const code = new URL(String(agreed.headers.location)).searchParams.get("code");
  const answer = await exchange(clientId, clientSecret, { code, redirect_uri: callback });
  return answer.json() as { access_token: string; refresh_token: string };
}

const exchange = (client_id: string, client_secret: string, more: object) =>
  send({
    method: "POST",
    url: "/v1/oauth/token",
    payload: { grant_type: "authorization_code", client_id, client_secret, ...more },
  });
const formOf = async (form: string, headers: Headers) =>
  (await openForm(app, pageUrl, headers, `/auth/forms/${form}`)).payload;
const statusOf = async (token: string) =>
  (await get("/api/v1/users/me", { authorization: `Bearer ${token}` })).statusCode;

test("nobody signed in is sent to sign in and comes back to the page", async () => {
  const away = await get(pageUrl);
  expect(away.statusCode).toBe(302);
  const to = String(away.headers.location);
  expect(to).toBe("/auth/sign-in?return_to=%2Fauth%2Fapplications");

  const { answer } = await browser(to.slice(to.indexOf("?")));

  expect([answer.statusCode, answer.headers.location]).toEqual([302, pageUrl]);
});

test("the page is reached from the page of who is signed in, has no script, and escapes names", async () => {
  const { email, headers } = await browser();
  await register(email, `<script>alert("x")</script>`);
  const signedIn = await get("/auth/sign-in", headers);
  const shown = await get(pageUrl, headers);

  expect(signedIn.body).toContain(`href="${pageUrl}"`);
  expect(shown.body).toContain("&lt;script&gt;");
  expect(shown.body).not.toContain("<script");
  expect(shown.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(shown.headers["cache-control"]).toMatch(/no-store|private/);
});

test("a person sees what they let an application do, and withdraws it: its tokens end at once", async () => {
  const owner = await browser();
  const person = await browser();
  const application = await register(owner.email, "Reader of tests");
  const tokens = await letIn(application, person.headers);
  expect(await statusOf(tokens.access_token)).toBe(200);
  expect((await get(pageUrl, person.headers)).body).toContain("Reader of tests");

  const fields = await formOf("withdraw-grant", person.headers);
  const answer = await submit("withdraw-grant", fields, person.headers);

  expect([answer.statusCode, answer.headers.location]).toEqual([302, pageUrl]);
  expect(await statusOf(tokens.access_token)).toBe(401);
  const refreshed = await exchange(application.clientId, application.clientSecret, {
    grant_type: "refresh_token",
    refresh_token: tokens.refresh_token,
  });
  expect(refreshed.statusCode).toBe(400);
  const after = await get(pageUrl, person.headers);
  expect(after.body).not.toContain("Reader of tests");
  const again = await submit("withdraw-grant", fields, person.headers);
  expect(again.statusCode).toBe(404);
  expect(again.body).toContain('role="alert"');
});

test("the owner gives an application a new secret, shown once; the one before is refused", async () => {
  const { email, headers } = await browser();
  const { clientId, clientSecret } = await register(email);
  const answer = await submit("rotate-secret", await formOf("rotate-secret", headers), headers);
  const [, secret = ""] = /Secret: <code>([^<]+)</.exec(answer.body) ?? [];

  expect(answer.statusCode).toBe(200);
  expect(secret).not.toBe(clientSecret);
  expect((await get(pageUrl, headers)).body).not.toContain(secret);
  const errorOf = async (given: string) => {
    const code = { code: "unknown", redirect_uri: callback };
    return (await exchange(clientId, given, code)).json().error;
  };
  expect(await errorOf(clientSecret)).toBe("invalid_client");
  expect(await errorOf(secret)).toBe("invalid_grant");
});

test("the owner deletes an application with a ticked box, not without it", async () => {
  const { email, headers } = await browser();
  const application = await register(email, "To be deleted");
  const { access_token: token } = await letIn(application, headers);
  const fields = await formOf("delete-application", headers);

  const unticked = await submit("delete-application", fields, headers);
  expect(unticked.statusCode).toBe(400);
  expect(unticked.body).toContain("Select the checkbox");
  expect(await statusOf(token)).toBe(200);

  const deleted = await submit("delete-application", { ...fields, confirm: "yes" }, headers);
  expect([deleted.statusCode, deleted.headers.location]).toEqual([302, pageUrl]);
  expect(await statusOf(token)).toBe(401);
  expect((await get(pageUrl, headers)).body).not.toContain("To be deleted");
});

describe("a form is taken only", async () => {
  const mine = await browser();
  const other = await browser();
  const application = await register(mine.email, "Kept");
  const second = await register(mine.email, "Second");
  const { access_token: token } = await letIn(application, mine.headers);
  const forms = ["withdraw-grant", "rotate-secret", "delete-application"];

  test.each(forms)(
    "from the session and for the application it was shown for: %s [CSRF]",
    async (form) => {
      const fields = { ...(await formOf(form, mine.headers)), confirm: "yes" };
      const tokenOf = (secret: string, name: string, id: string) => ({
        form_token: formToken(secret, [name, id]),
      });
      const tries: [object, Headers][] = [
        [fields, {}],
        [fields, other.headers],
        [{ ...fields, form_token: "guess" }, mine.headers],
        [
          { ...fields, ...tokenOf(mine.secret, form, second.id), application_id: application.id },
          mine.headers,
        ],
        [{ ...fields, ...tokenOf(mine.secret, "sign-out", application.id) }, mine.headers],
        [{ ...fields, ...tokenOf(other.secret, form, application.id) }, mine.headers],
      ];
      for (const [payload, headers] of tries) {
        expect((await submit(form, payload, headers)).statusCode).toBe(403);
      }
      expect(await statusOf(token)).toBe(200);
    },
  );

  test.each(forms)("about what is one's own: %s", async (form) => {
    const fields = {
      application_id: application.id,
      form_token: formToken(other.secret, [form, application.id]),
      confirm: "yes",
    };

    const answer = await submit(form, fields, other.headers);

    expect(answer.statusCode).toBe(404);
    expect(await statusOf(token)).toBe(200);
    expect((await get(pageUrl, mine.headers)).body).toContain("Kept");
  });
});

test("a link for a new password is asked for on a page, which tells nothing of the address", async () => {
  const { email } = await browser();
  const ask = async (address: string) => {
    const { headers, payload } = await openForm(app, "/auth/forgot-password");
    return submit("forgot-password", { ...payload, email: address }, headers);
  };
  const before = mails.length;
  const known = await ask(` ${email.toUpperCase()}`);
  const unknown = await ask("nobody@example.com");

  expect([known.statusCode, known.body]).toEqual([200, unknown.body]);
  expect(mails.slice(before).map(({ to, subject }) => [to, subject])).toEqual([
    [email, "Set a new password"],
  ]);
  expect((await ask("no address")).statusCode).toBe(400);
  expect((await get("/auth/sign-in")).body).toContain('href="/auth/forgot-password"');
});
