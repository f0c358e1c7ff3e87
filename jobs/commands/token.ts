import { Command } from "commander";
import { z } from "zod";
import { issueToken } from "#api/auth/local-issuer.ts";
import { readConfig } from "#schemas/config/config.ts";
import { migrateDatabase, openDatabase } from "#schemas/database/db.ts";
import { type Shell, UsageError, withExamples } from "./command.ts";

/** `token`: issues a token of the local issuer, for development. */
export function tokenCommand(shell: Shell): Command {
  const command = new Command("token")
    .description("issue an access token of the local issuer for an e-mail address (development)")
    .requiredOption("--email <address>", "whose token; the account is created when it is new")
    .action(async ({ email }: { email: string }) => {
      if (!z.email().safeParse(email.trim()).success) {
        throw new UsageError("--email must be an e-mail address such as ann@example.com");
      }
      const config = readConfig(shell.env);
      if (config.auth) {
        shell.warn(`tokens come from ${config.auth.issuer}: this one will not be accepted`);
      }
      const database = await openDatabase(config);
      try {
        await migrateDatabase(database);
        const { token, expiresAt } = await issueToken(
          { db: database.db, secretKey: config.secretKey },
          { email, now: new Date() },
        );
        shell.warn(`valid until ${expiresAt.toISOString()}`);
        shell.print(token);
      } finally {
        await database.close();
      }
    });
  return withExamples(command, [
    "npm run --silent token -- --email ann@example.com",
    'curl -H "Authorization: Bearer $(npm run --silent token -- --email ann@example.com)" …',
  ]);
}
