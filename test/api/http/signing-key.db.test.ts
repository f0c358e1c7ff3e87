import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { issueToken, loadIssuerKey, renewIssuerKey } from "#api/auth/local-issuer.ts";
import { ConfigError } from "#schemas/config/config.ts";
import { describeStartFault } from "#schemas/config/start-fault.ts";
import { setting } from "#schemas/tables/accounts/account.ts";
import { testApp } from "../../helpers/app.ts";
import { openTestDatabase } from "../../helpers/database.ts";

const secretKey = "a secret of thirty-two characters";
const otherKey = "another secret of such a length..";

async function freshKey() {
  const { db } = await openTestDatabase();
  const stored = async () => {
    const rows = await db.select().from(setting).where(eq(setting.key, "local-issuer-key"));
    return rows.map(({ value }) => value);
  };
  return { db, stored };
}

test("with SECRET_KEY the private key is stored encrypted, and is the same in every process", async () => {
  const { db, stored } = await freshKey();

  const all = await Promise.all(Array.from({ length: 16 }, () => loadIssuerKey({ db, secretKey })));

  expect(new Set(all.map(({ kid }) => kid)).size).toBe(1);
  const [value = ""] = await stored();
  expect(value.split(".")).toHaveLength(5);
  expect(value).not.toContain('"d"');
});

test("a key that was stored as it is becomes encrypted at the next start, and tokens outlive that", async () => {
  const database = await openTestDatabase();
  const plain = { db: database.db, secretKey: null };
  const before = await loadIssuerKey(plain);
  const { token } = await issueToken(plain, { email: "ann@example.com", now: new Date() });

  const [one, two] = await Promise.all(
    [1, 2].map(() => loadIssuerKey({ db: database.db, secretKey })),
  );
  const [row] = await database.db.select().from(setting).where(eq(setting.key, "local-issuer-key"));
  const { get } = await testApp({ database, secretKey });
  const answer = await get("/api/v1/users/me", { authorization: `Bearer ${token}` });

  expect([one?.kid, two?.kid]).toEqual([before.kid, before.kid]);
  expect(row?.value.split(".")).toHaveLength(5);
  expect(answer.statusCode).toBe(200);
});

test("a wrong or missing SECRET_KEY is one sentence, and nothing is changed", async () => {
  const { db, stored } = await freshKey();
  await loadIssuerKey({ db, secretKey });
  const before = await stored();
  const faultOf = async (secret: string | null) =>
    loadIssuerKey({ db, secretKey: secret }).then(() => null, describeStartFault);

  expect(await faultOf(otherKey)).toMatch(/^SECRET_KEY is not the one that .+ is encrypted with\./);
  expect(await faultOf(null)).toMatch(/^SECRET_KEY is needed: the signing key .+ encrypted/);
  expect(await stored()).toEqual(before);
  await expect(loadIssuerKey({ db, secretKey: null })).rejects.toBeInstanceOf(ConfigError);
});

test("a damaged encrypted key is refused as one of another SECRET_KEY is", async () => {
  const { db, stored } = await freshKey();
  await loadIssuerKey({ db, secretKey });
  const [value = ""] = await stored();
  const parts = value.split(".");
  parts[3] = [...(parts[3] ?? "")].reverse().join("");
  await db.update(setting).set({ value: parts.join(".") });

  await expect(loadIssuerKey({ db, secretKey })).rejects.toBeInstanceOf(ConfigError);
});

test("a new signing key ends the tokens of the old one, whatever that was encrypted with", async () => {
  const { db } = await freshKey();
  const before = await loadIssuerKey({ db, secretKey });

  await renewIssuerKey({ db, secretKey: otherKey });
  const after = await loadIssuerKey({ db, secretKey: otherKey });

  expect(after.kid).not.toBe(before.kid);
  await expect(loadIssuerKey({ db, secretKey })).rejects.toBeInstanceOf(ConfigError);
});
