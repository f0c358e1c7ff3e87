/**
 * For programs without arguments. `--help` prints the usage and exits with 0; any other argument exits with 2, so that
 * a mistyped option does not start the program.
 */
export function rejectArguments(command: string, does: string): void {
  const args = process.argv.slice(2);
  if (args.length === 0) return;
  if (args.every((arg) => arg === "--help" || arg === "-h")) {
    process.stdout.write(
      `Usage: ${command}\n\n${does}\n\nIt takes no options: settings are environment variables (docs/settings.md).\n`,
    );
    process.exit(0);
  }
  process.stderr.write(
    `error: ${command} takes no arguments, and ${args[0]} was given: settings are environment variables\n`,
  );
  process.exit(2);
}
