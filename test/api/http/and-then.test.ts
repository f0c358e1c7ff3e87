import { QueryPromise } from "drizzle-orm";
import { expect, test } from "vitest";
import { andThen } from "#api/and-then.ts";

const double = (value: number) => value * 2;

test("a value that is there is passed on at once, and what is thrown then is thrown at once", () => {
  expect(andThen(21, double)).toBe(42);
  expect(() =>
    andThen(21, () => {
      throw new Error("refused");
    }),
  ).toThrow("refused");
});

/** As drizzle's queries: sent when somebody waits for it, and no promise by its class. */
class Query extends QueryPromise<number> {
  sent = 0;
  override async execute() {
    this.sent += 1;
    return 21;
  }
}

test("a promise is waited for, and a query is sent once and waited for", async () => {
  expect(await andThen(Promise.resolve(21), double)).toBe(42);
  const query = new Query();
  const answer = andThen<number, number>(query, double);
  expect(answer).toBeInstanceOf(Promise);
  expect(await answer).toBe(42);
  expect(query.sent).toBe(1);
});

test("a null is a value", () => {
  expect(andThen(null, (value) => value === null)).toBe(true);
});
