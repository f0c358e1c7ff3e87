import { expect, test } from "vitest";
import { statementRole } from "#ingest/faces/package/statement-roles.ts";

test("a title of many megabytes is told by its beginning", () => {
  const title = `Statements of changes in ${"stockholders ".repeat(1_000_000)}`;
  const { kind } = statementRole("", `3 - Statement - ${title}`, new Set());
  expect(kind).toBe("other");
  const named = statementRole("", `3 - Statement - Balance sheet ${title}`, new Set());
  expect(named.kind).toBe("balance");
});
