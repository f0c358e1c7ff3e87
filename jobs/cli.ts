import { helpText } from "./help-text.ts";
import { surviveClosedPipes } from "./terminal/survive-closed-pipes.ts";

surviveClosedPipes();

let isInterrupted = false;
process.on("SIGINT", () => {
  // A second Ctrl-C ends the process at once.
  if (isInterrupted) process.exit(130);
  isInterrupted = true;
  process.stderr.write("\nstopping after the work at hand; press Ctrl-C again to stop now\n");
});

const args = process.argv.slice(2);
const help = helpText(args);
if (help === null) await run();
else process.stdout.write(help);

async function run(): Promise<void> {
  const { runCommand } = await import("./run-command.ts");
  process.exitCode = await runCommand(args, {
    env: process.env,
    print: (line) => process.stdout.write(`${line}\n`),
    warn: (line) => process.stderr.write(`${line}\n`),
    isInterrupted: () => isInterrupted,
  });
}
