import { Command } from "commander";
import { decisions } from "#api/modules/administration/service.ts";
import { type Shell, withDatabase, withExamples } from "../command.ts";
import { onPlatform } from "./on-platform.ts";
import { because, reasonOption } from "./reason.ts";

/** `admin investor`: verifies investors, who may search startups. */
export function investorCommand(shell: Shell): Command {
  const command = new Command("investor").description("who is verified as an investor");
  command
    .command("verify")
    .description("let an account search startups as an investor")
    .argument("<email>")
    .option("--firm <slug>", "the organization that its notes belong to")
    .addOption(reasonOption())
    .action(async (email: string, options: { firm?: string; reason?: string }) => {
      await withDatabase(shell, async (database, config) => {
        const values = { decision: "verify", email, firm: options.firm ?? null } as const;
        await onPlatform({ database, config }, (platform) =>
          decisions.decideInvestor(platform, values, because(options)),
        );
        shell.print(`${email} is a verified investor`);
      });
    });
  command
    .command("unverify")
    .description("withdraw the verification")
    .argument("<email>")
    .addOption(reasonOption())
    .action(async (email: string, options: { reason?: string }) => {
      await withDatabase(shell, async (database, config) => {
        const values = { decision: "unverify", email, firm: null } as const;
        await onPlatform({ database, config }, (platform) =>
          decisions.decideInvestor(platform, values, because(options)),
        );
        shell.print(`${email} is no longer a verified investor`);
      });
    });
  return withExamples(command, [
    "npm run admin -- investor verify ann@example.com --firm example-capital",
    "npm run admin -- investor unverify ann@example.com",
  ]);
}
