import { z } from "zod";
import type { Scope } from "#schemas/shapes/accounts/scope.ts";
import { type Answer, andThen } from "../and-then.ts";
import type { Access } from "../auth/access.ts";
import type { Answers } from "./answers.ts";
import type { Endpoint, HandlerInput, Method, NamesIn, Schema } from "./endpoint.ts";
import type { Bucket } from "./limits/rate-limit.ts";
import { listFileOf } from "./list-file.ts";
import { strictly } from "./requests/strict.ts";
import { checkDeprecation, type Deprecation, usualDeprecation } from "./responses/deprecation.ts";
import type { Family } from "./responses/families.ts";

/** Defaults for the endpoints of a module; an endpoint may override them. */
export interface ModuleDefaults {
  tag?: string;
  family?: Family;
  access?: Access;
  /** The parameters of the module's paths by name; each endpoint takes those that its path names. */
  params?: z.ZodRawShape;
  extension?: boolean;
  /** True where company figures are answered: an unknown parameter that may change them is refused. */
  figures?: boolean;
  localIssuer?: boolean;
  limit?: Bucket | "none";
  flag?: string;
  strict?: boolean;
  freshness?: "cached" | "live";
  refuses?: readonly number[];
  /**
   * Reads into memory what handling would take long to make. Called before the transaction of a request with an
   * Idempotency-Key, so that no connection is held meanwhile. Its errors are ignored: the handler meets them, too.
   */
  warm?(given: Parameters<Endpoint["handle"]>[0]): unknown;
}

type Body = z.ZodType | undefined;
type At = `${Method} /${string}`;

interface EndpointDeclaration<
  A extends Access,
  T,
  P extends Schema,
  Q extends Schema,
  B extends Body,
  L extends At = At,
> {
  /** Method, and path without the family's prefix. */
  at: L;
  /** Unique, verb first: "listWatchlists". Generated clients use it as the method's name. */
  name: string;
  summary: string;
  /** One to three sentences: what it does, what it refuses, what a client must know. */
  description: string;
  /** Default: the module's parameters that the path names. */
  params?: P;
  query?: Q;
  /** Values are never coerced: a number for a text field is refused. */
  body?: B;
  answers: Answers<T>;
  /**
   * True when unknown members of the body, at any depth, and unknown query parameters are refused; otherwise they are
   * ignored. A strict POST without `body` takes an empty one.
   */
  strict?: boolean;
  /** True when the body may also be a form, as browsers and OAuth clients send it. */
  forms?: boolean;
  /** True when the sender signs the body. The handler receives the body's text in `content`. */
  signed?: boolean;
  /**
   * True when the handler calls an external service. Then a request with an Idempotency-Key does not run in one
   * transaction.
   */
  asksVendor?: boolean;
  /** True for a POST that changes nothing. An Idempotency-Key means nothing there, and no answer is stored. */
  pure?: boolean;
  /** True where web pages of other origins are refused with 403, whatever their credential. */
  ownOrigins?: boolean;
  /** Maximum body size in bytes; default 1 MiB. An endpoint with this setting also accepts images as raw bytes. */
  uploadBytesMax?: number;
  /** The scope that a key or an application needs; default `read` for GET, otherwise `write` (O-02). */
  scope?: Scope;
  /** Names of members of the answer that are secrets shown once: null in a replay by Idempotency-Key. */
  secrets?: readonly string[];
  /** Further error statuses that it can answer with, for OpenAPI. */
  refuses?: readonly number[];
  /** True when it exists only while this service issues its own tokens: 404 with an external issuer. */
  localIssuer?: boolean;
  /** True when the specification does not have it (x-extension in OpenAPI). */
  extension?: boolean;
  /** True where company figures are answered: an unknown parameter that may change them is refused. */
  figures?: boolean;
  /** "cached": ETag and 304. "live": never stored by a cache. Default: live. */
  freshness?: "cached" | "live";
  /** The rate limit bucket of its requests; "none" exempts health checks from rate limits. */
  limit?: Bucket | "none";
  /** 404 while this feature flag is off for the caller. */
  flag?: string;
  /**
   * Deprecated paths of the same endpoint, prefix included. Their parameters are those of the module, which the endpoint
   * may narrow for itself.
   */
  also?: readonly (At | ({ at: At } & Deprecation))[];
  /** Status of success; default 201 for `created`, otherwise 200. Use 302 for an endpoint that always redirects. */
  status?: 200 | 201 | 302;
  handle(given: HandlerInput<A, P, Q, B>): Answer<NoInfer<T>>;
  /**
   * Throws when the caller may no longer make the request. Called before a repeat by Idempotency-Key gets the stored
   * answer. Use it for checks that the access word does not make, for example of an entity that the body names.
   */
  readmit?(given: HandlerInput<A, P, Q, B>): unknown;
  /** See `ModuleDefaults`. */
  warm?(given: HandlerInput<A, P, Q, B>): unknown;
}

