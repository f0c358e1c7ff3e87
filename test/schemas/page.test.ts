import { expect, test } from "vitest";
import { z } from "zod";
import { pageQuery } from "#schemas/shapes/page.ts";

test("takes every offset up to the greatest that the description names, and none above [CNV-23]", () => {
  const { properties = {} } = z.toJSONSchema(pageQuery, { io: "input" });
  const { maximum } = properties.offset as { maximum: number };
  expect(pageQuery.parse({ offset: String(maximum) })).toEqual({ limit: 20, offset: maximum });
  expect(pageQuery.safeParse({ offset: String(maximum + 1) }).success).toBe(false);
});
