import { expect, test } from "vitest";
import { codeAt } from "../../helpers/factors/totp.ts";
import { clients, raceEverywhere, together } from "../../helpers/races.ts";
import { factorKit } from "./kit.ts";

await raceEverywhere((via) => {
  const kits = () => {
    const now = () => new Date();
    const first = factorKit(via(0), now);
    const ask = (n: number, token: string, code: string) =>
      via(n).send({
        ...{ method: "POST", url: "/auth/second-factor", payload: { token, code } },
        // Each from an address of its own, so that few are refused for their number.
        remoteAddress: `10.7.${n}.1`,
      });
    return { first, ask };
  };
  const passed = (answers: { statusCode: number }[]) =>
    answers.filter(({ statusCode }) => statusCode === 200).length;

  test("a recovery code that comes sixteen times opens once", async () => {
    const { first, ask } = kits();
    const { email, codes } = await first.withTotp();
    const tokens: string[] = [];
    for (let n = 0; n < clients; n += 1) tokens.push(await first.pending(email));
    const answers = await together((n) => ask(n, tokens[n] ?? "", codes[0] ?? ""));
    expect(passed(answers)).toBe(1);
    expect((await ask(0, tokens.at(-1) ?? "", codes[0] ?? "")).statusCode).toBe(401);
  });

  test("a code of the app that comes sixteen times opens once", async () => {
    const { first, ask } = kits();
    const { email, secret } = await first.withTotp();
    const tokens: string[] = [];
    for (let n = 0; n < clients; n += 1) tokens.push(await first.pending(email));
    const next = codeAt(secret, new Date(Date.now() + 30_000));
    const answers = await together((n) => ask(n, tokens[n] ?? "", next));
    expect(passed(answers)).toBe(1);
  });

  test("a sign-in that is finished sixteen times with as many codes is finished once", async () => {
    const { first, ask } = kits();
    const { email, codes } = await first.withTotp();
    const token = await first.pending(email);
    const answers = await together((n) => ask(n, token, codes[n % codes.length] ?? ""));
    expect(passed(answers)).toBe(1);
  });
});
