import { expect, test } from "vitest";
import { createEventStreams } from "#api/http/event-streams.ts";

test("a process that begins to listen reads all streams again: what came before is not late [COM-21]", async () => {
  const streams = createEventStreams();
  const news: string[] = [];
  let reads = 0;
  const stream = streams.open({
    ...{ userId: "ann", openMax: 1, topics: ["room"], seconds: 60 },
    next: async () => {
      reads += 1;
      const events = news.splice(0).map((data) => ({ event: "message", id: null, data }));
      return { events, hasMore: false, ended: false };
    },
  });
  let told = "";
  stream.on("data", (chunk) => {
    told += chunk;
  });
  await expect.poll(() => reads, { timeout: 5000 }).toBe(1);
  // The process missed the notice of this event.
  news.push("one");
  streams.wakeAll();
  await expect.poll(() => told, { timeout: 5000 }).toContain('data: "one"');
  streams.close();
  await expect.poll(() => stream.readableEnded, { timeout: 5000 }).toBe(true);
});
