import { Command } from "commander";
import { decisions } from "#api/modules/administration/service.ts";
import { type Shell, UsageError, withDatabase, withExamples } from "../command.ts";
import { onPlatform } from "./on-platform.ts";
import { because, reasonOption } from "./reason.ts";

/** `admin report`: a verifier's decisions on reports. */
export function reportCommand(shell: Shell): Command {
  const command = new Command("report").description("decide what users have submitted as reports");
  const acts = { review: "take it into review", verify: "verify it", reject: "reject it" } as const;
  for (const [act, what] of Object.entries(acts) as [keyof typeof acts, string][]) {
    const one = new Command(act).description(what).argument("<reportId>").addOption(reasonOption());
    if (act === "verify") one.option("--score <0-100>", "how far it was verified", "100");
    one.action(async (id: string, options: { score?: string; reason?: string }) => {
      await withDatabase(shell, async (database, config) => {
        const score = options.score === undefined ? undefined : parseScore(options.score);
        const row = await onPlatform({ database, config }, (platform) =>
          decisions.decideReport(platform, id, { decision: act, score }, because(options)),
        );
        shell.print(`report ${id} is ${row.status}`);
      });
    });
    command.addCommand(one);
  }
  return withExamples(command, [
    "npm run admin -- report verify 0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11 --score 90",
    "npm run admin -- report reject 0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11 --reason 'The figures do not match'",
  ]);
}

function parseScore(text: string): number {
  if (!/^(100|\d{1,2})$/.test(text)) throw new UsageError("a score is a whole number of 0 to 100");
  return Number(text);
}
