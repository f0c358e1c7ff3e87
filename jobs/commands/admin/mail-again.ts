import { Command } from "commander";
import { allowAddressAgain } from "#api/modules/mail/service.ts";
import { type Shell, UsageError, withDatabase, withExamples } from "../command.ts";

/** `admin mail-again`: allows mail again to an address that a mail server refused. */
export function mailAgainCommand(shell: Shell): Command {
  const command = new Command("mail-again")
    .description("send mail again to an address that its mail server has refused for good")
    .argument("<email>")
    .action(async (email: string) => {
      await withDatabase(shell, async (database) => {
        if (!(await allowAddressAgain(database.db, email))) {
          throw new UsageError(`no mail server has refused ${email}: mail goes there`);
        }
        shell.print(`mail goes to ${email} again`);
      });
    });
  return withExamples(command, ["npm run admin -- mail-again ann@example.com"]);
}
