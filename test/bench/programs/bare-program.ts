import fastify from "fastify";
import { request } from "undici";
import { answerCpu } from "../measure/cpu.ts";

/** Program: one bare route per body, sent from memory: what the framework itself can do. ORIGIN is asked for the bodies once. */
const app = fastify();
const origin = process.env.ORIGIN ?? "";
const answers = JSON.parse(process.env.PATHS ?? "[]") as { path: string; isGzip: boolean }[];
for (const { path, isGzip } of answers) {
  const body = await fetchBytes(path, isGzip);
  app.get(isGzip ? `${path}/gzip` : path, (_request, reply) => {
    reply.header("content-type", "application/json; charset=utf-8");
    if (isGzip) reply.header("content-encoding", "gzip");
    return reply.send(body);
  });
}
await app.listen({ port: 0, host: "127.0.0.1" });
const address = app.server.address();
answerCpu();
process.send?.({ port: typeof address === "object" ? address?.port : null });

/** The bytes as they travel: fetch would unpack them. */
async function fetchBytes(path: string, isGzip: boolean): Promise<Buffer> {
  const headers = { "accept-encoding": isGzip ? "gzip" : "identity" };
  const { statusCode, body } = await request(origin + path, { headers });
  if (statusCode !== 200) throw new Error(`${path} answers ${statusCode}`);
  return Buffer.from(await body.arrayBuffer());
}
