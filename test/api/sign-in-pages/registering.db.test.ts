import { expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { openForm, signInBrowser } from "../../helpers/browser.ts";
import { sendForm } from "../member-pages/form-of.ts";

const app = await testApp();
const pageUrl = "/auth/applications";
const formUrl = "/auth/forms/register-application";
type Fields = Readonly<Record<string, string | readonly string[]>>;

let people = 0;
async function person() {
  people += 1;
  const email = `registers-${people}@example.com`;
  const headers = await signInBrowser(app, email);
  const { payload } = await openForm(app, pageUrl, headers, formUrl);
  const submit = (fields: Fields, by = headers) =>
    sendForm(app, formUrl, by, { ...payload, ...fields });
  return { email, headers, submit };
}

/** The own applications, as the API lists them. */
async function listed(email: string): Promise<Record<string, unknown>[]> {
  const answer = await app.send({
    ...{ method: "POST", url: "/v1/oauth.listMyApplications", payload: {} },
    headers: await app.signIn(email),
  });
  return answer.json().result.data.data;
}

const good: Fields = {
  name: "Viewer <b>",
  redirect_uris: "https://viewer.example.com/callback\r\n\r\n com.example.viewer:/done ",
  website: "https://viewer.example.com",
  description: "Shows\r\nportfolios",
  scope: ["read", "reports:write"],
};

test("a form registers an application, and the page shows a secret that works, this once", async () => {
  const { email, headers, submit } = await person();
  const neighbour = await person();

  const made = await submit(good);

  expect(made.statusCode).toBe(200);
  expect(made.headers["cache-control"]).toMatch(/no-store/);
  expect(made.body).toContain("Viewer &lt;b&gt; is registered.");
  const [, clientId = ""] = /Client id: <code>([^<]+)</.exec(made.body) ?? [];
  const [, secret = ""] = /Secret: <code>([^<]+)</.exec(made.body) ?? [];
  expect(await listed(email)).toMatchObject([
    {
      ...{ clientId, name: "Viewer <b>", description: "Shows\nportfolios", requirePkce: true },
      redirectUris: ["https://viewer.example.com/callback", "com.example.viewer:/done"],
      ...{ website: "https://viewer.example.com", allowedScopes: ["read", "reports:write"] },
    },
  ]);
  expect(await listed(neighbour.email)).toEqual([]);
  const page = (await app.get(pageUrl, headers)).body;
  expect(page).toContain(clientId);
  expect(page).not.toContain(secret);
  const errorOf = async (given: string) => {
    const payload = { grant_type: "authorization_code", client_id: clientId, code: "unknown" };
    const answer = await app.send({
      ...{ method: "POST", url: "/v1/oauth/token" },
      payload: { ...payload, client_secret: given, redirect_uri: "com.example.viewer:/done" },
    });
    return answer.json().error;
  };
  expect([await errorOf("guess"), await errorOf(secret)]).toEqual([
    "invalid_client",
    "invalid_grant",
  ]);
});

test("a ticked box lets an application ask without PKCE, and the list says so", async () => {
  const { email, headers, submit } = await person();
  await submit({ ...good, scope: "read", website: "", description: " ", without_pkce: "yes" });
  expect(await listed(email)).toMatchObject([
    { requirePkce: false, website: null, description: null, allowedScopes: ["read"] },
  ]);
  expect((await app.get(pageUrl, headers)).body).toContain("It need not use PKCE.");
});

test.each([
  ["a blank name", { name: "  " }, "Name: give one"],
  ["a name with a line break", { name: "a\nb" }, "Name: give one"],
  ["no address", { redirect_uris: " \r\n" }, "Addresses: give 1 to 10"],
  [
    "an address on another machine without TLS",
    { redirect_uris: "http://a.example/" },
    "Addresses",
  ],
  ["a script as address", { redirect_uris: "javascript:alert(1)" }, "Addresses"],
  ["an address twice", { redirect_uris: "https://a.example/\nhttps://a.example/" }, "Addresses"],
  ["eleven addresses", { redirect_uris: manyAddresses(11) }, "Addresses"],
  ["a website that is a script", { website: "javascript:alert(1)" }, "Website: give"],
  ["a long description", { description: "x".repeat(501) }, "What it does: at most 500"],
  ["no scope", { scope: [] }, "Tick what it may ask"],
  ["a scope that does not exist", { scope: ["read", "everything"] }, "Tick what it may ask"],
] as [string, Fields, string][])(
  "%s is refused with a sentence, keeps what was typed, and registers nothing",
  async (_name, wrong, sentence) => {
    const { email, submit } = await person();
    const refused = await submit({ ...good, name: "Kept & typed", ...wrong });
    expect(refused.statusCode).toBe(400);
    expect(/<p role="alert">([^<]*)/.exec(refused.body)?.[1]).toContain(sentence);
    expect(refused.body).toContain("https://viewer.example.com");
    if (wrong.name === undefined) expect(refused.body).toContain('value="Kept &amp; typed"');
    expect(await listed(email)).toEqual([]);
  },
);

test("the form is taken only from the session that it was shown to [CSRF]", async () => {
  const [mine, other] = [await person(), await person()];
  for (const answer of [
    await mine.submit(good, other.headers),
    await mine.submit({ ...good, form_token: "guess" }),
    await sendForm(app, formUrl, {}, good),
  ]) {
    expect(answer.statusCode).toBe(403);
  }
  expect([await listed(mine.email), await listed(other.email)]).toEqual([[], []]);
});

function manyAddresses(count: number): string {
  return Array.from({ length: count }, (_, at) => `https://a${at}.example/`).join("\n");
}
