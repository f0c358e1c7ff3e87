import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import { anyone, optional, user } from "#api/auth/access.ts";
import type { Caller } from "#api/auth/caller.ts";
import { endpoint, listEndpoint } from "#api/http/endpoint.ts";
import { v2 } from "#api/http/families.ts";

const tag = "Tests";
const summary = "Types";
const returns = z.object({ n: z.number() });

test("a handler knows its caller by the access word, and its input by its schemas", () => {
  endpoint(v2, {
    at: "GET /a/:id",
    tag,
    summary,
    access: anyone,
    params: z.object({ id: z.uuid() }),
    query: z.object({ limit: z.coerce.number() }),
    returns,
    handle: ({ caller, params, query, body }) => {
      expectTypeOf(caller).toEqualTypeOf<null>();
      expectTypeOf(params).toEqualTypeOf<{ id: string }>();
      expectTypeOf(query.limit).toEqualTypeOf<number>();
      expectTypeOf(body).toEqualTypeOf<undefined>();
      return { n: 1 };
    },
  });
  endpoint(v2, {
    at: "GET /b",
    tag,
    summary,
    access: optional,
    returns,
    handle: ({ caller }) => {
      expectTypeOf(caller).toEqualTypeOf<Caller | null>();
      return { n: 1 };
    },
  });
  endpoint(v2, {
    at: "POST /c",
    tag,
    summary,
    access: user,
    body: z.object({ name: z.string() }),
    returns,
    handle: ({ caller, body }) => {
      expectTypeOf(caller.userId).toEqualTypeOf<string>();
      expectTypeOf(body).toEqualTypeOf<{ name: string }>();
      return { n: 1 };
    },
  });
});

test("the compiler refuses wrong answers, lists that are no pages, and methods that do not exist", () => {
  // @ts-expect-error the answer lacks n
  endpoint(v2, { at: "GET /d", tag, summary, access: anyone, returns, handle: () => ({}) });
  // @ts-expect-error a list returns a page
  listEndpoint(v2, { at: "GET /e", tag, summary, access: anyone, returns, handle: () => [] });
  // @ts-expect-error there is no FETCH
  endpoint(v2, { at: "FETCH /f", tag, summary, access: anyone, returns, handle: () => ({ n: 1 }) });
  // @ts-expect-error an endpoint says who may call it
  endpoint(v2, { at: "GET /g", tag, summary, returns, handle: () => ({ n: 1 }) });
});
