import { describe, expect, test } from "vitest";
import { hashPassword, isPassword } from "#api/modules/accounts/password.ts";

/** Made by the reference implementation of argon2, from its own tests. */
const stored =
  "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";

describe("a stored password", () => {
  test("is verified as the reference implementation stored it, with its own cost and salt", async () => {
    expect(await isPassword("password", stored)).toBe(true);
    expect(await isPassword("passwore", stored)).toBe(false);
    expect(await isPassword("password", stored.replace("t=2", "t=3"))).toBe(false);
    expect(await isPassword("password", stored.replace("m=256", "m=264"))).toBe(false);
    expect(await isPassword("password", stored.replace("$c29t", "$d29t"))).toBe(false);
  });

  test("has a salt of its own and is the same however a keyboard composes it", async () => {
    const [one, other] = [await hashPassword("pässword"), await hashPassword("pässword")];

    expect(one).not.toBe(other);
    expect(await isPassword("pässword", one)).toBe(true);
    expect(await isPassword("pässword".normalize("NFD"), one)).toBe(true);
    expect(await isPassword("password", one)).toBe(false);
  });
});
