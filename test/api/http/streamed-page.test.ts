import { get, type IncomingMessage, type ServerResponse } from "node:http";
import fastify, { type FastifyReply } from "fastify";
import { expect, test } from "vitest";
import type { StoredBytes } from "#api/http/requests/handled.ts";
import { sendStreamed } from "#api/http/responses/send-streamed.ts";

const page = (html: string): StoredBytes => ({
  identity: Buffer.from(html),
  gzip: null,
  etag: '"1"',
  visibility: "public",
});

/** A service whose one page is made as `whole` says. */
async function serve(
  whole: () => Promise<StoredBytes>,
  onReply: (reply: FastifyReply) => void = () => {},
) {
  const app = fastify();
  const failed = (error: unknown) => `<p>begin ${(error as Error).message}`;
  const of = { prefix: "<p>begin", whole, failed, headers: { "x-page": "yes" } };
  app.get("/", (request, reply) => {
    onReply(reply);
    return sendStreamed(request, reply, of);
  });
  return { app, url: await app.listen({ port: 0, host: "127.0.0.1" }) };
}

test("the beginning arrives while the rest is not made yet, and is not sent twice", async () => {
  let made: (page: StoredBytes) => void = () => {};
  const { app, url } = await serve(
    () =>
      new Promise((resolve) => {
        made = resolve;
      }),
  );
  const answer = await new Promise<IncomingMessage>((resolve) => get(url, resolve));
  const chunks: string[] = [];
  for await (const chunk of answer) {
    if (chunks.length === 0) made(page("<p>begin, middle and end"));
    chunks.push(String(chunk));
  }
  expect(chunks[0]).toBe("<p>begin");
  expect(chunks.join("")).toBe("<p>begin, middle and end");
  await app.close();
});

test("a page that cannot be made ends with why", async () => {
  const { app } = await serve(() => Promise.reject(new Error("failed")));
  const { body, headers } = await app.inject("/");
  expect([body, headers["x-page"]]).toEqual(["<p>begin failed", "yes"]);
  await app.close();
});

test.each(["gzip", "identity"])(
  "making begins after the beginning was sent (%s)",
  async (coding) => {
    let sent: ServerResponse | null = null;
    let bytesSent = 0;
    const { app, url } = await serve(
      async () => {
        bytesSent = sent?.socket?.bytesWritten ?? 0;
        return page("<p>begin and end");
      },
      (reply) => {
        sent = reply.raw;
      },
    );
    const answer = await fetch(url, { headers: { "accept-encoding": coding } });
    expect(await answer.text()).toBe("<p>begin and end");
    expect(bytesSent).toBeGreaterThan(0);
    await app.close();
  },
);