/** A member that an endpoint must set unless the module has a default for it. */
type RequiredUnlessDefault<D, K extends string, V> = K extends keyof D
  ? { [k in K]?: V }
  : { [k in K]: V };
type DefaultAccess<D> = D extends { access: infer A extends Access } ? A : never;

type PathParams<D, L extends string> = D extends { params: infer S extends z.ZodRawShape }
  ? NamesIn<L> extends never
    ? undefined
    : z.ZodObject<Pick<S, NamesIn<L> & keyof S>>
  : undefined;

/**
 * Makes the constructor of a module's endpoints. Defaults (tag, family, access and more) are given once; the compiler
 * requires the rest from each endpoint.
 *
 * @example
 * const { endpoint } = moduleOf({ tag: "Watchlists", family: v2, access: user });
 * export const watchlists = [
 *   endpoint({
 *     at: "GET /watchlists",
 *     name: "listWatchlists",
 *     summary: "List your watchlists, newest first",
 *     description: "Watchlists are private.",
 *     query: pageQuery,
 *     answers: list(watchlistShape),
 *     handle: ({ query, caller, deps }) => ownLists.list(deps.db, caller.userId, query),
 *   }),
 * ];
 */
export function moduleOf<const D extends ModuleDefaults>(defaults: D) {
  return {
    endpoint: <
      T,
      const L extends At,
      P extends Schema = PathParams<D, L>,
      Q extends Schema = undefined,
      B extends Body = undefined,
      A extends Access = DefaultAccess<D>,
    >(
      declared: EndpointDeclaration<A, T, P, Q, B, L> &
        RequiredUnlessDefault<D, "tag", string> &
        RequiredUnlessDefault<D, "family", Family> &
        RequiredUnlessDefault<D, "access", A>,
    ): Endpoint => {
      const whole = { ...defaults, ...declared } as unknown as Whole<T>;
      const { family, answers } = whole;
      const file = listFileOf(whole, answers);
      const handle = (given: Parameters<Endpoint["handle"]>[0]) =>
        andThen(whole.handle(given), (said) => answers.handled(said, family));
      return {
        ...described(whole),
        ...limits(whole),
        family,
        access: whole.access,
        params: declared.params ?? paramsIn(declared.at, defaults.params),
        aliases: (whole.also ?? []).map((alias) => readAlias(alias, defaults.params)),
        query: file?.query ?? whole.query ?? null,
        body: bodyOf(whole),
        answer: answers.schema(family),
        freshness: answers.freshness ?? whole.freshness ?? "live",
        status: whole.status ?? answers.status ?? 200,
        type: answers.type ?? "application/json",
        otherTypes: answers.otherTypes ?? (file === null ? [] : ["text/csv"]),
        redirects: answers.redirects ?? false,
        handle: file === null ? handle : file.orFile(handle),
        readmit: whole.readmit ?? null,
        warm: whole.warm ?? null,
      };
    },
  };
}

type Whole<T> = Omit<
  EndpointDeclaration<Access, T, Schema, Schema, Body>,
  "handle" | "readmit" | "warm"
