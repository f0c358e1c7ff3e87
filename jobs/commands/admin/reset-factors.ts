import { Command } from "commander";
import { pino } from "pino";
import { openFileStore } from "#api/clients/files.ts";
import { openJobSender } from "#api/clients/job-sender.ts";
import { resetFactors } from "#api/modules/second-factors/service.ts";
import { openPlatform } from "#api/platform.ts";
import { refusedAsUsage, type Shell, withExamples, withServices } from "../command.ts";

/** `admin reset-factors`: lets in a person who has lost all second factors. */
export function resetFactorsCommand(shell: Shell): Command {
  const command = new Command("reset-factors")
    .description(
      "remove all second factors of the account with this email address, and end its sessions: make sure first that it is its person who asks",
    )
    .argument("<email>")
    .action(async (email: string) => {
      await withServices(shell, async ({ config, context }) => {
        const { database, now } = context;
        const { filesUrl, publicUrl } = config;
        const log = pino({ level: "silent" });
        const jobs = openJobSender(database, log);
        await jobs.start();
        try {
          const parts = { files: openFileStore(filesUrl), publicUrl, now, log };
          const platform = openPlatform({ db: database.db, jobs, ...parts });
          await refusedAsUsage(resetFactors(platform, email));
        } finally {
          await jobs.stop();
        }
        shell.print(`${email} has no second factor any more; the password lets in`);
      });
    });
  return withExamples(command, ["npm run admin -- reset-factors ann@example.com"]);
}
