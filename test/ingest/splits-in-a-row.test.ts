import { describe, expect, test } from "vitest";
import { learnSplits } from "#ingest/statements/per-share/splits.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { makeFact } from "../helpers/make.ts";

describe("splits of SUNation, with figures per share of filings before earlier ones", () => {
  const count = (end: string, value: string, filed: string, over: Partial<Fact> = {}) =>
    makeFact({ tag: "Shares", unit: "shares", value, filed, start: null, end, ...over });
  const loss = (end: string, value: string, filed: string) =>
    makeFact({ unit: "USD/shares", value, filed, start: `${end.slice(0, 4)}-01-01`, end });
  const facts = [
    count("2023-12-31", "10246605", "2024-05-10"),
    count("2023-12-31", "683107", "2024-08-19"),
    count("2023-12-31", "13663", "2024-11-14"),
    count("2024-12-31", "1868638", "2025-04-15"),
    count("2024-12-31", "9343", "2025-05-15"),
    loss("2023-06-30", "-0.41", "2023-08-14"),
    loss("2023-06-30", "-6.2", "2024-08-19"),
    loss("2023-09-30", "-0.65", "2023-11-13"),
    loss("2023-09-30", "-486.46", "2024-11-14"),
    loss("2024-03-31", "-0.26", "2024-05-10"),
    loss("2024-03-31", "-38414.84", "2025-05-15"),
  ];
  const cover = (value: string, filed: string) =>
    count("2025-04-28", value, filed, { taxonomy: "dei" });

  test("each is learned, as those before it are in the figures, too", () => {
    expect(learnSplits(facts)).toEqual([
      { ratio: 1 / 15, lastOld: "2024-05-10", firstNew: "2024-08-19" },
      { ratio: 1 / 50, lastOld: "2024-08-19", firstNew: "2024-11-14" },
      { ratio: 1 / 200, lastOld: "2025-04-15", firstNew: "2025-05-15" },
    ]);
  });

  test("no earlier one is in a figure that was filed after it", () => {
    const later = facts.map((fact) =>
      fact.filed === "2023-11-13" ? { ...fact, filed: "2024-08-19" } : fact,
    );
    expect(learnSplits(later).map(({ ratio }) => ratio)).not.toContain(1 / 50);
  });

  test.each<[string, Fact[], string]>([
    ["a cover with the new count", [cover("3406614", "2025-04-30")], "2025-04-30"],
    ["one with the old count", [cover("672799910", "2025-04-30")], "2025-05-15"],
    [
      "one beside counts of the same filing",
      [cover("3406614", "2025-04-30"), count("2024-12-31", "1868638", "2025-04-30")],
      "2025-05-15",
    ],
  ])("%s tells the first filing after it", (_, between, firstNew) => {
    const all = [...facts, ...between, cover("3406614", "2025-05-15")];
    expect(learnSplits(all).at(-1)).toMatchObject({ ratio: 1 / 200, firstNew });
  });
});
