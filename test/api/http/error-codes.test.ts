import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { errorCodes } from "#api/http/responses/error-codes.ts";

test("docs/errors.md lists every code with its status and meaning, and no other", () => {
  const page = readFileSync(new URL("../../../docs/errors.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| `(\w+)` \| ([\d, ]+) \| (.+) \|$/gm)];

  const listed = Object.fromEntries(rows.map(([, code, ...rest]) => [code, rest]));
  expect(listed).toEqual(errorCodes);
  expect(rows).toHaveLength(Object.keys(errorCodes).length);
});
