import { expect, test } from "vitest";
import type { Endpoint } from "#api/http/endpoint.ts";
import { allEndpoints } from "#api/modules.ts";
import { mailLink } from "#schemas/tasks/mail-link.ts";
import { sendMail } from "#schemas/tasks/send-mail.ts";
import { testApp } from "../../helpers/app.ts";
import { goodRequests } from "../../helpers/good-requests.ts";
import { nameOf } from "../../helpers/module-tests.ts";

const folder = "/srv/tenk/outbox";
const app = await testApp({ mailFolder: folder });
const withServer = await testApp();

const writes = allEndpoints.filter(({ method }) => method !== "GET");
const mailJobs: readonly string[] = [sendMail.name, mailLink.name];

/** The operations that have a mail sent, and those whose answers name the folder. */
async function tryAll(made: typeof app, endpoints: readonly Endpoint[]) {
  const goodRequest = await goodRequests(made);
  const mailing: string[] = [];
  const naming: string[] = [];
  for (const endpoint of endpoints) {
    const request = await goodRequest(endpoint);
    const before = made.enqueued.length;
    const { body, statusCode } = await made.send(request);
    expect(statusCode, nameOf(endpoint)).toBeLessThan(400);
    const jobs = made.enqueued.slice(before);
    if (jobs.some(({ name }) => mailJobs.includes(name))) mailing.push(nameOf(endpoint));
    if (body.includes(folder)) naming.push(nameOf(endpoint));
  }
  return { mailing: mailing.sort(), naming: naming.sort() };
}

const pages = ["POST /auth/forms/forgot-password", "POST /auth/forms/register"];
const answers = [
  "POST /api/v1/entities/:id/members",
  "POST /api/v1/organizations/:id/members",
  "POST /auth/register",
  "POST /auth/request-password-reset",
  "POST /auth/request-verification",
  "POST /v2/directory/:subjectType/:slug/invitations",
  "POST /v2/entities/:id/team",
];
const all = [...pages, ...answers].sort();

/** Tell the account itself what became of its second factor: nobody waits for these mails. */
const notices = [
  "DELETE /auth/factors/passkeys/:passkeyId",
  "DELETE /auth/factors/totp",
  "POST /auth/factors/passkeys",
  "POST /auth/factors/recovery-codes",
  "POST /auth/factors/totp/confirm",
  "POST /auth/forms/add-passkey",
  "POST /auth/forms/confirm-totp",
  "POST /auth/forms/remove-passkey",
  "POST /auth/forms/remove-totp",
  "POST /auth/forms/renew-codes",
  "POST /auth/forms/second-factor",
  "POST /auth/second-factor",
  "POST /auth/step-up",
];

test("without a mail server each answer behind which there is a mail that is waited for says where it is, and no other", async () => {
  const { mailing, naming } = await tryAll(app, writes);
  expect(naming).toEqual(all);
  expect(mailing).toEqual([...all, ...notices].sort());
});

test("with a mail server no answer names a folder", async () => {
  const mailing = writes.filter((endpoint) => all.includes(nameOf(endpoint)));
  expect(await tryAll(withServer, mailing)).toEqual({ mailing: all, naming: [] });
});

test("a sign-in before the address is confirmed says where the mail is", async () => {
  const payload = { email: "early@example.com", password: "correct horse battery" };
  for (const [made, where] of [
    [app, `. Mails are files in ${folder}`],
    [withServer, ""],
  ] as const) {
    await made.send({ method: "POST", url: "/auth/register", payload });
    const answer = await made.send({ method: "POST", url: "/auth/sign-in", payload });
    const message = `Confirm your email address first: a link was mailed to it${where}`;
    expect([answer.statusCode, answer.json().error.message]).toEqual([403, message]);
  }
});

test("JSON answers that name the folder are described with it", async () => {
  const { paths } = (await app.get("/api/openapi")).json();
  const described = writes.filter(({ method, path }) => {
    const at = path.replace(/:(\w+)/g, "{$1}");
    return JSON.stringify(paths[at][method.toLowerCase()]).includes('"mailFolder"');
  });
  expect(described.map(nameOf).sort()).toEqual(answers);
});
