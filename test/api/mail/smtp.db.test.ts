import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterAll, expect, test } from "vitest";
import { createSmtpMailer } from "#api/clients/smtp.ts";
import { allowAddressAgain, deliverMail } from "#api/modules/mail/service.ts";
import { sendMailJob } from "#jobs/tasks/accounts/send-mail.ts";
import type { MailKind } from "#schemas/shapes/accounts/mail.ts";
import { openTestDatabase } from "../../helpers/database.ts";

const database = await openTestDatabase();
const { db } = database;
const received: { to: string[]; raw: string }[] = [];
let asked = 0;

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

/** What the server says of readers and mails, by the local part of the address. */
const atRecipient: Record<string, Error> = {
  unknown: refusal(550, "5.1.1 <unknown@example.com>: no such mailbox"),
  bare: refusal(553, "sorry, no such user"),
  later: refusal(451, "4.7.1 greylisted, come back"),
  relay: refusal(554, "5.7.1 relay access denied"),
};
const atData: Record<string, Error> = {
  spam: refusal(554, "5.7.1 looks like spam"),
  gone: refusal(550, "5.1.1 user gone"),
};
const partOf = (address: string) => address.split("@", 1)[0] ?? "";

const server = new SMTPServer({
  authMethods: ["PLAIN"],
  onAuth: ({ username, password }, _session, done) =>
    username === "tenk" && password === "p@ss"
      ? done(null, { user: 1 })
      : done(refusal(535, "5.7.8 no")),
  onRcptTo: ({ address }, _session, done) => {
    asked += 1;
    done(atRecipient[partOf(address)] ?? null);
  },
  onData: (stream, session, done) => {
    const to = session.envelope.rcptTo.map(({ address }) => address);
    text(stream).then((raw) => {
      const error = atData[partOf(to[0] ?? "")];
      if (error === undefined) received.push({ to, raw });
      done(error ?? null);
    }, done);
  },
  ...({ allowInsecureAuth: true, hideSTARTTLS: true, logger: false } satisfies SMTPServerOptions),
});
server.listen(0, "127.0.0.1");
await once(server.server, "listening");
const { port } = server.server.address() as AddressInfo;
afterAll(async () => {
  await new Promise<void>((resolve) => server.close(resolve));
  await database.close();
});

const from = "Tenk <no-reply@tenk.example>";
const mailerAt = (smtpUrl: string) => ({ deliver: createSmtpMailer({ smtpUrl, from }) });
const mailer = mailerAt(`smtp://tenk:p%40ss@127.0.0.1:${port}`);
const platform = { db, publicUrl: "https://tenk.example" };
const send = (to: string, kind: MailKind = "security", by = mailer) =>
  deliverMail(platform, by, {
    ...{ id: randomUUID(), to, kind, subject: "Grüße", text: "Zwölf", html: "<p>Zwölf</p>" },
  });

test("a mail gets to a mail server with sender, text, HTML, and its headers to end it", async () => {
  expect(await send("ann@example.com", "alerts")).toBe("sent");
  const [mail] = received;
  expect(mail?.to).toEqual(["ann@example.com"]);
  const [, host] = /^Message-ID: <[0-9a-f-]{36}@(.+)>\r$/im.exec(mail?.raw ?? "") ?? [];
  expect(host).toBe("tenk.example");
  expect(mail?.raw).toMatch(/^From: Tenk <no-reply@tenk\.example>\r$/m);
  expect(mail?.raw).toMatch(/^Subject: =\?UTF-8\?/m);
  expect(mail?.raw).toMatch(/^Content-Type: text\/plain/m);
  expect(mail?.raw).toMatch(/^Content-Type: text\/html/m);
  expect(mail?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  const unfolded = mail?.raw.replace(/\r\n[ \t]+/g, "") ?? "";
  expect(unfolded).toMatch(
    /^List-Unsubscribe: ?<https:\/\/tenk\.example\/mail\/unsubscribe\?reader=/m,
  );
});

test.each(["unknown@example.com", "bare@example.com", "gone@example.com"])(
  "an address that the server refuses for good, %s, is marked and not tried again until an operator allows it",
  async (to) => {
    expect(await send(to)).toBe("refused");
    const before = asked;
    expect(await send(to, "alerts")).toBe("refused");
    expect(asked).toBe(before);

    expect(await allowAddressAgain(db, to.toUpperCase())).toBe(true);
    await send(to);
    expect(asked).toBe(before + 1);
  },
);

test.each([
  ["later", "451 4.7.1"],
  ["relay", "554 5.7.1"],
])(
  "a refusal that may pass, of %s, is an error that names no address, and marks nothing",
  async (part, answer) => {
    const to = `${part}@example.com`;
    await expect(send(to)).rejects.toThrow(`the mail server refused RCPT TO: ${answer}`);
    await expect(send(to)).rejects.not.toThrow("@");
  },
);

test("a mail whose content is refused for good is not tried again, and its reader gets the next", async () => {
  expect(await send("spam@example.com")).toBe("refused");
  const error = atData.spam;
  delete atData.spam;
  expect(await send("spam@example.com")).toBe("sent");
  if (error !== undefined) atData.spam = error;
});

test("a wrong password and a server that is away are errors: the job tries again", async () => {
  await expect(
    send("ann@example.com", "security", mailerAt(`smtp://tenk:wrong@127.0.0.1:${port}`)),
  ).rejects.toThrow(/the mail server refused AUTH PLAIN: 535/);
  await expect(send("ann@example.com", "security", mailerAt("smtp://127.0.0.1:1"))).rejects.toThrow(
    /ECONNREFUSED|ESOCKET/,
  );
});

test("a mail is tried over about a day, at first soon", () => {
  const { retryLimit = 0, retryDelay = 0, retryDelayMax = 0 } = sendMailJob.retry;
  // The least that the queue waits: it adds up to as much again, at random.
  const waits = Array.from({ length: retryLimit }, (_, n) =>
    Math.min(retryDelayMax, retryDelay * 2 ** n),
  );
  const hours = waits.reduce((sum, one) => sum + one, 0) / 3600;
  expect(waits[0]).toBeLessThanOrEqual(60);
  expect(hours).toBeGreaterThan(20);
  expect(hours).toBeLessThan(36);
});
