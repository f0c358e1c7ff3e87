import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Terminal } from "#schemas/shapes/companies/terminal.ts";
import { type Answer, andThen } from "../../and-then.ts";
import type { Caller } from "../../auth/caller.ts";
import type { Deps } from "../../deps.ts";
import type { StoredBytes } from "../../http/requests/handled.ts";
import { getQuote } from "../models/service.ts";
import { type CompanyInView, getTerminal } from "./service.ts";

type TerminalDeps = Pick<
  Deps,
  "db" | "documents" | "owners" | "prices" | "now" | "registry" | "views"
>;

/**
 * The terminal with the quote of the day that is asked for. Where no prices are configured it is the stored document
 * as it is. Throws 404 when there is no such company.
 */
export function getQuotedTerminal(
  deps: TerminalDeps,
  of: CompanyInView,
  caller: Caller | null,
): Answer<StoredBytes> {
  const document = getTerminal(deps, of, caller);
  if (!deps.prices.isConfigured) return document;
  const { entityId, view } = of;
  const asOf = view.kind === "asOf" ? view.date : undefined;
  return andThen(document, async (known) =>
    withQuote(known, await getQuote(deps, { entityId, asOf, viewer: caller })),
  );
}

interface DocumentWithQuote {
  quote: string;
  made: Promise<StoredBytes>;
}

/** The last answer of each document, for as long as the document is cached. */
const quoted = new WeakMap<StoredBytes, DocumentWithQuote>();

function withQuote(
  document: StoredBytes,
  marketData: Terminal["marketData"],
): Promise<StoredBytes> {
  const quote = JSON.stringify(marketData);
  const cached = quoted.get(document);
  if (cached?.quote === quote) return cached.made;
  const bytes = write(document, marketData, quote);
  quoted.set(document, { quote, made: bytes });
  return bytes;
}

async function write(
  { identity, etag, visibility }: StoredBytes,
  marketData: Terminal["marketData"],
  quote: string,
): Promise<StoredBytes> {
  const { data, ...envelope } = JSON.parse(identity.toString()) as { data: Terminal };
  const state = marketData.state === "available" ? "available" : "unavailable";
  const modules = data.modules.map((one) => (one.key === "marketData" ? { ...one, state } : one));
  const body = Buffer.from(JSON.stringify({ data: { ...data, marketData, modules }, ...envelope }));
  const digest = createHash("sha256").update(quote).digest("hex").slice(0, 12);
  return {
    identity: body,
    gzip: await pack(body),
    visibility,
    etag: `${etag.slice(0, -1)}-${digest}"`,
  };
}

const pack = promisify(gzip);
