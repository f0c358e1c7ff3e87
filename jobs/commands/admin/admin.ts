import { Command } from "commander";
import { removeServiceTicker, setServiceTicker } from "#api/modules/administration/service.ts";
import { adoptArchive } from "#ingest/archive/archive-ownership.ts";
import { rebuildCompany } from "#ingest/pipeline.ts";
import { listQuarantined, releaseDocuments } from "#ingest/store/documents.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import { companyText } from "#schemas/company-key.ts";
import { grantAdmin, setSuspended } from "../../accounts.ts";
import {
  refusedAsUsage,
  type Shell,
  UsageError,
  withDatabase,
  withExamples,
  withServices,
} from "../command.ts";
import { withStore } from "../with-store.ts";
import { acceptGoneCommand } from "./accept-gone.ts";
import { claimsCommand, declineClaimCommand, grantClaimCommand } from "./claims.ts";
import { archivedCompanies, builtCompany, runCompanies } from "./companies.ts";
import { correctionCommand, entityCommand, listingCommand } from "./directory.ts";
import { filingCommand } from "./filings.ts";
import { flagCommand } from "./flag.ts";
import { investorCommand } from "./investors.ts";
import { mailAgainCommand } from "./mail-again.ts";
import { because, reasonOption } from "./reason.ts";
import { renewSigningKeyCommand } from "./renew-signing-key.ts";
import { reportCommand } from "./reports.ts";
import { resetFactorsCommand } from "./reset-factors.ts";
import { skillsCommand } from "./skills.ts";

/** `admin`: tasks of an operator. */
export function adminCommand(shell: Shell): Command {
  const command = new Command("admin").description("tasks of an operator");
  command.addCommand(grantCommand(shell));
  command.addCommand(suspendCommand(shell));
  command.addCommand(resetFactorsCommand(shell));
  command.addCommand(mailAgainCommand(shell));
  command.addCommand(serviceTickerCommand(shell));
  command.addCommand(grantClaimCommand(shell));
  command.addCommand(declineClaimCommand(shell));
  command.addCommand(claimsCommand(shell));
  command.addCommand(listingCommand(shell));
  command.addCommand(correctionCommand(shell));
  command.addCommand(entityCommand(shell));
  command.addCommand(reportCommand(shell));
  command.addCommand(filingCommand(shell));
  command.addCommand(flagCommand(shell));
  command.addCommand(quarantinedCommand(shell));
  command.addCommand(retryCommand(shell));
  command.addCommand(acceptGoneCommand(shell));
  command.addCommand(adoptArchiveCommand(shell));
  command.addCommand(skillsCommand(shell));
  command.addCommand(investorCommand(shell));
  command.addCommand(renewSigningKeyCommand(shell));
  return command;
}

function grantCommand(shell: Shell): Command {
  const command = new Command("grant-admin")
    .description("make the account with this email address an administrator")
    .argument("<email>")
    .option("--revoke", "remove the right instead")
    .action(async (email: string, options: { revoke?: boolean }) => {
      await withDatabase(shell, async (database) => {
        const isKnown = await grantAdmin(database.pool, email, !options.revoke);
        if (!isKnown) {
          throw new UsageError(
            `no account has the address ${email}: register it first, or check the spelling`,
          );
        }
        shell.print(`${email} is ${options.revoke ? "no longer" : "now"} an administrator`);
      });
    });
  return withExamples(command, ["npm run admin -- grant-admin ann@example.com"]);
}

function suspendCommand(shell: Shell): Command {
  const command = new Command("suspend")
    .description("suspend the account with this email address: all its requests are refused")
    .argument("<email>")
    .option("--undo", "lift the suspension")
    .action(async (email: string, options: { undo?: boolean }) => {
      await withDatabase(shell, async (database) => {
        const isKnown = await setSuspended(database.pool, email, !options.undo);
        if (!isKnown) throw new UsageError(`nobody has the address ${email}`);
        shell.print(`${email} is ${options.undo ? "active again" : "suspended"}`);
      });
    });
  return withExamples(command, [
    "npm run admin -- suspend mallory@example.com",
    "npm run admin -- suspend mallory@example.com --undo",
  ]);
}

