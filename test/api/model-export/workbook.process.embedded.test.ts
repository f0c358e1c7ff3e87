import { describe, expect, test } from "vitest";
import { templates } from "#registry/models/catalogue.ts";
import type { ModelFacts } from "#registry/models/inputs/facts.ts";
import { noFacts } from "#registry/models/inputs/facts.ts";
import { givenPrice } from "#registry/models/market/price.ts";
import { withMarket } from "#registry/models/market/with-market.ts";
import { exportedModel, workbookOf } from "../../helpers/companies/exported.ts";
import { makeFacts, withLines } from "../../helpers/companies/model-company.ts";
import { compute, goldenApple } from "../../helpers/companies/models.ts";
import {
  type Changes,
  differences,
  isSame,
  type ReadBook,
  readBook,
  recalculate,
  type Value,
} from "../../helpers/companies/recalculate.ts";
import { libreOffice, recalculateAll } from "../../helpers/libre-office.ts";

const apple = await goldenApple();
const sound = makeFacts();
const keys = templates.map(({ key }) => key);
const dcfKeys = templates.filter(({ family }) => family === "dcf").map(({ key }) => key);

/** Companies and overrides that workbooks must hold for, beside the golden company's defaults. */
const cases: [name: string, facts: ModelFacts, key: string, body?: unknown][] = [
  ...keys.map((key): [string, ModelFacts, string] => [`apple-${key}`, apple, key]),
  ...keys.map((key): [string, ModelFacts, string] => [`sound-${key}`, sound, key]),
  ...dcfKeys.map((key): [string, ModelFacts, string, unknown] => [
    `overridden-${key}`,
    apple,
    key,
    {
      assumptions: {
        discount_rate: 0.085,
        discount_rate_low: 0.08,
        initial_revenue_growth: 0.123457,
        tax_rate: 0.25,
        valuation_date: 20231231,
        other_income: 1e9,
        other_non_operating_assets: 5e9,
      },
      drivers: { revenue_growth: { "2025": 0.08 }, ebitda_margin: { "2026": 0.3 } },
    },
  ]),
  ["uplift", apple, "terminal_growth", { assumptions: { terminal_mid_year_uplift: 1 } }],
  ["reinvested", apple, "terminal_growth", { assumptions: { terminal_reinvestment: 1 } }],
  [
    "reinvested-cycle",
    sound,
    "terminal_growth",
    {
      assumptions: {
        ...{ terminal_reinvestment: 1, return_on_new_capital: 0.15, mid_cycle: 1 },
        terminal_mid_year_uplift: 1,
      },
    },
  ],
  [
    "thin-spread",
    apple,
    "terminal_growth",
    { assumptions: { discount_rate: 0.05, terminal_growth: 0.04 } },
  ],
  [
    "falling-growth",
    apple,
    "terminal_growth",
    { assumptions: { initial_revenue_growth: -0.050001, long_run_revenue_growth: 0.025 } },
  ],
  [
    "tiny-rate",
    apple,
    "ebitda_exit",
    { assumptions: { discount_rate: 0.0000004, exit_multiple: 0.004 } },
  ],
  ["odd-multiple", apple, "pe_multiples", { assumptions: { multiple: 12.25 } }],
  ["rates", apple, "wacc", { assumptions: { unlevered_beta: 2.5, market_value_of_equity: 1e12 } }],
  ["own-beta", apple, "wacc", { assumptions: { beta: 1.1, debt_weight: 0.3 } }],
  [
    "negative-margin",
    makeFacts({ years: withLines({ operating_income: -2e9 }) }),
    "terminal_growth",
  ],
  ["no-earnings", makeFacts({ years: withLines({ operating_income: -2e9 }) }), "epv"],
  ["no-income", makeFacts({ years: withLines({ net_income: -1e9 }) }), "pe_multiples"],
  [
    "no-shares",
    makeFacts({
      years: withLines({
        shares_outstanding: null,
        weighted_average_shares_diluted: null,
        weighted_average_shares_basic: null,
      }),
    }),
    "terminal_growth",
  ],
  [
    "no-depreciation",
    makeFacts({ years: withLines({ depreciation_and_amortization: null }) }),
    "ebitda_exit",
  ],
  ["no-float", makeFacts({ years: withLines({ cover_public_float: null }) }), "wacc"],
  ["no-debt", makeFacts({ years: withLines({ total_debt: 0, interest_expense: null }) }), "wacc"],
  ["no-revenue", makeFacts({ years: withLines({ revenue: null }) }), "dcf_10_year_revenue_exit"],
  ["bank", makeFacts({ sic: "6021", template: "bank" }), "terminal_growth"],
  ["bank-rates", makeFacts({ sic: "6021", template: "bank" }), "wacc"],
  ["bank-epv", makeFacts({ sic: "6021", template: "bank" }), "epv"],
  ["bank-multiples", makeFacts({ sic: "6021", template: "bank" }), "ev_ebit_multiples"],
  ...keys.map((key): [string, ModelFacts, string] => [`nothing-${key}`, noFacts, key]),
];

