import { Command } from "commander";
import { renewIssuerKey } from "#api/auth/local-issuer.ts";
import { type Shell, withDatabase, withExamples } from "../command.ts";

/** `admin renew-signing-key`: replaces a signing key that others may know or that SECRET_KEY cannot decrypt. */
export function renewSigningKeyCommand(shell: Shell): Command {
  const command = new Command("renew-signing-key")
    .description(
      "sign access tokens with a new key: earlier tokens are refused, and clients get new ones by refresh or sign-in",
    )
    .action(async () => {
      await withDatabase(shell, async ({ db }, { secretKey }) => {
        await renewIssuerKey({ db, secretKey });
        const how = secretKey === null ? "as it is: SECRET_KEY is not set" : "encrypted";
        shell.print(`a new signing key is stored (${how}); restart every npm run api`);
      });
    });
  return withExamples(command, ["npm run admin -- renew-signing-key"]);
}
