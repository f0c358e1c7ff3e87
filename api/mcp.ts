import { Command, InvalidArgumentError } from "commander";

function webAddress(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? "")) return text;
  throw new InvalidArgumentError("Give an address such as http://127.0.0.1:3000.");
}

/** `npm run mcp`: the Model Context Protocol on standard input and output. Its modules are loaded after the arguments are read. */
async function main(): Promise<void> {
  const program = new Command("npm run --silent mcp --")
    .description(
      "Tools for agents over the Model Context Protocol, on standard input and output. TENK_API_KEY is sent as API key.",
    )
    .option(
      "--url <address>",
      "ask a service that runs, instead of the configured database",
      webAddress,
    )
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .parse();
  const { url } = program.opts<{ url?: string }>();
  const { serveMessages } = await import("./mcp-serve.ts");
  await serveMessages(url);
}

main().catch(async (error: unknown) => {
  const { startFailure } = await import("#schemas/config/start-fault.ts");
  process.stderr.write(`${startFailure(error)}\n`);
  process.exitCode = 1;
});
