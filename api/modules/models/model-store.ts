import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { createWriter } from "#registry/models/answers/result-json.ts";
import type { Template } from "#registry/models/catalogue.ts";
import { computeModel, prepareModel } from "#registry/models/compute.ts";
import type { Model } from "#registry/models/family.ts";
import type { ModelFacts } from "#registry/models/inputs/facts.ts";
import { listModels } from "#registry/models/listing.ts";
import { type Market, marketNotConfigured } from "#registry/models/market/price.ts";
import { withMarket } from "#registry/models/market/with-market.ts";
import { referenceOn } from "#registry/models/rates/dated-reference.ts";
import type { Reference } from "#registry/models/rates/reference.ts";
import type { ListingEntry } from "#schemas/shapes/models/listing.ts";
import type { ModelResult } from "#schemas/shapes/models/result.ts";
import type { StoredBytes } from "../../http/requests/handled.ts";

/** A company's models, prepared as they are asked for. */
export interface CompanyModels {
  facts: ModelFacts;
  reference: Reference;
  /** Time of the newest document that the facts rest on. */
  timestamp: string;
  listing(): ListingEntry[];
  model(template: Template): Model;
  /** JSON text of a result of that model. */
  write(template: Template, result: ModelResult): string;
  /** True while these are the company's latest models; missing where they are of a past day. */
  isCurrent?(): boolean;
}

/** The served document of a company, and the one that is cached in its place now. */
interface ServedDocument {
  again?: (() => ServedDocument | undefined) | undefined;
}

export function companyModels(
  facts: ModelFacts,
  timestamp: string,
  asOf: string | null = null,
): CompanyModels {
  const reference = referenceOn(asOf, facts.anchors?.currency ?? null);
  const prepared = new Map<string, Model>();
  const writers = new Map<string, (result: ModelResult) => string>();
  let entries: ListingEntry[] | null = null;
  function model(template: Template): Model {
    const cached = prepared.get(template.key);
    if (cached !== undefined) return cached;
    const fresh = prepareModel({ template, facts, reference });
    prepared.set(template.key, fresh);
    return fresh;
  }
  return {
    facts,
    reference,
    timestamp,
    listing() {
      entries ??= listModels(facts, reference);
      return entries;
    },
    model,
    write(template, result) {
      const cachedWriter = writers.get(template.key);
      if (cachedWriter !== undefined) return cachedWriter(result);
      const writer = createWriter(model(template));
      writers.set(template.key, writer);
      return writer(result);
    },
  };
}

/** A template, and the choice of earnings where it is not the default. */
interface AnswerQuery {
  template: Template;
  body: object | undefined;
  market: Market;
}

export interface ModelStore {
  /**
   * The models of a company that `document` is the served document of. They live as long as that object does:
   * the document cache gives out a new one whenever the company was rebuilt.
   */
  latest(document: ServedDocument, load: () => Promise<CompanyModels>): Promise<CompanyModels>;
  /** The same where they are finished; undefined where a caller would have to wait. */
  finished(document: ServedDocument): CompanyModels | undefined;
  /** The same as it stood on a day; the few asked for last are kept. */
  past(document: object, key: string, load: () => Promise<CompanyModels>): Promise<CompanyModels>;
  /** The default answer of a model as everybody gets it, with its compressed form. */
  bytes(key: string, models: CompanyModels, of: AnswerQuery): Promise<StoredBytes>;
}

const pastMax = 64;
const bytesMax = 64 * 1_048_576;
const compress = promisify(gzip);

interface DefaultAnswer {
  models: CompanyModels;
  bytes: StoredBytes;
  /** The same bytes, once they have their compressed form. */
  packed: Promise<StoredBytes>;
}

export function createModelStore(): ModelStore {
  const latest = new WeakMap<object, Promise<CompanyModels>>();
  const finished = new WeakMap<object, CompanyModels>();
  const past = new LRUCache<string, { document: object; models: Promise<CompanyModels> }>({
    max: pastMax,
  });
  const answers = new LRUCache<string, DefaultAnswer>({
    maxSize: bytesMax,
    sizeCalculation: ({ bytes }) => Math.ceil(bytes.identity.length * 1.3) + 512,
  });
  const current = (key: string) => {
    const cached = answers.get(key);
    return cached?.models.isCurrent?.() ? cached.bytes : undefined;
  };
  return {
    latest(document, load) {
      const cached = latest.get(document);
      if (cached !== undefined) return cached;
      const isCurrent = () => document.again?.() === document;
      const loading = load().then((models) => {
        const current = { ...models, isCurrent };
        finished.set(document, current);
        return current;
      });
      latest.set(document, loading);
      // A failure is thrown to all who wait and not cached: the next call tries again.
      loading.catch(() => latest.delete(document));
      return loading;
    },
    finished: (document) => finished.get(document),
    past(document, key, load) {
      const cached = past.get(key);
      if (cached !== undefined && cached.document === document) return cached.models;
      const models = load();
      past.set(key, { document, models });
      models.catch(() => past.delete(key));
      return models;
    },
    bytes(key, models, of) {
      const cached = answers.get(key);
      if (cached !== undefined && cached.models === models) return cached.packed;
      const bytes = defaultAnswer(models, of);
      // A price is of a day, so the answer beside it must be looked up.
      if (of.market === marketNotConfigured) bytes.again = () => current(key);
      const packed = withPackedForm(bytes);
      answers.set(key, { models, bytes, packed });
      return packed;
    },
  };
}

function defaultAnswer(
  models: CompanyModels,
  { template, body, market }: AnswerQuery,
): StoredBytes {
  const data = withMarket(computeModel(models.model(template), body), market, models);
  const identity = Buffer.from(JSON.stringify({ data, meta: { timestamp: models.timestamp } }));
  const digest = createHash("sha256").update(identity).digest("hex").slice(0, 32);
  const etag = `"${digest}"`;
  return { identity, gzip: null, etag, visibility: "public" };
}

/** The first reader waits, too: later ones must not get another form than the first. */
async function withPackedForm(bytes: StoredBytes): Promise<StoredBytes> {
  bytes.gzip = await compress(bytes.identity);
  return bytes;
}
