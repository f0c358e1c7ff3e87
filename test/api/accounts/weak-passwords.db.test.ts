import { expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { openForm, tokenIn } from "../../helpers/browser.ts";

const app = await testApp();
const { mails, send } = app;
const strong = "correct horse battery";
const post = (path: string, payload: object) =>
  send({ method: "POST", url: `/auth/${path}`, payload });

const weak: [password: string, reason: string][] = [
  ["1234567890", "one of the most common passwords"],
  ["          ", "repeats one character"],
  ["password12", "a common password"],
  ["P@ssw0rd123", "close to a common password"],
  ["qwertyuiop", "one of the most common passwords"],
  ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "repeats"],
  ["adminadmin", "repeats"],
  ["abcdefghijkl", "sequence"],
  ["mallory.weak", "your name or address"],
  ["mallory.weak@example.com", "your name or address"],
  ["ｐａｓｓｗｏｒｄ１２", "common password"],
];

test.each(weak)("%j is refused with the reason at registration", async (password, reason) => {
  const before = mails.length;
  const body = { email: "mallory.weak@example.com", password, name: "Mallory Weak" };
  const answer = await post("register", body);

  expect(answer.statusCode).toBe(400);
  expect(answer.json().error.message).toMatch(/^Choose another password: it /);
  expect(answer.json().error.message).toContain(reason);
  expect(mails.length).toBe(before);
});

test.each([
  strong,
  "x7Kp2mQz9w",
  "jK9#mP2$vL",
  "Donaudampfschiff",
  `${"a".repeat(60)}jK9#mP2$vLxw`,
  "пароль-из-пяти-слов",
])("%j is taken", async (password) => {
  const answer = await post("register", { email: "mallory.strong@example.com", password });

  expect(answer.statusCode).toBe(201);
});

test("a mailed link sets no weak password, and stays good for another one", async () => {
  const email = "weak.reset@example.com";
  await post("register", { email, password: strong });
  await post("request-password-reset", { email });
  const token = tokenIn(mails.at(-1)?.text);

  for (const password of ["1234567890", "weak.reset1"]) {
    const answer = await post("reset-password", { token, password });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.message).toContain("Choose another password");
  }
  expect((await post("reset-password", { token, password: "x7Kp2mQz9w" })).statusCode).toBe(200);
  expect((await post("sign-in", { email, password: "x7Kp2mQz9w" })).statusCode).toBe(200);
});

test("the pages show the reason with the form", async () => {
  const email = "weak.page@example.com";
  const fill = async (page: string, url: string) => {
    const { headers, payload } = await openForm(app, url);
    const fields = { ...payload, email, password: "1234567890" };
    return send({ method: "POST", url: `/auth/forms/${page}`, headers, payload: fields });
  };
  await post("register", { email, password: strong });
  await post("request-password-reset", { email });
  const link = `/auth/reset-password?token=${tokenIn(mails.at(-1)?.text)}`;

  for (const answer of [
    await fill("register", "/auth/register"),
    await fill("reset-password", link),
  ]) {
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain("Choose another password: it is one of the most common");
    expect(answer.body).toContain("<form");
  }
});
