import { hash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  impliedUnit,
  statementRows,
  statementsOf,
} from "#ingest/statements/cells/statement-rows.ts";
import { type StoredLines, storedLine } from "#ingest/statements/cells/stored-line.ts";
import type {
  Line,
  Lineage,
  NullReason,
  StatementPeriod,
} from "#schemas/shapes/companies/statement.ts";
import { annualFact, build, period, registry } from "../../standardization/company.ts";

const built = build([
  annualFact("Revenues", "383285000000"),
  annualFact("Assets", "352583000000", { start: null }),
]);
const ofYear = period(built, "2024FY") as StatementPeriod;
const filed = (value: string, over: Partial<Line> = {}): Line => ({
  ...{ value, unit: "USD", reason: null, lineage: 0, source: "regulator", rank: 0, flags: [] },
  ...over,
});
const missing = (reason: NullReason): Line => ({
  ...{ value: null, unit: null, reason, lineage: null, source: null, rank: null, flags: [] },
});

const inIncome = registry.concepts.filter(
  ({ statement, status }) => statement === "income_statement" && status !== "proposed",
);
/** A period whose lines all have a value, but for those given. */
function income(lines: Record<string, Line>, over: Partial<StatementPeriod> = {}) {
  const all = Object.fromEntries(
    inIncome.map(({ snakeKey, dataType }) => [
      snakeKey,
      filed("5", { unit: impliedUnit(dataType, "USD") }),
    ]),
  );
  const one = { ...ofYear, ...over, lines: { ...all, ...lines } };
  const statement = statementsOf("0000000001", one, registry).find(
    ({ statementType }) => statementType === "income_statement",
  );
  if (!statement) throw new Error("an income statement");
  return statement;
}
const universal = inIncome.find((one) => one.prevalence === "universal" && one.templates === null);
const key = universal?.snakeKey ?? "";
const other = inIncome.find(({ prevalence }) => prevalence !== "universal")?.snakeKey ?? "";

describe("a statement is converted where no line that every company reports is missing (SFR)", () => {
  test("all lines there", () => {
    expect(income({})).toMatchObject({ status: "converted", missingFields: [], reasons: {} });
  });

  test.each<[NullReason, boolean]>([
    ["non_additive", true],
    ["pre_standard", true],
    ["not_applicable_template", true],
    ["deprecated", true],
    ["not_reported", false],
    ["scope_conflict", false],
    ["source_not_published", false],
  ])("a null that is %s is excused: %s", (reason, isExcused) => {
    expect(income({ [key]: missing(reason) })).toMatchObject({
      status: isExcused ? "converted" : "incomplete",
      missingFields: isExcused ? [] : [key],
      reasons: { [key]: reason },
      fields: { [key]: null },
    });
  });

  test("a line that not every company reports may be null for any reason", () => {
    expect(income({ [other]: missing("not_reported") }).status).toBe("converted");
  });

  test("a line of other templates may be null, and in its own it may not", () => {
    const ofBanks = inIncome.find(
      ({ prevalence, templates }) => prevalence === "universal" && templates?.length === 1,
    );
    const industrial = inIncome.filter(
      ({ prevalence, templates }) =>
        prevalence === "universal" && templates !== null && !templates.includes("industrial"),
    );
    for (const { snakeKey } of industrial) {
      expect(income({ [snakeKey]: missing("not_reported") }).missingFields).toEqual([]);
    }
    if (ofBanks) {
      const [template] = ofBanks.templates ?? [];
      const lines = { [ofBanks.snakeKey]: missing("not_reported") };
      expect(income(lines, { ...(template && { template }) }).missingFields).toEqual([
        ofBanks.snakeKey,
      ]);
    }
  });

  test("a period without a currency lacks it", () => {
    expect(income({}, { currency: null })).toMatchObject({
      status: "incomplete",
      missingFields: ["currency"],
    });
  });
});

