import { describe, expect, test } from "vitest";
import { dayOf } from "#ingest/periods/days.ts";
import { type Point, point } from "#ingest/periods/slots.ts";
import { dropUnconfirmed, trailingPerShare } from "#ingest/periods/trailing-per-share.ts";
import type { DirectYear } from "#ingest/statements/cells/cell.ts";
import { operandsOf, registry } from "../standardization/company.ts";
import { cellOf } from "../statements/cells.ts";
import { fiscalYear } from "./calendar-parts.ts";
import { periodOf, quartersOf, shownOf, sourcesOf, type Values } from "./columns.ts";

const quarterEnds = (year: number) =>
  ["03-31", "06-30", "09-30"].map((end) => dayOf(`${year}-${end}`)) as [number, number, number];
const years = [2022, 2023].map((year) =>
  fiscalYear(`${year}-01-01`, `${year}-12-31`, { quarterEnds: quarterEnds(year) }),
);

/** Filed values of a year by point. */
const filedIn = (values: [Point, number][]): DirectYear => {
  const cells = [];
  for (const [at, value] of values) cells[at] = cellOf(String(value));
  return { cells, byTag: [], ofYear: [], troubles: new Map(), refused: [], gap: notReported };
};
const notReported = { reason: "not_reported" } as const;

/** Income to common as filed for 2022, for the first quarter of 2023 and, where it is, for that of 2022. */
function sourcesWith([full, added, left]: readonly number[]) {
  if (full === undefined || added === undefined) return sourcesOf();
  const before: [Point, number][] = left === undefined ? [] : [[point.Q1, left]];
  const filed = [
    new Map([["net_income_to_common", filedIn([[point.FY, full], ...before])]]),
    new Map([["net_income_to_common", filedIn([[point.Q1, added]])]]),
  ];
  return sourcesOf({ calendar: { years, mismatches: [] }, filed });
}

/** Earnings of 0.40 a share in the twelve months to March 2023, or why they are not shown. */
function earned(filed: readonly number[], values: Values, quarter: Values = {}, eps = "eps_basic") {
  const flags = ["derived_per_share"];
  const lines = shownOf({ [eps]: cellOf("0.4", { unit: "USD/shares", flags }), ...values });
  const last = periodOf("Q1", ["2023-01-01", "2023-03-31"], quarter);
  const four = [last, last, last, last];
  dropUnconfirmed({ sources: sourcesWith(filed), last, four }, lines);
  return lines[eps]?.value ?? lines[eps]?.reason;
}

const shares = { weighted_average_shares_basic: "100" };

describe("2.11 earnings per share of twelve months on 100 shares", () => {
  test.each<[string, readonly number[], Values, string]>([
    ["filed income to common confirms them", [30, 15, 5], { net_income_to_common: "90" }, "0.4"],
    ["it contradicts them", [130, 15, 5], { net_income_to_common: "40" }, "identity_conflict"],
    ["not all of it is filed: the column's", [30, 15], { net_income_to_common: "40" }, "0.4"],
    [
      "the column's goes before net income",
      [],
      { net_income_to_common: "90", net_income: "40" },
      "identity_conflict",
    ],
    ["net income tells where that alone is shown", [], { net_income: "40" }, "0.4"],
    ["net income contradicts them", [], { net_income: "90" }, "identity_conflict"],
    ["nothing tells", [], {}, "insufficient_quarters"],
  ])("2.11 %s", (_, filed, values, expected) => {
    expect(earned(filed, { ...shares, ...values })).toBe(expected);
  });

  test("2.11 diluted ones may be of net income, basic ones not", () => {
    const values = { ...shares, net_income_to_common: "30", net_income: "40" };
    expect(earned([], values, {}, "eps_diluted")).toBe("0.4");
    expect(earned([], values)).toBe("identity_conflict");
  });

  test("2.11 the last quarter's average shares divide where the column has none", () => {
    expect(earned([], { net_income: "40" }, shares)).toBe("0.4");
    expect(earned([], { net_income: "40" })).toBe("insufficient_quarters");
  });
});

describe("2.11 average shares of twelve months", () => {
  const key = "weighted_average_shares_basic";
  const averaged = (values: (place: number) => Values) => {
    const four = quartersOf(values);
    const [concept, last] = [registry.bySnakeKey.get(key), four[3]];
    if (!concept || !last) throw new Error("no average shares");
    return trailingPerShare({ sources: sourcesOf(), last, four }, concept);
  };

  test("2.11 are the mean of the four quarters, and name them", () => {
    const found = averaged((place) => ({ [key]: String(100 + 4 * place) }));
    expect(found).toMatchObject({ value: "106", flags: ["derived_per_share"] });
    expect(operandsOf(found)).toEqual([
      "mean_of_quarters",
      [0.25, `${key}@2023-01-01/2023-03-31`, "100"],
      [0.25, `${key}@2023-04-01/2023-06-30`, "104"],
      [0.25, `${key}@2023-07-01/2023-09-30`, "108"],
      [0.25, `${key}@2023-10-01/2023-12-31`, "112"],
    ]);
  });

  test("2.11 are null where a quarter has none", () => {
    const found = averaged((place) => (place === 1 ? {} : { [key]: "100" }));
    expect(found.reason).toBe("insufficient_quarters");
  });
});
