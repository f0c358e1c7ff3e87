import { Command } from "commander";
import { decisions } from "#api/modules/administration/service.ts";
import { takeFilings } from "#ingest/fetch/take-filings.ts";
import { rebuildCompany } from "#ingest/pipeline.ts";
import { type Shell, UsageError, withExamples, withServices } from "../command.ts";
import { onPlatform } from "./on-platform.ts";
import { because, reasonOption } from "./reason.ts";

/** `admin filing`: a verifier's decisions on filings. Their statements are built at once. */
export function filingCommand(shell: Shell): Command {
  const command = new Command("filing").description("decide what entities have filed");
  const verify = new Command("verify")
    .description("verify a submitted filing: its values count as audited with tier L3")
    .argument("<filingId>")
    .option("--tier <L2|L3>", "documents matched (L2), or attested by a third party (L3)", "L3")
    .addOption(reasonOption())
    .action((id: string, { tier, reason }: { tier: string; reason?: string }) => {
      if (tier !== "L2" && tier !== "L3") throw new UsageError("a tier is L2 or L3");
      return decide(shell, id, { act: "verify", tier, reason });
    });
  const reject = new Command("reject")
    .description(
      "reject a filing: its values leave the statements, and what it superseded comes back",
    )
    .argument("<filingId>")
    .addOption(reasonOption())
    .action((id: string, { reason }: { reason?: string }) =>
      decide(shell, id, { act: "reject", reason }),
    );
  command.addCommand(verify).addCommand(reject);
  return withExamples(command, [
    "npm run admin -- filing verify 0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11",
    "npm run admin -- filing reject 0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11 --reason 'A page is missing'",
  ]);
}

interface Decision {
  act: "verify" | "reject";
  tier?: "L2" | "L3";
  reason?: string | undefined;
}

async function decide(shell: Shell, id: string, { act, tier, reason }: Decision) {
  await withServices(shell, async ({ config, context }) => {
    const { database } = context;
    const row = await onPlatform({ database, config }, (platform) =>
      decisions.decideFiling(platform, id, { decision: act, tier }, because({ reason })),
    );
    const { keys } = await takeFilings(row.entityId, context);
    for (const key of keys) await rebuildCompany(key, context);
    shell.print(`filing ${id} is ${row.status}`);
  });
}
