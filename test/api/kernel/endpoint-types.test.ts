import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { anyone, can, optional, optionalViewer, user, via } from "#api/auth/access.ts";
import type { Caller } from "#api/auth/caller.ts";
import type { RowReader } from "#api/auth/rules.ts";
import { created, list, one } from "#api/http/answers.ts";
import { moduleOf } from "#api/http/module.ts";
import { v2 } from "#api/http/responses/families.ts";
import type { Standing } from "#schemas/shapes/accounts/team.ts";

const { endpoint } = moduleOf({ tag: "Tests" });

const summary = "Types";
const returns = z.object({ n: z.number() });

test("a handler knows its caller by the access word, and its input by its schemas", () => {
  endpoint({
    family: v2,
    at: "GET /a/:id",
    name: "test1",
    description: "Of a test.",
    summary,
    access: anyone,
    params: z.object({ id: z.uuid() }),
    query: z.object({ limit: z.coerce.number() }),
    answers: one(returns),
    handle: ({ caller, params, query, body }) => {
      expectTypeOf(caller).toEqualTypeOf<null>();
      expectTypeOf(params).toEqualTypeOf<{ id: string }>();
      expectTypeOf(query.limit).toEqualTypeOf<number>();
      expectTypeOf(body).toEqualTypeOf<undefined>();
      return { n: 1 };
    },
  });
  endpoint({
    family: v2,
    at: "GET /b",
    name: "test2",
    description: "Of a test.",
    summary,
    access: optional,
    answers: one(returns),
    handle: ({ caller }) => {
      expectTypeOf(caller).toEqualTypeOf<Caller | null>();
      return { n: 1 };
    },
  });
  endpoint({
    family: v2,
    at: "POST /c",
    name: "test3",
    description: "Of a test.",
    summary,
    access: user,
    body: z.object({ name: z.string() }),
    answers: one(returns),
    handle: ({ caller, body }) => {
      expectTypeOf(caller.userId).toEqualTypeOf<string>();
      expectTypeOf(body).toEqualTypeOf<{ name: string }>();
      return { n: 1 };
    },
  });
});

test("a handler gets the row and the standing that its access word loads", () => {
  const row: RowReader<{ id: string }> = { name: "Row", find: async () => null };
  const common = {
    family: v2,
    summary,
    description: "Of a test.",
    params: z.object({ id: z.uuid() }),
    answers: one(returns),
  };
  endpoint({
    ...common,
    at: "GET /row/:id",
    name: "test4",
    access: can("listing.manage", via(row, "id")),
    handle: ({ subject, standing, caller }) => {
      expectTypeOf(subject).toEqualTypeOf<{ id: string }>();
      expectTypeOf(standing).toEqualTypeOf<Standing>();
      expectTypeOf(caller.userId).toEqualTypeOf<string>();
      return { n: 1 };
    },
  });
  endpoint({
    ...common,
    at: "GET /visible/:id",
    name: "test5",
    access: optionalViewer(via(row, "id")),
    handle: ({ subject, standing, caller }) => {
      expectTypeOf(subject).toEqualTypeOf<{ id: string }>();
      expectTypeOf(standing).toEqualTypeOf<undefined>();
      expectTypeOf(caller).toEqualTypeOf<Caller | null>();
      return { n: 1 };
    },
  });
});

test("the compiler refuses wrong answers, lists that are no pages, and methods that do not exist", () => {
  const common = { family: v2, summary, name: "test6", description: "Of a test." };
  const answers = one(returns);
  // @ts-expect-error the answer lacks n
  endpoint({ ...common, at: "GET /d", access: anyone, answers, handle: () => ({}) });
  // @ts-expect-error a list returns a page
  endpoint({ ...common, at: "GET /e", access: anyone, answers: list(returns), handle: () => [] });
  // @ts-expect-error there is no FETCH
  endpoint({ ...common, at: "FETCH /f", access: anyone, answers, handle: () => ({ n: 1 }) });
  // @ts-expect-error an endpoint says who may call it
  endpoint({ ...common, at: "GET /g", answers, handle: () => ({ n: 1 }) });
});

test("an endpoint takes the parameters that its path names, of those its module declares", () => {
  const params = { id: z.uuid(), userId: z.string(), n: z.coerce.number() };
  const common = { summary, description: "Of a test.", answers: one(returns) } as const;
  const { endpoint: numbered } = moduleOf({ tag: "Tests", family: v2, access: anyone, params });
  const three = numbered({
    ...common,
    at: "GET /a/:userId/:id/c/:n",
    name: "test7",
    handle: ({ params: named }) => {
      expectTypeOf(named).toEqualTypeOf<{ id: string; userId: string; n: number }>();
      return { n: named.n };
    },
  });
  expect(Object.entries(three.params?.shape ?? {})).toEqual([
    ["userId", params.userId],
    ["id", params.id],
    ["n", params.n],
  ]);
  const none = numbered({
    ...common,
    at: "GET /a",
    name: "test8",
    handle: ({ params: named }) => {
      expectTypeOf(named).toEqualTypeOf<undefined>();
      return { n: 1 };
    },
  });
  expect(none.params).toBeNull();
  const misspelt = { ...common, name: "test9", handle: () => ({ n: 1 }) };
  expect(() => numbered({ ...misspelt, at: "GET /a/:idd" })).toThrow(
    "GET /a/:idd: its module declares no parameter idd",
  );
});

test("the address of a created row is a path with members of the answer", () => {
  const shape = z.object({ id: z.string(), of: z.string() });
  expect(created(shape, "/v2/a/:of/b/:id").handled({ id: "1", of: "x" }, v2)).toMatchObject({
    location: "/v2/a/x/b/1",
  });
  // @ts-expect-error the answer has no member idd
  created(shape, "/v2/a/:idd");
});
