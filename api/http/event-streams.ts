import { Readable } from "node:stream";
import { forbidden } from "./errors.ts";

/** One server-sent event. */
interface StreamEvent {
  event: string;
  /** What a client sends as `Last-Event-ID` when it connects again. Null leaves the last one as it is. */
  id: string | null;
  data: unknown;
}

/** What to send next. `ended` closes the stream after the events. */
export interface NextEvents {
  events: StreamEvent[];
  /** True when more events can be read at once. */
  hasMore: boolean;
  ended: boolean;
}

interface StreamRequest {
  /** The account that the stream counts for. */
  userId: string;
  /** How many streams the account may have open in this process. */
  openMax: number;
  /** Notices on these topics make the stream read again at once. */
  topics: readonly string[];
  /** The stream ends after so many seconds. */
  seconds: number;
  /** Reads what came since the last call. */
  next(): Promise<NextEvents>;
}

/** The event streams that this process holds open. */
export interface EventStreams {
  /** Opens a stream. Throws 403 when the account has as many open as it may have. */
  open(request: StreamRequest): Readable;
  /** Makes the streams of a topic read again. */
  wake(topic: string): void;
  /** Makes all streams read again, because notices may have been missed. */
  wakeAll(): void;
  /** Ends all streams. Later ones end at once. */
  close(): void;
}

/** Without a notice a stream reads again after this, so that a lost notice delays an event and loses none. */
const quietMs = 15_000;

/** Who waits for a notice on a topic. */
function createNotices() {
  const waiting = new Map<string, Set<() => void>>();

  /** Resolves at the next notice on a topic, after the quiet time, or when the stream ends. */
  const next = (topics: readonly string[], signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        for (const topic of topics) {
          const woken = waiting.get(topic);
          woken?.delete(done);
          if (woken?.size === 0) waiting.delete(topic);
        }
        resolve();
      };
      const timer = setTimeout(done, quietMs);
      signal.addEventListener("abort", done);
      for (const topic of topics) waiting.set(topic, (waiting.get(topic) ?? new Set()).add(done));
      if (signal.aborted) done();
    });

  const wake = (topics: Iterable<string>) => {
    for (const done of [...topics].flatMap((topic) => [...(waiting.get(topic) ?? [])])) done();
  };
  return { next, wake: (topic: string) => wake([topic]), wakeAll: () => wake(waiting.keys()) };
}

/** Makes the event streams of one process. */
export function createEventStreams(): EventStreams {
  const openOf = new Map<string, number>();
  const notices = createNotices();
  const closing = new AbortController();

  const count = (userId: string, by: 1 | -1) => {
    const open = (openOf.get(userId) ?? 0) + by;
    if (open === 0) openOf.delete(userId);
    else openOf.set(userId, open);
  };

  async function* write(
    { topics, next }: StreamRequest,
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    // Sent at once, so that the client gets the headers.
    yield ": open\n\n";
    while (!signal.aborted) {
      // Waiting begins before reading: a notice in between is not missed.
      const waited = new AbortController();
      const notice = notices.next(topics, AbortSignal.any([signal, waited.signal]));
      try {
        const { events, hasMore, ended } = await next();
        yield* events.map(textOf);
        if (ended) return;
        if (hasMore) continue;
        await notice;
      } finally {
        waited.abort();
      }
      if (!signal.aborted) yield ": still open\n\n";
    }
  }

  return {
    open(request) {
      const { userId, openMax, seconds } = request;
      if ((openOf.get(userId) ?? 0) >= openMax) {
        throw forbidden(`The plan allows ${openMax} open event streams: close one first`);
      }
      const gone = new AbortController();
      const ends = [gone.signal, closing.signal, AbortSignal.timeout(seconds * 1000)];
      const written = write(request, AbortSignal.any(ends));
      count(userId, 1);
      // Readable.from would wait for the next notice before it lets go of a client that has left.
      const stream = new Readable({
        read() {
          written.next().then(
            ({ done, value }) => this.push(done === true ? null : value),
            (error: Error) => this.destroy(error),
          );
        },
        destroy(error, done) {
          gone.abort();
          count(userId, -1);
          done(error);
        },
      });
      return stream;
    },
    wake: notices.wake,
    wakeAll: notices.wakeAll,
    close: () => closing.abort(),
  };
}

const textOf = ({ event, id, data }: StreamEvent): string =>
  `${id === null ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
