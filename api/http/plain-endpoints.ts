import { z } from "zod";
import type { Access } from "../auth/access.ts";
import {
  type Answer,
  build,
  type Declared,
  type Endpoint,
  type Given,
  type Schema,
} from "./endpoint.ts";
import type { Family } from "./families.ts";
import type { SentFile, WebAnswer } from "./handled.ts";

/** Plain text that is not JSON, such as metrics. */
export function textEndpoint<A extends Access, R extends z.ZodString>(
  family: Family,
  declared: Declared<A, undefined, undefined, undefined> & {
    returns: R;
    handle(
      given: Given<A, undefined, undefined, undefined>,
    ): Answer<{ text: string; contentType: string }>;
  },
): Endpoint {
  const built = build(family, declared, declared.returns, async (given) => ({
    kind: "text",
    ...(await declared.handle(given)),
  }));
  return { ...built, type: "text/plain" };
}

/** A stored image. */
export function imageEndpoint<A extends Access, P extends Schema = undefined>(
  family: Family,
  declared: Declared<A, P, undefined, undefined> & {
    handle(given: Given<A, P, undefined, undefined>): Answer<SentFile>;
  },
): Endpoint {
  const cached = { ...declared, freshness: "cached" as const };
  const built = build(family, cached, imageBytes, async (given) => ({
    kind: "file",
    file: await declared.handle(given),
  }));
  return { ...built, type: "image/*" };
}

const imageBytes = z.string().meta({ description: "The image", format: "binary" });

/** Something for browsers: what it answers with is its handler's to say, status and headers included. */
export function webEndpoint<
  A extends Access,
  R extends z.ZodType,
  Q extends Schema = undefined,
  B extends z.ZodType | undefined = undefined,
>(
  family: Family,
  declared: Declared<A, undefined, Q, B> & {
    type: "text/html" | "application/json";
    returns: R;
    redirects: boolean;
    handle(given: Given<A, undefined, Q, B>): Answer<WebAnswer>;
  },
): Endpoint {
  const built = build(family, declared, declared.returns, async (given) => ({
    kind: "web",
    answer: await declared.handle(given),
  }));
  return { ...built, type: declared.type, redirects: declared.redirects };
}
