import { Command } from "commander";
import { z } from "zod";
import { issueToken } from "#api/auth/local-issuer.ts";
import { type Shell, UsageError, withDatabase, withExamples } from "./command.ts";

/** `token`: issues a token of the local issuer, for development. */
export function tokenCommand(shell: Shell): Command {
  const command = new Command("token")
    .description("issue an access token of the local issuer for an email address (development)")
    .requiredOption("--email <address>", "whose token; the account is created when it is new")
    .action(async ({ email }: { email: string }) => {
      if (!z.email().safeParse(email.trim()).success) {
        throw new UsageError("--email must be an email address such as ann@example.com");
      }
      await withDatabase(shell, async ({ db }, { auth, secretKey }) => {
        if (auth) shell.warn(`tokens come from ${auth.issuer}: this one will not be accepted`);
        const { token, expiresAt } = await issueToken(
          { db, secretKey },
          { email, now: new Date() },
        );
        shell.warn(`valid until ${expiresAt.toISOString()}`);
        shell.print(token);
      });
    });
  return withExamples(command, [
    "npm run --silent token -- --email ann@example.com",
    'curl -H "Authorization: Bearer $(npm run --silent token -- --email ann@example.com)" …',
  ]);
}
