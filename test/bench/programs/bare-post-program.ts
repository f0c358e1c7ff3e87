import fastify from "fastify";
import { answerCpu } from "../measure/cpu.ts";

/** Program: a bare route that parses a posted body and stringifies the answer that ORIGIN gave to BODY once. */
const app = fastify();
const path = process.env.PATH_POSTED ?? "";
const answer: unknown = await (
  await fetch((process.env.ORIGIN ?? "") + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: process.env.BODY ?? "{}",
  })
).json();
app.post(path, (_request, reply) => {
  reply.header("content-type", "application/json; charset=utf-8");
  return reply.send(JSON.stringify(answer));
});
await app.listen({ port: 0, host: "127.0.0.1" });
const address = app.server.address();
answerCpu();
process.send?.({ port: typeof address === "object" ? address?.port : null });