describe("what a stored statement says of its lines", () => {
  test("a line that nothing is said of is not reported", () => {
    const [first] = statementsOf("0000000001", { ...ofYear, lines: {} }, registry);
    expect(Object.values(first?.reasons ?? {}).every((one) => one === "not_reported")).toBe(true);
    expect([first?.source, first?.sources, first?.notes]).toEqual([null, [], {}]);
  });

  test("the source is the highest of its lines, and all are listed in order", () => {
    const { source, sources } = income({
      [key]: filed("5", { source: "manual" }),
      [other]: filed("5", { source: "audited" }),
    });
    expect([source, sources]).toEqual(["audited", ["audited", "regulator", "manual"]]);
  });

  test("nulls have no lineage, and values have theirs", () => {
    const { lineage, fields } = income({
      [key]: missing("conflict"),
      [other]: filed("7", { lineage: 3 }),
    });
    expect([lineage[key], lineage[other], fields[other]]).toEqual([undefined, 3, "7"]);
  });

  test.each<[string, Partial<Line>]>([
    ["of another unit", { unit: "EUR" }],
    ["of another source", { source: "manual" }],
    ["of a later mapping", { rank: 2 }],
    ["with a flag", { flags: ["restated"] }],
    ["beside a refused tag", { refused: [{ tag: "us-gaap:Revenues", guard: "notBelow" }] }],
  ])("a line %s has a note, and is read back as it was", (_, over) => {
    const line = filed("5", over);
    const stored = income({ [key]: line });
    expect(Object.keys(stored.notes)).toEqual([key]);
    expect(storedLine(stored, { snakeKey: key, dataType: "monetary" })).toEqual(line);
  });

  test("a null has a note only for its flags or refused tags", () => {
    const refused = [{ tag: "us-gaap:Revenues", guard: "notBelow" }];
    expect(income({ [key]: missing("conflict") }).notes).toEqual({});
    expect(Object.keys(income({ [key]: { ...missing("conflict"), refused } }).notes)).toEqual([
      key,
    ]);
    const flagged = { ...missing("conflict"), flags: ["restated"] };
    expect(Object.keys(income({ [key]: flagged }).notes)).toEqual([key]);
  });

  test("its row ends with the digest of what stands before, records as JSON", () => {
    const rows = statementRows("0000000001", ofYear, registry);
    const statements = statementsOf("0000000001", ofYear, registry);
    expect(rows).toHaveLength(statements.length);
    for (const [i, row] of rows.entries()) {
      const values = row.slice(0, -1);
      expect(row.at(-1)).toBe(hash("sha256", values.join("\u001f")));
      expect(values.slice(0, 4)).toEqual([
        ...["0000000001", "2024FY", statements[i]?.statementType, 2024],
      ]);
      expect(values).toContain(JSON.stringify(statements[i]?.fields));
    }
    // Nothing is filed of the cash flow: its source is none.
    const cashFlow = rows.find((row) => row[2] === "cash_flow_statement");
    expect(cashFlow).toContain(null);
  });
});

describe("a line of a stored statement without a note", () => {
  const stored = (over: Partial<StoredLines>): StoredLines => ({
    ...{ currency: "USD", fields: {}, reasons: {}, lineage: {}, notes: {}, source: "regulator" },
    ...over,
  });
  const concept = { snakeKey: "revenue", dataType: "monetary" as const };

  test.each<[Lineage, number | null]>([
    [7, 0],
    [["sign", [-1, "", "7", 7]], 0],
    [["sum_of_classes", [1, "", "7", 7]], 0],
    [["sum_of_tags", [1, "", "7", 7]], 0],
    [["rollup", [1, "", "7", 7]], null],
    [["fy_less_nine_months", [1, "", "7", 7]], null],
  ])("of lineage %j is by mapping %s", (of, rank) => {
    const line = storedLine(
      stored({ fields: { revenue: "5" }, lineage: { revenue: of } }),
      concept,
    );
    expect(line).toEqual(filed("5", { lineage: of, rank }));
  });

  test("without lineage is by none", () => {
    expect(storedLine(stored({ fields: { revenue: "5" } }), concept).rank).toBeNull();
  });

  test("is null for its reason, else not reported, and no member that objects inherit", () => {
    const reasons = { revenue: "conflict" as const };
    expect(storedLine(stored({ reasons }), concept)).toEqual(missing("conflict"));
    expect(storedLine(stored({}), concept)).toEqual(missing("not_reported"));
    const inherited = { snakeKey: "constructor", dataType: "monetary" as const };
    expect(storedLine(stored({}), inherited)).toEqual(missing("not_reported"));
  });

  test.each([
    ["monetary", "USD", "USD"],
    ["monetary", null, null],
    ["per_share", "EUR", "EUR/shares"],
    ["per_share", null, null],
    ["shares", "USD", "shares"],
    ["pure", null, "pure"],
  ] as const)("%s in %s is in %s", (dataType, currency, unit) => {
    expect(impliedUnit(dataType, currency)).toBe(unit);
  });
});
