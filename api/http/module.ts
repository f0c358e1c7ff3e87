import type { z } from "zod";
import type { Scope } from "#schemas/shapes/scope.ts";
import type { Access } from "../auth/access.ts";
import type { Answers } from "./answers.ts";
import { checkDeprecation, type Deprecation, usualDeprecation } from "./deprecation.ts";
import type { Answer, Endpoint, Given, Method, Schema } from "./endpoint.ts";
import type { Family } from "./families.ts";
import type { Bucket } from "./rate-limit.ts";
import { strictly } from "./strict.ts";

/** What the endpoints of a module may have in common; an endpoint may say otherwise. */
export interface ModuleDefaults {
  tag?: string;
  family?: Family;
  access?: Access;
  extension?: boolean;
  /** True where company figures are answered: an unknown parameter that may change them is refused. */
  figures?: boolean;
  localIssuer?: boolean;
  limit?: Bucket | "none";
  flag?: string;
  strict?: boolean;
  freshness?: "cached" | "live";
  refuses?: readonly number[];
}

type Body = z.ZodType | undefined;
type At = `${Method} /${string}`;

interface Declared<A extends Access, T, P extends Schema, Q extends Schema, B extends Body> {
  /** Method and path within the family's prefix. */
  at: At;
  /** Unique, verb first: "listWatchlists". Generated clients show it as the name of a method. */
  name: string;
  summary: string;
  /** One to three sentences: what it does, what it refuses, what a client should know. */
  description: string;
  params?: P;
  query?: Q;
  /** Never coerced: a number for a text field is refused. */
  body?: B;
  answers: Answers<T>;
  /** True when unknown members of the body are refused, at any depth; otherwise they are ignored. */
  strict?: boolean;
  /** True when the body may also be a form, as browsers and OAuth clients send it. */
  forms?: boolean;
  /** True where the sender signs the body: the handler gets its text as it was sent, as `content`. */
  signed?: boolean;
  /** True for what asks another service: a request with an Idempotency-Key is no transaction around it then. */
  asksVendor?: boolean;
  /** Largest body in bytes, where it is not the usual mebibyte; images may then be sent as they are. */
  uploadBytesMax?: number;
  /** What a key or an application must be allowed; default `read` for GET, `write` for the rest (O-02). */
  scope?: Scope;
  /** Members of the answer that are secrets and shown once: null in a replay by Idempotency-Key. */
  secrets?: readonly string[];
  /** Further statuses of refusal that it answers with, for the description. */
  refuses?: readonly number[];
  /** True for what exists only while this service issues its own tokens: 404 with a configured issuer. */
  localIssuer?: boolean;
  /** True for what the specification does not have (shown as x-extension). */
  extension?: boolean;
  /** True where company figures are answered: an unknown parameter that may change them is refused. */
  figures?: boolean;
  /** "cached": ETag and 304. "live": never stored by a cache. Default: live. */
  freshness?: "cached" | "live";
  /** The bucket that its requests are counted in; "none" exempts health checks from rate limits. */
  limit?: Bucket | "none";
  /** 404 while this feature flag is off for the caller. */
  flag?: string;
  /** Deprecated paths of the same endpoint, prefix included, with the same parameters. */
  also?: readonly (At | ({ at: At } & Deprecation))[];
  /** Status of success; default 201 for `created`, else 200. 302 for what always sends a browser on. */
  status?: 200 | 201 | 302;
  handle(given: Given<A, P, Q, B>): Answer<NoInfer<T>>;
  /**
   * Throws where the caller may not do it any more: asked before a repeat by Idempotency-Key gets the first answer. For
   * what the access word does not check, such as an entity that the body names.
   */
  readmit?(given: Given<A, P, Q, B>): unknown;
}

/** A member that an endpoint must give, unless the module has a default for it. */
type Needed<D, K extends string, V> = K extends keyof D ? { [k in K]?: V } : { [k in K]: V };
type DefaultAccess<D> = D extends { access: infer A extends Access } ? A : never;

/**
 * The constructor of a module's endpoints. What the endpoints have in common (tag, family, access and more) is
 * said once; the compiler asks for what is not.
 */
export function moduleOf<const D extends ModuleDefaults>(defaults: D) {
  return {
    endpoint: <
      T,
      P extends Schema = undefined,
      Q extends Schema = undefined,
      B extends Body = undefined,
      A extends Access = DefaultAccess<D>,
    >(
      declared: Declared<A, T, P, Q, B> &
        Needed<D, "tag", string> &
        Needed<D, "family", Family> &
        Needed<D, "access", A>,
    ): Endpoint => {
      const whole = { ...defaults, ...declared } as unknown as Whole<T>;
      const { family, answers, handle } = whole;
      return {
        ...described(whole),
        ...limits(whole),
        family,
        access: whole.access,
        params: whole.params ?? null,
        query: whole.query ?? null,
        body: bodyOf(whole),
        answer: answers.schema(family),
        freshness: answers.freshness ?? whole.freshness ?? "live",
        status: whole.status ?? answers.status ?? 200,
        type: answers.type ?? "application/json",
        otherTypes: answers.otherTypes ?? [],
        redirects: answers.redirects ?? false,
        handle: async (given) => answers.handled(await handle(given), family),
        readmit: whole.readmit ?? null,
      };
    },
  };
}

type Whole<T> = Omit<Declared<Access, T, Schema, Schema, Body>, "handle" | "readmit"> &
  Required<Pick<ModuleDefaults, "tag" | "family" | "access">> & {
    handle(given: Parameters<Endpoint["handle"]>[0]): Answer<T>;
    readmit?: NonNullable<Endpoint["readmit"]>;
  };

/** Where it is served and what is said of it. */
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
    aliases: (whole.also ?? []).map(readAlias),
    deprecated: null,
  };
}

const limits = <T>({ limit, flag, forms, signed, asksVendor, uploadBytesMax }: Whole<T>) => ({
  limited: limit !== "none",
  bucket: limit === undefined || limit === "none" ? null : limit,
  flag: flag ?? null,
  forms: forms ?? false,
  signed: signed ?? false,
  asksVendor: asksVendor ?? false,
  uploadBytesMax: uploadBytesMax ?? null,
});

const bodyOf = <T>({ body, strict = false }: Whole<T>) =>
  body === undefined ? null : strict ? strictly(body) : body;

function readAlias(alias: At | ({ at: At } & Deprecation)) {
  const { at, ...deprecation } =
    typeof alias === "string" ? { at: alias, ...usualDeprecation } : alias;
  checkDeprecation(deprecation);
  return { at, deprecation };
}

/** The endpoint and what it is at its deprecated paths: the same in all but the path. */
export function withAliases(endpoint: Endpoint): Endpoint[] {
  const aliases = endpoint.aliases.map(({ at, deprecation }, n): Endpoint => {
    const [method, path] = at.split(" ") as [Method, string];
    return {
      ...endpoint,
      name: `${endpoint.name}Deprecated${n === 0 ? "" : n + 1}`,
      method,
      path,
      aliases: [],
      deprecated: { ...deprecation, successor: endpoint.path },
    };
  });
  return [endpoint, ...aliases];
}
