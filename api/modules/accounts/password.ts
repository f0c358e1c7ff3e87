import { argon2, randomBytes, timingSafeEqual } from "node:crypto";

/** 19 MiB, two passes, one lane: the least that OWASP recommends for argon2id. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;

/** The password as it is stored: argon2id with its cost and salt, in the usual text form. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive(password, salt, cost);
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`;
}

// No password has this hash. It is compared for accounts without a hash, so that the answer takes the same time.
const nobody = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(Buffer.alloc(16))}$${encode(Buffer.alloc(tagLength))}`;

/** False for a wrong password, and after as long for an account without one (null). */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(
    stored ?? nobody,
  );
  if (match === null) throw new Error("a stored password hash is not of a known form");
  const [memory = 0, passes = 0, parallelism = 0] = match.slice(1, 4).map(Number);
  const salt = Buffer.from(match[4] ?? "", "base64");
  const storedTag = Buffer.from(match[5] ?? "", "base64");
  const tag = await derive(password, salt, { memory, passes, parallelism });
  return timingSafeEqual(tag, storedTag) && stored !== null;
}

function derive(password: string, nonce: Buffer, parameters: typeof cost): Promise<Buffer> {
  // The same characters are the same password, however a keyboard composes them.
  const message = Buffer.from(password.normalize("NFKC"));
  return new Promise((resolve, reject) => {
    argon2("argon2id", { message, nonce, tagLength, ...parameters }, (error, tag) =>
      error ? reject(error) : resolve(tag),
    );
  });
}

function encode(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
