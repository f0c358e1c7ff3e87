import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { sampleCompanies, sampleDate } from "#ingest/sample/companies.ts";
import { type Figures, readFigures } from "#ingest/sample/figures.ts";
import { answerTo, type SampleArchives } from "#ingest/sample/routes.ts";
import { undeclaredToolPage } from "./pages.ts";
import { prepare, type SentDocument, sendDocument, sendPage } from "./send.ts";

/** What a test makes the regulator do instead of its own answer. */
export type Fault =
  /** Another answer: `{ kind: "answer", ...ratePage }`, or the other pages of pages.ts. */
  | {
      kind: "answer";
      status: number;
      contentType?: string;
      headers?: Record<string, string>;
      body?: string | Uint8Array;
    }
  /** The true answer, with its whole length promised, cut after so many bytes of body. */
  | { kind: "cut"; bytes: number }
  /** The true answer, so much later. */
  | { kind: "slow"; ms: number };

interface RequestLog {
  /** Milliseconds since 1970, on a clock that never goes back while the process lives. */
  atMs: number;
  method: string;
  /** Path and query. */
  path: string;
  userAgent: string;
  acceptEncoding: string;
  /** The status that was sent, 304 and faults included; 0 while a slow answer is due. */
  status: number;
}

export interface RegulatorOptions {
  /** 0 or absent: any free port. */
  port?: number;
  /** The day the regulator lives in: nothing filed later is served. Default: the sample's date. */
  date?: string;
  /** Asked before every answer; null or absent lets the true answer pass. */
  faults?: (request: { method: string; path: string }) => Fault | null;
  /** Whom it knows; default: the bundled companies. */
  companies?: readonly Figures[];
  /** What it has of single filings, and its data sets; default: nothing. */
  archives?: SampleArchives;
}

export interface Regulator {
  /** Serves the paths of both of the real service's hosts. */
  url: string;
  /** The newest requests, oldest first. */
  log: RequestLog[];
  /** Lets time pass (or go back): filings up to and including this date are served from now on. */
  moveTo(date: string): void;
  close(): Promise<void>;
}

const logLength = 10_000;

/**
 * A small HTTP server on 127.0.0.1 that answers like the regulator's own service, from the bundled
 * figures: the same addresses, wire format, error pages, validators and compression.
 * Rejects when the port is taken. The figures are read with the first request.
 */
export async function startRegulator(options: RegulatorOptions = {}): Promise<Regulator> {
  let read: Promise<readonly Figures[]> | null = null;
  let date = options.date ?? sampleDate;
  const sentDocuments = new Map<string, SentDocument>();
  const log: RequestLog[] = [];
  const waiting = new Set<NodeJS.Timeout>();

  const documentAt = async (path: string) => {
    const day = date;
    // With the first request: most starts ask for nothing.
    read ??= companiesOf(options);
    const document = prepare(await answerTo(await read, day, path, options.archives));
    if (!("status" in document) && day === date) sentDocuments.set(path, document);
    return document;
  };
  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    cutAt: number | null,
  ) => {
    const path = request.url ?? "/";
    if (!isDeclared(request)) return sendPage(response, undeclaredToolPage);
    const document = sentDocuments.get(path) ?? (await documentAt(path));
    if ("status" in document) return sendPage(response, document);
    sendDocument(request, response, document, cutAt);
  };

  const server = createServer(async (request, response) => {
    const entry = record(log, request);
    const { method, path } = entry;
    const fault = options.faults?.({ method, path }) ?? null;
    if (fault?.kind === "answer") {
      if (fault.contentType) response.setHeader("content-type", fault.contentType);
      response.writeHead(fault.status, fault.headers).end(fault.body);
    } else if (method !== "GET" && method !== "HEAD") {
      response.writeHead(405).end();
    } else if (fault?.kind === "slow") {
      const timer = setTimeout(async () => {
        waiting.delete(timer);
        await answer(request, response, null);
        entry.status = response.statusCode;
      }, fault.ms);
      waiting.add(timer);
      return;
    } else {
      await answer(request, response, fault?.bytes ?? null);
    }
    entry.status = response.statusCode;
  });

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was bound");
  return {
    url: `http://127.0.0.1:${address.port}`,
    log,
    moveTo(day) {
      date = day;
      sentDocuments.clear();
    },
    close() {
      for (const timer of waiting) clearTimeout(timer);
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

const companiesOf = async ({ companies }: RegulatorOptions): Promise<readonly Figures[]> =>
  companies ?? Promise.all(sampleCompanies.map(({ cik }) => readFigures(cik)));

/** The real service asks for a User-Agent that names a contact. */
function isDeclared(request: IncomingMessage): boolean {
  return /[^\s@]@[^\s@.]+\.[^\s@]/.test(request.headers["user-agent"] ?? "");
}

function record(log: RequestLog[], request: IncomingMessage): RequestLog {
  const entry = {
    atMs: performance.timeOrigin + performance.now(),
    method: request.method ?? "GET",
    path: request.url ?? "/",
    userAgent: request.headers["user-agent"] ?? "",
    acceptEncoding: String(request.headers["accept-encoding"] ?? ""),
    status: 0,
  };
  log.push(entry);
  if (log.length > logLength) log.shift();
  return entry;
}
