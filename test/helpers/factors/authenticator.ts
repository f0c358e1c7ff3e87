import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** An authenticator in software: it makes and uses passkeys (ES256) as browsers do, without their code. */
export interface Authenticator {
  /** What a browser answers to the options of a registration. */
  create(options: unknown, changes?: Changes): Made;
  /** What a browser answers to the options of a sign-in. */
  get(options: unknown, changes?: Changes): Signed;
}

/** What a dishonest browser or authenticator would do otherwise. */
export interface Changes {
  origin?: string;
  rpId?: string;
  challenge?: string;
  isVerified?: boolean;
  counter?: number;
  key?: KeyObject;
  type?: string;
}

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest();

/** Heads and contents of CBOR (RFC 8949), as far as an attestation needs them. */
function cbor(value: unknown): Buffer {
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    const parts = [...value].flatMap(([key, one]) => [cbor(key), cbor(one)]);
    return Buffer.concat([head(5, value.size), ...parts]);
  }
  throw new Error("no such CBOR here");
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
}

type Made = ReturnType<typeof made>;
type Signed = ReturnType<typeof signed>;

const made = (id: string, clientDataJSON: string, attestationObject: string) => ({
  ...{ id, rawId: id, type: "public-key", clientExtensionResults: {} },
  response: { clientDataJSON, attestationObject, transports: ["internal"] },
});

const signed = (
  id: string,
  response: { clientDataJSON: string; authenticatorData: string; signature: string },
) => ({ ...{ id, rawId: id, type: "public-key", clientExtensionResults: {} }, response });

/** `origin` is where its browser shows the page. */
export function openAuthenticator(origin = "http://localhost:3000"): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(32);
  const id = encode(credentialId);
  let counter = 0;

  const clientData = (type: string, options: { challenge: string }, changes: Changes) =>
    Buffer.from(
      JSON.stringify({
        type: changes.type ?? type,
        challenge: changes.challenge ?? options.challenge,
        origin: changes.origin ?? origin,
        crossOrigin: false,
      }),
    );
  /** User present, verified unless it is told otherwise. */
  const data = (changes: Changes, hasKey: boolean) => {
    counter = changes.counter ?? counter + 1;
    const flags = 1 | (changes.isVerified === false ? 0 : 4) | (hasKey ? 64 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([
      sha256(changes.rpId ?? new URL(origin).hostname),
      Buffer.from([flags]),
      count,
    ]);
  };

  return {
    create(options, changes = {}) {
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const cose = new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]);
      const length = Buffer.from([credentialId.length >> 8, credentialId.length & 255]);
      const authData = Buffer.concat([
        data(changes, true),
        ...[Buffer.alloc(16), length, credentialId, cbor(cose)],
      ]);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]);
      const client = clientData("webauthn.create", options as { challenge: string }, changes);
      return made(id, encode(client), encode(cbor(attestation)));
    },
    get(options, changes = {}) {
      const client = clientData("webauthn.get", options as { challenge: string }, changes);
      const authenticatorData = data(changes, false);
      const key = changes.key ?? privateKey;
      const signature = sign("sha256", Buffer.concat([authenticatorData, sha256(client)]), key);
      return signed(id, {
        clientDataJSON: encode(client),
        authenticatorData: encode(authenticatorData),
        signature: encode(signature),
      });
    },
  };
}
