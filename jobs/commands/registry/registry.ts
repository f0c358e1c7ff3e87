import { Command } from "commander";
import { type Shell, withExamples } from "../command.ts";
import { registryCheckCommand } from "./registry-check.ts";
import { registryCoverageCommand } from "./registry-coverage.ts";
import { registryDiffCommand } from "./registry-diff.ts";
import { registryImpactCommand } from "./registry-impact.ts";
import { registryLinkbasesCommand } from "./registry-linkbases.ts";
import { registryReleaseCommand } from "./registry-release.ts";
import { registrySuggestCommand } from "./registry-suggest.ts";
import { registryVerifyCommand } from "./registry-verify.ts";

/** `registry`: commands for maintainers of the mappings. */
export function registryCommand(shell: Shell): Command {
  const command = new Command("registry")
    .description("check, compare, try out and release the mappings of the registry")
    .addHelpText("after", "\nHow to change a mapping, step by step: registry/README.md");
  for (const make of parts) command.addCommand(make(shell));
  return withExamples(command, [
    "npm run registry -- check",
    "npm run registry -- diff 1.0.0 working",
    "npm run registry -- impact --ticker AAPL MSFT",
    "npm run registry -- release --dry-run",
  ]);
}

const parts = [
  registryCheckCommand,
  registryDiffCommand,
  registryImpactCommand,
  registryCoverageCommand,
  registryLinkbasesCommand,
  registrySuggestCommand,
  registryReleaseCommand,
  registryVerifyCommand,
];