> &
  Required<Pick<ModuleDefaults, "tag" | "family" | "access">> &
  Pick<ModuleDefaults, "warm"> & {
    handle(given: Parameters<Endpoint["handle"]>[0]): Answer<T>;
    readmit?: NonNullable<Endpoint["readmit"]>;
  };

/** The parameters that a path names, of those that its module declares. Throws for one that it does not declare. */
function paramsIn(at: string, declared: z.ZodRawShape | undefined): z.ZodObject | null {
  const names = [...at.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  if (declared === undefined || names.length === 0) return null;
  return z.object(
    Object.fromEntries(
      names.map((name) => {
        const param = declared[name];
        if (param === undefined) throw new Error(`${at}: its module declares no parameter ${name}`);
        return [name, param];
      }),
    ),
  );
}

/** The endpoint's path and its description in OpenAPI. */
function described<T>(whole: Whole<T>) {
  const [method, path] = whole.at.split(" ") as [Method, string];
  return {
    name: whole.name,
    method,
    path: whole.family.prefix + path,
    tag: whole.tag,
    summary: whole.summary,
    description: whole.description,
    scope: whole.scope ?? (method === "GET" ? ("read" as const) : ("write" as const)),
    refuses: whole.refuses ?? [],
    secrets: whole.secrets ?? [],
    localIssuer: whole.localIssuer ?? false,
    extension: whole.extension ?? false,
    figures: whole.figures ?? false,
    strict: whole.strict ?? false,
    deprecated: null,
  };
}

const limits = <T>({ limit, flag, forms, signed, asksVendor, ...whole }: Whole<T>) => ({
  limited: limit !== "none",
  bucket: limit === undefined || limit === "none" ? null : limit,
  flag: flag ?? null,
  forms: forms ?? false,
  signed: signed ?? false,
  asksVendor: asksVendor ?? false,
  pure: whole.pure ?? false,
  ownOrigins: whole.ownOrigins ?? false,
  uploadBytesMax: whole.uploadBytesMax ?? null,
});

/**
 * A strict POST without a declared body takes an empty one only: what a client sends is never dropped silently. A
 * change (PUT, PATCH) and a form say what they want: they need a body.
 */
function bodyOf<T>({ at, body, strict = false, forms = false }: Whole<T>): z.ZodType | null {
  const isPost = at.startsWith("POST ");
  const declared = body ?? (strict && isPost ? z.object({}) : null);
  if (declared === null) return null;
  const taken = strict ? strictly(declared) : declared;
  return !forms && (isPost || at.startsWith("DELETE ")) ? optionalBody(taken) : taken;
}

function readAlias(alias: At | ({ at: At } & Deprecation), params: z.ZodRawShape | undefined) {
  const { at, ...deprecation } =
    typeof alias === "string" ? { at: alias, ...usualDeprecation } : alias;
  checkDeprecation(deprecation);
  return { at, params: paramsIn(at, params), deprecation };
}

/**
 * The endpoint and its copies at deprecated paths, which differ only in name, path and deprecation.
 * @example endpoints.flatMap(withAliases)
 */
export function withAliases(endpoint: Endpoint): Endpoint[] {
  const aliases = endpoint.aliases.map(({ at, params, deprecation }, n): Endpoint => {
    const [method, path] = at.split(" ") as [Method, string];
    return {
      ...endpoint,
      name: `${endpoint.name}Deprecated${n === 0 ? "" : n + 1}`,
      method,
      path,
      params: params ?? endpoint.params,
      aliases: [],
      deprecated: { ...deprecation, successor: endpoint.path },
    };
  });
  return [endpoint, ...aliases];
}

/**
 * The body of a POST or DELETE. Where no member is required, an absent, an empty and a null body count as `{}`
 * (CNV-32); other bodies are left as they are.
 */
function optionalBody(body: z.ZodType): z.ZodType {
  const isLeft = body.safeParse(undefined).success || !body.safeParse({}).success;
  return isLeft ? body : z.preprocess((sent) => sent ?? {}, body);
}
