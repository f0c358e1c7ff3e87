/**
 * For processes that read settings and take no arguments: `--help` says so and ends the process with 0,
 * anything else ends it with 2, so that a mistyped option is not taken for a start.
 */
export function takeNoArguments(command: string, does: string): void {
  const args = process.argv.slice(2);
  if (args.length === 0) return;
  if (args.every((arg) => arg === "--help" || arg === "-h")) {
    process.stdout.write(
      `Usage: ${command}\n\n${does}\n\nIt takes no options: settings are environment variables (README.md, Settings).\n`,
    );
    process.exit(0);
  }
  process.stderr.write(
    `error: ${command} takes no arguments, and ${args[0]} was given: settings are environment variables\n`,
  );
  process.exit(2);
}
