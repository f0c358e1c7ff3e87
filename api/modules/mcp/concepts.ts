import { z } from "zod";
import { conceptNamed, nearConcepts } from "#registry/current/concept-names.ts";
import { said, tool } from "./tool.ts";

const shown = 10;

export const findConcepts = tool({
  name: "find_concept",
  title: "Find the key of a line",
  description:
    "Keys of statement lines (revenue, operating_income) by name, with what each measures. Other tools take these keys.",
  input: z.object({ query: z.string().trim().min(1).max(100).describe("Name or part of one") }),
  output: said({ concepts: z.array(said({ key: z.string(), label: z.string() })) }),
  run: async ({ deps: { registry } }, { query }) => {
    const named = conceptNamed(registry, query);
    const words = query.toLowerCase();
    const keys = [
      ...(named === null ? [] : [named.snakeKey]),
      ...nearConcepts(registry, query),
      ...registry.concepts
        .filter(({ label, status }) => status !== "proposed" && label.toLowerCase().includes(words))
        .map(({ snakeKey }) => snakeKey),
    ];
    const concepts = [...new Set(keys)].slice(0, shown).flatMap((key) => {
      const concept = registry.bySnakeKey.get(key);
      if (concept === undefined) return [];
      const { label, definition, statement, dataType } = concept;
      return [{ key, label, definition, statement, dataType }];
    });
    return { concepts };
  },
});
