import { Command } from "commander";
import { decisions } from "#api/modules/administration/service.ts";
import { listForReview } from "#api/modules/directory-acts/service.ts";
import { findSubject, type Moderation, moderateListing } from "#api/modules/publication/service.ts";
import type { Db } from "#schemas/database/db.ts";
import { refusedAsUsage, type Shell, UsageError, withDatabase, withExamples } from "../command.ts";
import { onPlatform } from "./on-platform.ts";
import { because, reasonOption } from "./reason.ts";

const acts: Record<Moderation, string> = {
  block: "hide an entry and keep its owner from publishing it",
  archive: "close an entry for good; its managers still read it",
  restore: "undo a block or an archiving",
};

/** `admin listing`: moderates entries of the directory. */
export function listingCommand(shell: Shell): Command {
  const command = new Command("listing").description("moderate entries of the directory");
  for (const [act, what] of Object.entries(acts) as [Moderation, string][]) {
    const one = new Command(act)
      .description(what)
      .argument("<subject>", "slug or id")
      .option("--person", "of a person, not of an entity")
      .addOption(reasonOption())
      .action(async (name: string, options: { person?: boolean; reason?: string }) => {
        await onDatabase(shell, async (db) => {
          const subject = await findSubject(db, options.person ? "person" : "entity", name);
          if (subject === null) throw new UsageError(`nothing has the slug or id ${name}`);
          const { status } = await moderateListing(db, subject, act, because(options));
          shell.print(`the entry of ${name} is ${status}`);
        });
      });
    command.addCommand(one);
  }
  return withExamples(command, [
    "npm run admin -- listing block example-inc --reason 'Not a company'",
    "npm run admin -- listing restore ann --person",
  ]);
}

/** `admin correction`: decides on corrections that users suggest for directory entries. */
export function correctionCommand(shell: Shell): Command {
  const command = new Command("correction").description("decide what users suggest for profiles");
  const list = new Command("list").description(
    "suggestions that wait or are under review, oldest first",
  );
  list.action(() =>
    onDatabase(shell, async (db) => {
      const open = await listForReview(db);
      if (open.length === 0) shell.print("no suggestion is open");
      for (const { id, status, slug, field, value, evidence } of open) {
        shell.print([id, status, slug, field, oneLine(value), oneLine(evidence)].join("  "));
      }
    }),
  );
  command.addCommand(list);
  const acts = {
    review: "take a suggestion into review: its member is disputed until it is decided",
    accept: "accept it: an entry that no team manages changes",
    reject: "reject it: nothing changes",
  } as const;
  for (const [act, what] of Object.entries(acts) as [keyof typeof acts, string][]) {
    const one = new Command(act)
      .description(what)
      .argument("<correctionId>")
      .addOption(reasonOption());
    one.action((id: string, options: { reason?: string }) =>
      withDatabase(shell, async (database, config) => {
        const { field, status } = await onPlatform({ database, config }, (platform) =>
          decisions.decideCorrection(platform, idOf(id), act, because(options)),
        );
        shell.print(`the suggestion for ${field} is ${status}`);
      }),
    );
    command.addCommand(one);
  }
  return withExamples(command, [
    "npm run admin -- correction list",
    "npm run admin -- correction review 0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11",
  ]);
}

/** `admin entity verify`: records that the identity of an entity was checked. */
export function entityCommand(shell: Shell): Command {
  const verify = new Command("verify")
    .description("record that the identity of an entity was checked")
    .argument("<entity>", "slug or id")
    .option("--undo", "withdraw the verification")
    .addOption(reasonOption())
    .action(async (name: string, options: { undo?: boolean; reason?: string }) => {
      const { undo } = options;
      await withDatabase(shell, async (database, config) => {
        const subject = await findSubject(database.db, "entity", name);
        if (subject === null || !("entityId" in subject)) {
          throw new UsageError(`no entity has the slug or id ${name}`);
        }
        const { entityId } = subject;
        await onPlatform({ database, config }, (platform) =>
          decisions.decideEntity(
            platform,
            entityId,
            undo ? "unverify" : "verify",
            because(options),
          ),
        );
        shell.print(`${name} is ${undo ? "no longer" : "now"} verified`);
      });
    });
  const command = new Command("entity").description("an operator's records about an entity");
  command.addCommand(withExamples(verify, ["npm run admin -- entity verify example-inc"]));
  return command;
}

const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, " ");

function idOf(text: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase();
  throw new UsageError(`${text} is no id: npm run admin -- correction list shows them`);
}

const onDatabase = (shell: Shell, work: (db: Db) => Promise<void>): Promise<void> =>
  withDatabase(shell, ({ db }) => refusedAsUsage(work(db)));
