import { Command } from "commander";
import { unverifyInvestor, verifyInvestor } from "#api/modules/investors/service.ts";
import { refusedAsUsage, type Shell, withDatabase, withExamples } from "../command.ts";
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
      await withDatabase(shell, async ({ db }) => {
        const values = { email, firm: options.firm ?? null };
        await refusedAsUsage(verifyInvestor(db, values, because(options)));
        shell.print(`${email} is a verified investor`);
      });
    });
  command
    .command("unverify")
    .description("withdraw the verification")
    .argument("<email>")
    .addOption(reasonOption())
    .action(async (email: string, options: { reason?: string }) => {
      await withDatabase(shell, async ({ db }) => {
        await refusedAsUsage(unverifyInvestor(db, email, because(options)));
        shell.print(`${email} is no longer a verified investor`);
      });
    });
  return withExamples(command, [
    "npm run admin -- investor verify ann@example.com --firm example-capital",
    "npm run admin -- investor unverify ann@example.com",
  ]);
}
