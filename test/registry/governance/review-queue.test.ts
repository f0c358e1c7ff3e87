import { expect, test } from "vitest";
import { emptyLine } from "#ingest/statements/cells/line.ts";
import { namedIn, queueLines, queueOf } from "#jobs/registry/review-queue.ts";

const without = (tag: string) => ({
  lines: {
    inventory: { ...emptyLine("unmapped_tag"), refused: [{ tag, guard: "unmapped" }] },
    goodwill: {
      ...emptyLine("not_reported"),
      refused: [{ tag: "us-gaap:Other", guard: "positive" }],
    },
  },
});

test("the review queue counts the nulls and companies of each tag, and all of them in the last line", () => {
  const queue = queueOf([
    ...namedIn("0000000001", [
      without("us-gaap:InventoryGross"),
      without("us-gaap:InventoryGross"),
    ]),
    ...namedIn("0000000002", [
      without("us-gaap:InventoryGross"),
      without("us-gaap:OtherInventory"),
    ]),
  ]);
  expect(queue).toEqual([
    { tag: "us-gaap:InventoryGross", line: "inventory", nulls: 3, companies: 2 },
    { tag: "us-gaap:OtherInventory", line: "inventory", nulls: 1, companies: 1 },
  ]);
  expect(queueLines(queue, 7).at(-1)).toBe(
    "4 nulls of 7 companies name a tag that nothing maps (unmapped_tag)",
  );
});
