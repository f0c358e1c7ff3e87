import type { FastifyInstance } from "fastify";
import { isApiKey } from "#api/auth/api-key.ts";

const secretName = /^(password|newPassword|token|key|.*(secret|token|email))$/i;
/** A shorter value is no secret, and may stand in a log by chance. */
const shortest = 10;

/** Collects every password, token, key, secret and e-mail address that requests and answers of an app carry. */
export function collectSecrets(app: FastifyInstance): Set<string> {
  const secrets = new Set<string>();
  const add = (value: string) => {
    if (value.length >= shortest) secrets.add(value);
  };
  const collect = (value: unknown, depth = 0): void => {
    if (typeof value !== "object" || value === null || depth > 8) return;
    for (const [name, member] of Object.entries(value)) {
      if (typeof member !== "string") collect(member, depth + 1);
      // Model templates have keys too, which stand in addresses.
      else if (secretName.test(name) && (name !== "key" || isApiKey(member))) add(member);
    }
  };
  app.addHook("preHandler", async ({ headers, body }) => {
    const [, credential = ""] = (headers.authorization ?? "").split(" ");
    add(credential);
    add(String(headers["x-api-key"] ?? ""));
    for (const cookie of (headers.cookie ?? "").split("; ")) add(cookie.split("=")[1] ?? "");
    collect(body);
  });
  app.addHook("onSend", async (_request, reply, payload) => {
    const isJson = String(reply.getHeader("content-type")).startsWith("application/json");
    if (!isJson || typeof payload !== "string") return;
    try {
      collect(JSON.parse(payload));
    } catch {
      // What is no JSON has no members to look at.
    }
  });
  return secrets;
}

/** The lines of a log that hold one of the values. */
export function linesWith(secrets: ReadonlySet<string>, logged: readonly object[]): string[] {
  const shown = [...secrets].map((secret) => JSON.stringify(secret).slice(1, -1));
  // Thousands of lines have thousands of secrets: each place of a line is looked up, not each secret looked for.
  const byStart = Map.groupBy(shown, (secret) => secret.slice(0, shortest));
  const startsAt = (line: string, at: number) =>
    byStart.get(line.slice(at, at + shortest))?.some((secret) => line.startsWith(secret, at));
  return logged
    .map((line) => JSON.stringify(line))
    .filter((line) => {
      for (let at = 0; at < line.length; at += 1) if (startsAt(line, at)) return true;
      return false;
    });
}
