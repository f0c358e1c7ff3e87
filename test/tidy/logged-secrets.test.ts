import { expect, test } from "vitest";
import { linesWith } from "../helpers/endpoints/logged-secrets.ts";

test("a line of the log that holds a secret is found wherever the secret stands, and escaped", () => {
  const secrets = new Set(["ann@example.com", "ann@example.org", 'quoted "password"']);
  const clean = [{ msg: "ann@example" }, { msg: "ann@example.net" }, { msg: "quoted password" }];
  const held = [
    { msg: "ann@example.com" },
    { msg: "from bob@example.com, ann@example.org", status: 200 },
    { error: { said: ['is quoted "password" here'] } },
  ];
  const lines = held.map((line) => JSON.stringify(line));
  expect(linesWith(secrets, [...clean, ...held])).toEqual(lines);
  expect(linesWith(new Set(), held)).toEqual([]);
});
