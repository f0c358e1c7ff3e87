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
 * A payment provider that speaks Stripe's wire format on loopback, for tests and trial installations. What it knows is
 * in the database, so that it outlives the process; its address does not.
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
  // It serves this process and keeps it from nothing.
  server.server.unref();
  const { port } = new URL(baseUrl);
  return { host, port: Number(port), close: () => server.close() };
}
