import { Command } from "commander";
import { sourceOf } from "#ingest/sources/known.ts";
import { acceptGone } from "#ingest/store/fetch-state.ts";
import { companyText } from "#schemas/company-key.ts";
import { type Shell, UsageError, withExamples, withServices } from "../command.ts";
import { builtCompany } from "./companies.ts";

/** `admin accept-gone`: accepts that the source removed a company for good, so that its jobs no longer fail. */
export function acceptGoneCommand(shell: Shell): Command {
  const command = new Command("accept-gone")
    .description(
      "accept that the source no longer has a company's documents: stored data stays in use, and its jobs no longer fail",
    )
    .argument("<company>", "a ticker or a CIK")
    .option("--undo", "let its job fail again while they are gone")
    .action(async (company: string, options: { undo?: boolean }) => {
      await withServices(shell, async ({ context }) => {
        const cik = await builtCompany(company, context);
        const at = options.undo ? null : context.now().toISOString();
        const urls = sourceOf(cik).mainDocuments(cik);
        const gone = await acceptGone(context.database.pool, urls, at);
        if (gone.length === 0) {
          throw new UsageError(`the source has every document of ${companyText(cik)} that it had`);
        }
        const says = options.undo ? "a failure again while it is gone" : "accepted as gone";
        for (const url of gone) shell.print(`${says}: ${url}`);
      });
    });
  return withExamples(command, [
    "npm run admin -- accept-gone AAPL",
    "npm run admin -- accept-gone 320193 --undo",
  ]);
}