/** Research of three years and leases in the books. */
const capital = { capitalise_research: 1, research_life: 3, capitalise_leases: 1 };
cases.push(
  ...[...dcfKeys, "epv"].map((key): [string, ModelFacts, string, unknown] => [
    `capitalised-${key}`,
    apple,
    key,
    { assumptions: capital },
  ]),
  ["no-research", sound, "terminal_growth", { assumptions: capital }],
);

const books = new Map<string, { bytes: Buffer; book: ReadBook }>();
for (const [name, facts, key, body] of cases) {
  const bytes = await workbookOf(exportedModel(facts, key, body));
  books.set(name, { bytes, book: await readBook(bytes) });
}
const bookOf = (name: string) => {
  const found = books.get(name);
  if (found === undefined) throw new Error(`no case ${name}`);
  return found;
};

/** One input changed in the file, and the same change posted. */
const changed: [name: string, key: string, changes: Changes, body: unknown][] = [
  ...(["terminal_growth", "dcf_10_year_ebitda_exit", "revenue_exit"] as const).map(
    (key): [string, string, Changes, unknown] => [
      `growth-${key}`,
      key,
      { initial_revenue_growth: 0.1 },
      { assumptions: { initial_revenue_growth: 0.1 } },
    ],
  ),
  ["rate", "terminal_growth", { discount_rate: 0.085 }, { assumptions: { discount_rate: 0.085 } }],
  [
    "wacc-premium",
    "wacc",
    { equity_risk_premium: 0.055 },
    { assumptions: { equity_risk_premium: 0.055 } },
  ],
  [
    "epv-margin",
    "epv",
    { normalised_ebit_margin: 0.25, discount_rate: 0.09 },
    { assumptions: { normalised_ebit_margin: 0.25, discount_rate: 0.09 } },
  ],
  ["multiple", "pe_multiples", { multiple: 20 }, { assumptions: { multiple: 20 } }],
  [
    "capital-perpetuity",
    "terminal_growth",
    { ...capital, terminal_reinvestment: 1 },
    { assumptions: { ...capital, terminal_reinvestment: 1 } },
  ],
  ["capital-exit", "dcf_10_year_ebitda_exit", capital, { assumptions: capital }],
  ["capital-power", "epv", capital, { assumptions: capital }],
  // Values whose growth line, edges of the rate and edges of the multiple lie on a half of the last place.
  ...(
    [
      ["tie-growth", "terminal_growth", { initial_revenue_growth: 0.100002 }],
      ["tie-rate", "terminal_growth", { discount_rate: 0.060002 }],
      ["tie-multiple", "pe_multiples", { multiple: 12.35 }],
      ["tie-exit", "ebitda_exit", { exit_multiple: 12.25, initial_revenue_growth: 0.100006 }],
      ["tie-equity", "excess_return", { cost_of_equity: 0.060002 }],
    ] as const
  ).map(
    ([name, key, assumptions]): [string, string, Changes, unknown] =>
      [...[name, key, assumptions, { assumptions }]] as [string, string, Changes, unknown],
  ),
  [
    "uplifted",
    "terminal_growth",
    { terminal_mid_year_uplift: 1, tax_rate: 0.25 },
    { assumptions: { terminal_mid_year_uplift: 1, tax_rate: 0.25 } },
  ],
];

