import { Argument, Command } from "commander";
import {
  clearFlag,
  type FlagAudience,
  findAccountId,
  type ListedFlag,
  listFlags,
  setFlag,
} from "#api/modules/administration/service.ts";
import type { Db } from "#schemas/database/db.ts";
import { counted, type Shell, UsageError, withDatabase, withExamples } from "../command.ts";
import { because, reasonOption } from "./reason.ts";

const scopes = ["everyone", "account", "percentage"] as const;

/** `admin flag`: switches features on and off for an audience. */
export function flagCommand(shell: Shell): Command {
  const command = new Command("flag").description(
    "the accounts for which a feature is on; every process follows within a second",
  );
  command.addCommand(listCommand(shell));
  command.addCommand(setCommand(shell));
  command.addCommand(clearCommand(shell));
  return command;
}

function listCommand(shell: Shell): Command {
  const command = new Command("list")
    .description("every flag and the accounts for which it is on; a flag that is not listed is off")
    .action(() =>
      withDatabase(shell, async ({ db }) => {
        const rows = await listFlags(db);
        if (rows.length === 0) shell.print("no flag is on");
        for (const row of rows) shell.print(`${row.flag}  ${audienceText(row)}`);
      }),
    );
  return withExamples(command, ["npm run admin -- flag list"]);
}

function setCommand(shell: Shell): Command {
  const command = new Command("set")
    .description("switch a flag on for everyone, for one account, or for a share of all accounts")
    .argument("<flag>", "lower-case letters, digits, _ and -")
    .addArgument(new Argument("<scope>").choices(scopes))
    .argument("[value]", "the address of the account, or 0 to 100 percent")
    .addOption(reasonOption())
    .action(
      async (
        flag: string,
        scope: FlagAudience["scope"],
        value: string | undefined,
        options: { reason?: string },
      ) => {
        checkFlag(flag);
        checkValue(scope, value);
        await withDatabase(shell, async ({ db }) => {
          await setFlag(db, flag, await readAudience(db, scope, value), because(options));
          shell.print(`${flag} is on for ${phrase(scope, value)}`);
        });
      },
    );
  return withExamples(command, [
    "npm run admin -- flag set new_terminal account ann@example.com",
    "npm run admin -- flag set new_terminal percentage 10",
    "npm run admin -- flag set new_terminal everyone",
  ]);
}

function clearCommand(shell: Shell): Command {
  const command = new Command("clear")
    .description("switch a flag off, for all or for those named")
    .argument("<flag>")
    .addArgument(new Argument("[scope]", "default: all of them").choices(scopes))
    .argument("[email]", "with the scope account: only this one")
    .addOption(reasonOption())
    .action(
      async (
        flag: string,
        scope: FlagAudience["scope"] | undefined,
        email: string | undefined,
        options: { reason?: string },
      ) => {
        checkFlag(flag);
        if (email !== undefined && scope !== "account") {
          throw new UsageError("only the scope account takes an address");
        }
        await withDatabase(shell, async ({ db }) => {
          const audience = await clearedAudience(db, scope, email);
          const gone = await clearFlag(db, flag, audience, because(options));
          shell.print(
            gone === 0
              ? `${flag} was not on there`
              : `${flag}: off for ${counted(gone, "audience")}`,
          );
        });
      },
    );
  return withExamples(command, [
    "npm run admin -- flag clear new_terminal",
    "npm run admin -- flag clear new_terminal account ann@example.com",
  ]);
}

function checkFlag(flag: string): void {
  if (/^[a-z][a-z0-9_-]{0,63}$/.test(flag)) return;
  throw new UsageError("a flag has 1 to 64 lower-case letters, digits, _ and -, a letter first");
}

/** Throws UsageError for a value that the scope does not accept. */
function checkValue(scope: FlagAudience["scope"], value: string | undefined): void {
  if (scope === "everyone" && value !== undefined) {
    throw new UsageError("the scope everyone takes no value");
  }
  if (scope === "account" && value === undefined) {
    throw new UsageError("account takes the address of an account");
  }
  if (scope === "percentage" && !(/^\d{1,3}$/.test(value ?? "") && Number(value) <= 100)) {
    throw new UsageError("percentage takes a whole number from 0 to 100");
  }
}

async function readAudience(
  db: Db,
  scope: FlagAudience["scope"],
  value = "",
): Promise<FlagAudience> {
  if (scope === "account") return { scope, accountId: await accountOf(db, value) };
  return scope === "everyone" ? { scope } : { scope, percentage: Number(value) };
}

/** The audience to clear; null clears the flag for all. */
async function clearedAudience(
  db: Db,
  scope: FlagAudience["scope"] | undefined,
  email: string | undefined,
) {
  if (scope === undefined) return null;
  return email === undefined ? { scope } : { scope, accountId: await accountOf(db, email) };
}

async function accountOf(db: Db, email: string): Promise<string> {
  const id = await findAccountId(db, email);
  if (id === null) throw new UsageError(`no account has the address ${email}`);
  return id;
}

const audienceText = ({ scope, email, percentage }: ListedFlag) =>
  phrase(scope, scope === "account" ? (email ?? "") : String(percentage));

const phrase = (scope: FlagAudience["scope"], value = "") =>
  ({ everyone: "everyone", account: `account ${value}`, percentage: `${value} % of all accounts` })[
    scope
  ];
