import { runCommand } from "./run-command.ts";
import { surviveClosedPipes } from "./terminal/survive-closed-pipes.ts";

surviveClosedPipes();

let isInterrupted = false;
process.on("SIGINT", () => {
  // A second Ctrl-C ends the process at once.
  if (isInterrupted) process.exit(130);
  isInterrupted = true;
  process.stderr.write("\nstopping after the work at hand; press Ctrl-C again to stop now\n");
});

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  print: (line) => process.stdout.write(`${line}\n`),
  warn: (line) => process.stderr.write(`${line}\n`),
  isInterrupted: () => isInterrupted,
});