describe("a price of another day", () => {
  test.each(["terminal_growth", "pe_multiples", "epv", "excess_return"])(
    "%s: formulas carry the value to the day of the price",
    async (key) => {
      const exported = exportedModel(apple, key);
      const price = givenPrice(150, null, "share", "2024-03-31");
      const market = { state: "available", reason: null, price } as const;
      const result = withMarket(exported.result, market, exported.model);
      const bytes = await workbookOf({ ...exported, result });
      const book = await readBook(bytes);
      expect(differences(book, await recalculate(bytes))).toEqual([]);
      const upside = result.market.upside?.mid ?? Number.NaN;
      expect(upside).toBeGreaterThan((result.valuation.fairValuePerShare ?? 0) / 150 - 1);
      const cells = [...book.cells.values()].filter(({ formula }) => formula !== null);
      expect(cells.some(({ value }) => isSame(value, upside))).toBe(true);
    },
  );
});

/** What the changed file must show wherever it has a formula: the file of the same change posted. */
async function expected(key: string, body: unknown): Promise<ReadBook> {
  return readBook(await workbookOf(exportedModel(apple, key, body)));
}

/** Cells that a changed file computes otherwise than the file of the posted change. */
function disagreements(posted: ReadBook, results: ReadonlyMap<string, Value>): string[] {
  return [...posted.cells].flatMap(([key, { value, formula }]) =>
    formula === null || !results.has(key) || isSame(value, results.get(key))
      ? []
      : [`${key} =${formula}: posted ${value}, changed ${results.get(key)}`],
  );
}

describe("a second engine", () => {
  test.each(cases.map(([name]) => name))(
    "%s: every formula cell is what the API computed [MOD-60] [MOD-61]",
    async (name) => {
      const { bytes, book } = bookOf(name);
      expect(differences(book, await recalculate(bytes))).toEqual([]);
    },
  );

  test.each(changed)(
    "%s: an input changed in the file moves it as the same override does [MOD-61]",
    async (_, key, changes, body) => {
      const bytes = await workbookOf(exportedModel(apple, key));
      const results = await recalculate(bytes, changes);
      const posted = await expected(key, body);
      expect(disagreements(posted, results)).toEqual([]);
      const { valuation, rateResult } = compute(apple, key, body);
      const headline = rateResult?.wacc ?? valuation.fairValuePerShare;
      expect([...results.values()].some((value) => isSame(value, headline))).toBe(true);
    },
  );
});

/** Every blue cell of a template with another value that the model takes. */
function edits(key: string): [key: string, value: number][] {
  const { model } = exportedModel(apple, key);
  return model.table.seeds.flatMap(({ key: name, value, unit, editable, formula }) => {
    if (!editable || formula !== undefined || value === null || unit === "date") return [];
    const other = unit === "flag" ? 1 - value : value === 0 ? 0.0100005 : value * 1.0100005;
    try {
      compute(apple, key, { assumptions: { [name]: other } });
      return [[name, other] as [string, number]];
    } catch {
      return [];
    }
  });
}

describe.each(["terminal_growth", "ebitda_exit", "pe_multiples", "wacc", "epv", "excess_return"])(
  "each blue cell of %s",
  (key) => {
    const all = edits(key);

    test("is one of several", () => expect(all.length).toBeGreaterThan(2));

    test.each(all)("%s changed to %d gives what the API gives [MOD-61]", async (name, value) => {
      const results = await recalculate(await workbookOf(exportedModel(apple, key)), {
        [name]: value,
      });
      const posted = await expected(key, { assumptions: { [name]: value } });
      expect(disagreements(posted, results)).toEqual([]);
    });
  },
);

describe.skipIf(libreOffice === null)("LibreOffice", async () => {
  const results =
    libreOffice === null
      ? new Map<string, Map<string, Value>>()
      : await recalculateAll(libreOffice, {
          ...Object.fromEntries(cases.map(([name]) => [name, { bytes: bookOf(name).bytes }])),
          ...Object.fromEntries(
            await Promise.all(
              changed.map(async ([name, key, changes]) => {
                const bytes = await workbookOf(exportedModel(apple, key));
                return [`changed-${name}`, { bytes, changes }] as const;
              }),
            ),
          ),
        });

  test.each(cases.map(([name]) => name))(
    "%s: every formula cell recalculated is what the API computed [MOD-60] [MOD-61]",
    (name) => {
      expect(differences(bookOf(name).book, results.get(name) ?? new Map())).toEqual([]);
    },
  );

  test.each(changed)(
    "%s: an input changed in the file moves it as the same override does [MOD-61]",
    async (name, key, _, body) => {
      const found = results.get(`changed-${name}`) ?? new Map();
      expect(found.size).toBeGreaterThan(50);
      expect(disagreements(await expected(key, body), found)).toEqual([]);
    },
  );
});
