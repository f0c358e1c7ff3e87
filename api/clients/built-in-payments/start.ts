import { fastify } from "fastify";
import { servePages } from "./pages.ts";
import type { ProviderSetup } from "./provider.ts";
import { readForm } from "./read-form.ts";
import { serveWire } from "./wire.ts";

export interface RunningProvider {
  host: string;
  port: number;
  close(): Promise<void>;
}

/**
 * Starts a payment provider with Stripe's API on the loopback interface, for tests and trial installations. Its data is
 * in the database and survives a restart; its port changes.
 */
export async function startBuiltInPayments(setup: ProviderSetup): Promise<RunningProvider> {
  const server = fastify({ logger: false, forceCloseConnections: true, bodyLimit: 65_536 });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, readForm(body as string)),
  );
  let baseUrl = "";
  serveWire(server, () => ({ ...setup, baseUrl }));
  servePages(server, () => setup);
  server.setErrorHandler((error, _request, reply) => {
    setup.log.warn({ err: error }, "the built-in payment provider failed");
    return reply.code(500).send({ error: { type: "api_error", message: "It failed" } });
  });
  const host = "127.0.0.1";
  baseUrl = await server.listen({ host, port: 0 });
  // It must not keep this process running.
  server.server.unref();
  const { port } = new URL(baseUrl);
  return { host, port: Number(port), close: () => server.close() };
}
