import { Command } from "commander";
import { unverifyInvestor, verifyInvestor } from "#api/modules/investors/service.ts";
import { refusedAsUsage, type Shell, withExamples, withServices } from "../command.ts";

/** `admin investor`: verifies investors, who may search startups. */
export function investorCommand(shell: Shell): Command {
  const command = new Command("investor").description("who is verified as an investor");
  command
    .command("verify")
    .description("let an account search startups as an investor")
    .argument("<email>")
    .option("--firm <slug>", "the organization that its notes belong to")
    .action(async (email: string, { firm }: { firm?: string }) => {
      await withServices(shell, async ({ context }) => {
        const values = { email, firm: firm ?? null };
        await refusedAsUsage(verifyInvestor(context.database.db, values));
        shell.print(`${email} is a verified investor`);
      });
    });
  command
    .command("unverify")
    .description("withdraw the verification")
    .argument("<email>")
    .action(async (email: string) => {
      await withServices(shell, async ({ context }) => {
        await refusedAsUsage(unverifyInvestor(context.database.db, email));
        shell.print(`${email} is no longer a verified investor`);
      });
    });
  return withExamples(command, [
    "npm run admin -- investor verify ann@example.com --firm example-capital",
    "npm run admin -- investor unverify ann@example.com",
  ]);
}