function serviceTickerCommand(shell: Shell): Command {
  const set = new Command("set")
    .description("give a company a service ticker, which wins over exchange tickers")
    .argument("<company>", "a ticker or a CIK")
    .argument("<serviceTicker>", "one to twenty letters, digits, dots and hyphens")
    .addOption(reasonOption())
    .action(async (company: string, serviceTicker: string, options: { reason?: string }) => {
      if (!/^[A-Za-z0-9][A-Za-z0-9.-]{0,19}$/.test(serviceTicker)) {
        throw new UsageError(
          "a service ticker has one to twenty letters, digits, dots and hyphens",
        );
      }
      await withServices(shell, async ({ context }) => {
        const cik = await builtCompany(company, context);
        const wanted = { entityId: entityIdOf(cik), ticker: serviceTicker };
        const { db } = context.database;
        const { ticker } = await refusedAsUsage(setServiceTicker(db, wanted, because(options)));
        await rebuildCompany(cik, context);
        shell.print(`${companyText(cik)} answers to ${ticker}`);
      });
    });
  const remove = new Command("remove")
    .description("remove a company's service ticker")
    .argument("<company>", "a ticker or a CIK")
    .addOption(reasonOption())
    .action(async (company: string, options: { reason?: string }) => {
      await withServices(shell, async ({ context }) => {
        const cik = await builtCompany(company, context);
        const { db } = context.database;
        const isRemoved = await removeServiceTicker(db, entityIdOf(cik), because(options));
        if (!isRemoved) return shell.print(`${companyText(cik)} has no service ticker`);
        await rebuildCompany(cik, context);
        shell.print(`${companyText(cik)} has no service ticker any more`);
      });
    });
  const command = new Command("service-ticker").description("tickers that this service assigns");
  command.addCommand(withExamples(set, ["npm run admin -- service-ticker set AAPL TENK-AAPL"]));
  command.addCommand(withExamples(remove, ["npm run admin -- service-ticker remove AAPL"]));
  return command;
}

function quarantinedCommand(shell: Shell): Command {
  const command = new Command("quarantined")
    .description("documents that were set aside, with the reason")
    .action(async () => {
      await withDatabase(shell, async (database) => {
        const documents = await listQuarantined(database.pool);
        if (documents.length === 0) shell.print("no document is set aside");
        for (const { companyKey: cik, url, digest, fetchedAt, quarantinedReason } of documents) {
          const whose = cik === null ? "lists" : companyText(cik);
          shell.print(
            `${whose}  ${fetchedAt}  ${url}  ${digest.slice(0, 12)}  ${quarantinedReason}`,
          );
        }
      });
    });
  return withExamples(command, ["npm run admin -- quarantined"]);
}

function retryCommand(shell: Shell): Command {
  const command = new Command("retry")
    .description("take a company's quarantined documents back into use and build it again")
    .argument("<company...>", "tickers or CIKs")
    .action(async (companies: string[]) => {
      await withServices(shell, async ({ context }) => {
        const ciks = await archivedCompanies({ ticker: companies }, context);
        for (const cik of ciks) await releaseDocuments(context.database.pool, cik);
        await runCompanies(shell, context, ciks, {
          job: "rebuild-company",
          label: "Rebuilding companies",
          run: (cik) => rebuildCompany(cik, context),
        });
      });
    });
  return withExamples(command, ["npm run admin -- retry AAPL"]);
}

function adoptArchiveCommand(shell: Shell): Command {
  const command = new Command("adopt-archive")
    .description(
      "use the archive at ARCHIVE_URL (or DATA_DIR) instead of a lost one: ingest --all then fetches what it lacks",
    )
    .action(async () => {
      await withStore(shell, async ({ db, archive }) => {
        await adoptArchive(db, archive);
        shell.print("the archive is this database's now");
      });
    });
  return withExamples(command, ["npm run admin -- adopt-archive"]);
}
