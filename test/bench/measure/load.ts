import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** What a load saw. Times in milliseconds. */
export interface LoadResult {
  requests: number;
  seconds: number;
  latencies: number[];
  /** Answers by status. */
  statuses: Record<string, number>;
  /** Bytes of one answer with its headers. */
  bytes: number;
}

export interface Target {
  port: number;
  path: string;
  headers?: Record<string, string>;
  /** JSON in ASCII that is posted; without it the path is read. */
  body?: string;
}

/**
 * As many requests as a few open connections get answered, one at a time on each. An answer is read
 * into one buffer and only its head is looked at: on a body of 200 kB usual clients cost several times what the
 * server does, and would be what is measured. Of several targets each request takes the next one.
 */
export async function loadFully(
  target: Target | readonly Target[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<LoadResult> {
  const result = emptyResult();
  const start = performance.now();
  const until = start + seconds * 1000;
  const targets = [target].flat() as Target[];
  const [first] = targets;
  if (first === undefined) throw new Error("a load without a target");
  let sent = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = await openConnection(first.port);
      while (performance.now() < until) {
        await connection.request(targets[sent++ % targets.length] ?? first, result);
      }
      connection.close();
    }),
  );
  result.seconds = (performance.now() - start) / 1000;
  return result;
}

/**
 * Requests at a fixed rate until `done`, each timed from when it was due, so that a server that stalls is
 * charged for those it kept waiting. `next` chooses each target.
 */
export async function loadSteadily(
  next: () => Target,
  { perSecond, done }: { perSecond: number; done: Promise<unknown> },
): Promise<LoadResult> {
  const result = emptyResult();
  let isDone = false;
  const finish = done.then(() => {
    isDone = true;
  });
  const idle: Connection[] = [];
  const running = new Set<Promise<void>>();
  const start = performance.now();
  for (let sent = 0; !isDone; sent += 1) {
    const due = start + (sent * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await Promise.race([sleep(wait), finish]);
    if (isDone) break;
    const target = next();
    const one = (async () => {
      const connection = idle.pop() ?? (await openConnection(target.port));
      await connection.request(target, result, due);
      idle.push(connection);
    })().finally(() => running.delete(one));
    running.add(one);
  }
  await Promise.all(running);
  for (const connection of idle) connection.close();
  result.seconds = (performance.now() - start) / 1000;
  return result;
}

export const emptyResult = (): LoadResult => ({
  requests: 0,
  seconds: 0,
  latencies: [],
  statuses: {},
  bytes: 0,
});

export interface Connection {
  request(target: Target, result: LoadResult, since?: number): Promise<void>;
  close(): void;
}

const noBody = new Set(["204", "304"]);

interface Answer {
  status: string;
  bytes: number;
}

/** A kept-alive connection for one request at a time; answers must carry Content-Length. */
export async function openConnection(port: number): Promise<Connection> {
  let left = 0;
  let answer: Answer | null = null;
  let settle: { done: (answer: Answer) => void; fail: (error: Error) => void } | null = null;
  const onData = (size: number, buffer: Uint8Array): boolean => {
    if (answer === null) {
      answer = readHead(Buffer.from(buffer.buffer, buffer.byteOffset, size));
      left = answer.bytes;
    }
    left -= size;
    if (left > 0) return true;
    const whole = answer;
    answer = null;
    settle?.done(whole);
    return true;
  };
  const onread = { buffer: Buffer.allocUnsafe(1 << 20), callback: onData };
  const socket = connect({ port, host: "127.0.0.1", noDelay: true, onread });
  socket.on("error", (error) => settle?.fail(error));
  socket.on("close", () => settle?.fail(new Error("the server closed the connection")));
  await once(socket, "connect");
  return {
    async request(target, result, since = performance.now()) {
      const { status, bytes } = await new Promise<Answer>((done, fail) => {
        settle = { done, fail };
        socket.write(requestText(target), "latin1");
      });
      result.latencies.push(performance.now() - since);
      result.requests += 1;
      result.statuses[status] = (result.statuses[status] ?? 0) + 1;
      result.bytes = bytes;
    },
    close: () => socket.destroy(),
  };
}

/** Status and size of an answer from its first bytes, which hold its whole head. */
function readHead(buffer: Buffer): { status: string; bytes: number } {
  const end = buffer.indexOf("\r\n\r\n");
  if (end < 0) throw new Error("an answer came without its head");
  const head = buffer.toString("latin1", 0, end);
  const status = head.slice(9, 12);
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  if (length === undefined && !noBody.has(status)) throw new Error(`no length: ${head}`);
  return { status, bytes: end + 4 + Number(length ?? 0) };
}

function requestText({ path, port, headers = {}, body }: Target): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const method = body === undefined ? "GET" : "POST";
  if (body !== undefined) {
    lines.push("content-type: application/json\r\n", `content-length: ${body.length}\r\n`);
  }
  const head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${lines.join("")}\r\n`;
  return head + (body ?? "");
}
