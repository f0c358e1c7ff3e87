import { Command } from "commander";
import { decisions } from "#api/modules/administration/service.ts";
import { listOpenClaims } from "#api/modules/relationships/service.ts";
import { rebuildCompany } from "#ingest/pipeline.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import { companyText } from "#schemas/company-key.ts";
import { type Shell, withDatabase, withExamples, withServices } from "../command.ts";
import { builtCompany } from "./companies.ts";
import { onPlatform } from "./on-platform.ts";
import { because, reasonOption } from "./reason.ts";

/** `admin claims`: lists the open claims of companies. */
export function claimsCommand(shell: Shell): Command {
  const command = new Command("claims")
    .description("open claims of companies, oldest first")
    .action(async () => {
      await withDatabase(shell, async (database) => {
        const claims = await listOpenClaims(database.db);
        if (claims.length === 0) shell.print("no claim is open");
        for (const { cik, name, email, createdAt } of claims) {
          const company = cik === null ? name : `${companyText(cik)}  ${name}`;
          shell.print(`${createdAt}  ${company}  ${email}`);
        }
      });
    });
  return withExamples(command, ["npm run admin -- claims"]);
}

/**
 * `admin grant-claim`: makes an account the owner of a reference company. Its terminal then shows the company as
 * claimed.
 */
export function grantClaimCommand(shell: Shell): Command {
  const command = new Command("grant-claim")
    .description("make an account the owner of a company, whether it has claimed it or not")
    .argument("<company>", "a ticker or a CIK")
    .argument("<email>", "address of the account")
    .addOption(reasonOption())
    .action(async (company: string, email: string, options: { reason?: string }) => {
      await withServices(shell, async ({ context, config }) => {
        const cik = await builtCompany(company, context);
        const entityId = entityIdOf(cik);
        await onPlatform({ database: context.database, config }, (platform) =>
          decisions.grantClaim(platform, { entityId, email }, because(options)),
        );
        await rebuildCompany(cik, context);
        shell.print(`${companyText(cik)} belongs to ${email}`);
      });
    });
  return withExamples(command, ["npm run admin -- grant-claim AAPL ann@example.com"]);
}

/** `admin decline-claim`: refuses a company's open claim. Anybody may then claim the company again. */
export function declineClaimCommand(shell: Shell): Command {
  const command = new Command("decline-claim")
    .description("refuse the open claim of a company")
    .argument("<company>", "a ticker or a CIK")
    .addOption(reasonOption())
    .action(async (company: string, options: { reason?: string }) => {
      await withServices(shell, async ({ context, config }) => {
        const cik = await builtCompany(company, context);
        await onPlatform({ database: context.database, config }, (platform) =>
          decisions.declineClaim(platform, entityIdOf(cik), because(options)),
        );
        await rebuildCompany(cik, context);
        shell.print(`the claim of ${companyText(cik)} is declined`);
      });
    });
  return withExamples(command, [
    "npm run admin -- decline-claim AAPL --reason 'No document shows that the account acts for it'",
  ]);
}
