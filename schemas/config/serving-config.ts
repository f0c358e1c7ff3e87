import { once } from "node:events";
import { createServer } from "node:net";
import { type Config, readConfig } from "./config.ts";

/**
 * The settings of a process that serves. `PORT=0` becomes a free port here, before anything is built, so that
 * `publicUrl`, and with it each link in mails, documents and OAuth answers, names the port that is listened on. Throws
 * `ConfigError` as `readConfig` does, and the fault of the system where the address cannot be used.
 */
export async function readServingConfig(env: Record<string, string | undefined>): Promise<Config> {
  const config = readConfig(env);
  if (config.port !== 0) return config;
  return readConfig({ ...env, PORT: String(await freePort(config.host)) });
}

async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No port was given");
  return address.port;
}
