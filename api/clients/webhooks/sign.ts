import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";
const secretBytes = 32;

/** A new secret as Standard Webhooks writes it: 256 random bits in Base64 behind "whsec_". */
export const makeWebhookSecret = () => prefix + randomBytes(secretBytes).toString("base64");

/** What a webhook is signed with. */
interface Signed {
  id: string;
  /** Of the attempt, in seconds since 1970. */
  timestamp: number;
  body: string;
}

/**
 * The headers of a webhook (Standard Webhooks 1): its id, the time of the attempt, and a signature for each secret,
 * separated by spaces.
 */
export function signatureHeaders(
  { id, timestamp, body }: Signed,
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`);
    return `v1,${signature.digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}
