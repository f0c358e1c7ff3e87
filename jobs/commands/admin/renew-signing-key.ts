import { Command } from "commander";
import { renewIssuerKey } from "#api/auth/local-issuer.ts";
import { readConfig } from "#schemas/config/config.ts";
import { migrateDatabase, openDatabase } from "#schemas/database/db.ts";
import { type Shell, withExamples } from "../command.ts";

/** `admin renew-signing-key`: replaces a signing key that others may know or that SECRET_KEY cannot decrypt. */
export function renewSigningKeyCommand(shell: Shell): Command {
  const command = new Command("renew-signing-key")
    .description(
      "sign access tokens with a new key: earlier tokens are refused, and clients get new ones by refresh or sign-in",
    )
    .action(async () => {
      const config = readConfig(shell.env);
      const database = await openDatabase(config);
      try {
        await migrateDatabase(database);
        await renewIssuerKey({ db: database.db, secretKey: config.secretKey });
        const how = config.secretKey === null ? "as it is: SECRET_KEY is not set" : "encrypted";
        shell.print(`a new signing key is stored (${how}); restart every npm run api`);
      } finally {
        await database.close();
      }
    });
  return withExamples(command, ["npm run admin -- renew-signing-key"]);
}
