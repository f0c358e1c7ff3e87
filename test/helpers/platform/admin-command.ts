import { runCommand } from "#jobs/run-command.ts";
import type { Database } from "#schemas/database/db.ts";

/** Runs `npm run admin` on an open database: to open an embedded one takes longer than most commands. */
export const adminOn =
  (database: Database) =>
  async (...args: string[]) => {
    const [out, err]: [string[], string[]] = [[], []];
    const code = await runCommand(["admin", ...args], {
      env: {},
      database,
      print: (line) => out.push(line),
      warn: (line) => err.push(line),
      isInterrupted: () => false,
    });
    return { code, out: out.join("\n"), err: err.join("\n") };
  };
