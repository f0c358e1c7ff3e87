import { describe, expect, it } from "vitest";
import { buildCompany, buildView } from "#ingest/build-company.ts";
import { withFaces } from "#ingest/faces/evidence/with-faces.ts";
import { factsDocumentOf } from "#ingest/facts/facts-document.ts";
import { loadRegistry } from "#registry/current/load.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import { type Row, reportOf } from "../faces/evidence/printed.ts";
import { annualFact, asOf, documentOf, inputOf, shown } from "../standardization/company.ts";

const registry = loadRegistry();
const year = {
  start: "2023-01-01",
  end: "2023-12-31",
  form: "10-K",
  filed: "2024-02-01",
  fy: 2023,
  fp: "FY",
};
const column = "2023-01-01|2023-12-31";
const accession = "0000000001-24-000001";

const flow = (tag: string, value: number, over: Partial<Fact> = {}): Fact =>
  annualFact(tag, String(value), { ...year, accession, ...over });

function builtWith(facts: Fact[], reports: FiledReport[]) {
  const input = withFaces(
    inputOf([documentOf(facts)]),
    reports.map((report) => ({ report, filed: "2024-02-01" })),
    registry,
  );
  return { input, built: buildCompany(input, registry) };
}

const statement = (kind: "income" | "cash_flow", rows: Row[], columns = [column]) => ({
  kind,
  columns,
  rows,
});

/** In the form of Boeing: the statement prints the cost of products and of services, and no total. The amounts of both are made up. */
const boeing = reportOf(accession, "10-K", [
  statement("income", [
    { tag: "us-gaap:Revenues", label: "Total revenues", balance: "credit", values: [77794] },
    {
      tag: "us-gaap:CostOfRevenue",
      label: "Cost of products",
      balance: "debit",
      member: "us-gaap:ProductMember",
      values: [57394],
    },
    {
      tag: "us-gaap:CostOfRevenue",
      label: "Cost of services",
      balance: "debit",
      member: "us-gaap:ServiceMember",
      values: [12676],
    },
    {
      tag: "us-gaap:ResearchAndDevelopmentExpense",
      label: "Research and development expense",
      balance: "debit",
      values: [3377],
    },
    {
      tag: "us-gaap:OperatingIncomeLoss",
      label: "Loss from operations",
      balance: "credit",
      values: [4347],
    },
  ]),
]);

const ofBoeing = [
  flow("Revenues", 77794),
  flow("ResearchAndDevelopmentExpense", 3377),
  flow("OperatingIncomeLoss", 4347),
];

describe("[FIN-04] lines by the printed statement", () => {
  it("adds up members where the statement prints no total", () => {
    const { built } = builtWith(ofBoeing, [boeing]);
    expect(shown(built, "2023FY", "cost_of_revenue")).toBe("70070");
    expect(shown(builtWith(ofBoeing, []).built, "2023FY", "cost_of_revenue")).toBe("not_reported");
  });

  it("takes the parent company's figures where registrants print theirs side by side", () => {
    // Sempra Energy, 2010Q1, in millions (0000086521-10-000036); the subsidiary's revenue is made up.
    const entity = (member: string, values: number[]): Row => ({
      ...{ tag: "us-gaap:Revenues", label: "Total revenues", balance: "credit" },
      ...{ axis: "LegalEntity", member, values },
    });
    const sempra = reportOf(accession, "10-K", [
      statement("income", [
        entity("SanDiegoGasAndElectricCompanyAndSubsidiary", [742]),
        entity("ParentCompany", [2534]),
      ]),
    ]);
    expect(shown(builtWith([], [sempra]).built, "2023FY", "revenue")).toBe("2534");
    const own: Row[] = [
      { tag: "us-gaap:Assets", label: "Total assets", balance: "debit", values: [9] },
      { ...entity("PecoEnergyCo", [5]), tag: "us-gaap:Assets", label: "Total assets" },
    ];
    const besides = reportOf(accession, "10-K", [
      statement("income", [
        ...own,
        entity("CommonwealthEdisonCo", [4]),
        entity("PecoEnergyCo", [5]),
      ]),
    ]);
    const built = builtWith([flow("NetIncomeLoss", 1)], [besides]).built;
    expect(shown(built, "2023FY", "revenue")).toBe("not_reported");
  });

  it("has no interest expense where the row of net interest is an income", () => {
    // Nike's years to 2025-05-31 and 2022-05-31: interest expense (income), net of (107) and 205.
    const net = (value: number) => {
      const nike = reportOf(accession, "10-K", [
        statement("income", [
          {
            tag: "us-gaap:InterestIncomeExpenseNonoperatingNet",
            label: "Interest expense (income), net",
            ...{ balance: "credit", isNegated: true, values: [value] },
          },
          { tag: "us-gaap:NetIncomeLoss", label: "Net income", balance: "credit", values: [3219] },
        ]),
      ]);
      const facts = [
        flow("InterestIncomeExpenseNonoperatingNet", value),
        // The year before was an expense.
        flow("InterestIncomeExpenseNonoperatingNet", -205, {
          ...{ start: "2022-01-01", end: "2022-12-31", fy: 2022 },
        }),
      ];
      return shown(builtWith(facts, [nike]).built, "2023FY", "interest_expense");
    };
    expect(net(107)).toBe("scope_conflict");
    expect(net(-205)).toBe("205");
  });

  it("has interest under an element of net interest as the statement counts it", () => {
    // Yum, first quarter of 2010: operating profit of 364, interest of 41, and 323 before taxes, under an own element.
    const yum = (interest: number, before: number) => {
      const lines: Row[] = [
        ["us-gaap:OperatingIncomeLoss", "Operating Profit", "credit", 364] as const,
        ["us-gaap:InterestIncomeExpenseNet", "Interest expense, net", "credit", interest] as const,
        ["extension:BeforeTaxes", "Income before income taxes", null, before] as const,
      ].map(([tag, label, balance, value]) => ({ tag, label, balance, values: [value] }));
      const report = reportOf(accession, "10-K", [statement("income", lines)]);
      const facts = [flow("OperatingIncomeLoss", 364), flow("InterestIncomeExpenseNet", interest)];
      return shown(builtWith(facts, [report]).built, "2023FY", "interest_expense");
    };
    expect(yum(41, 323)).toBe("41");
    expect(yum(41, 405)).toBe("scope_conflict");
    expect(yum(-41, 323)).toBe("41");
  });

  it("adds a row that was filed with the wrong sign as it is printed, and mends it in no other filing", () => {
    // Noble Energy, 2010Q1, in millions (0001140361-10-017930).
    const rows = (values: [number, number, number]): Row[] => [
      {
        tag: "us-gaap:PaymentsToAcquireOilAndGasPropertyAndEquipment",
        label: "Additions to Property, Plant and Equipment",
        ...{ balance: "credit", isNegated: true, values: [values[0], 399] },
      },
      {
        tag: "us-gaap:PaymentsToAcquireOilAndGasProperty",
        label: "DJ Basin Asset Acquisition",
        ...{ balance: "credit", values: [values[1], 0] },
      },
      {
        tag: "us-gaap:NetCashProvidedByUsedInInvestingActivities",
        label: "Net Cash Used in Investing Activities",
        ...{ balance: "debit", values: [values[2], -399] },
      },
    ];
    const noble = reportOf(accession, "10-K", [
      statement("cash_flow", rows([383, -466, -849]), [column, "2022-01-01|2022-12-31"]),
    ]);
    const facts = [
      flow("PaymentsToAcquireOilAndGasPropertyAndEquipment", 383),
      flow("PaymentsToAcquireOilAndGasProperty", -466),
      flow("NetCashProvidedByUsedInInvestingActivities", -849),
    ];
    const { built } = builtWith(facts, [noble]);
    expect(shown(built, "2023FY", "capital_expenditure")).toBe("849");
    expect(shown(built, "2023FY", "remaining_investing_cash_flow")).toBe("0");

    const later = { accession: "0000000001-24-000009", filed: "2024-06-01", form: "10-K/A" };
    const mended = flow("PaymentsToAcquireOilAndGasProperty", 466, later);
    const both = builtWith([...facts, mended], [noble]).built;
    expect(shown(both, "2023FY", "capital_expenditure")).toBe("849");
  });

  it("takes no operating income from a note, and marks another value that only a note states", () => {
    const report = reportOf(accession, "10-K", [
      statement("income", [
        { tag: "us-gaap:Revenues", label: "Total revenues", balance: "credit", values: [82722] },
        {
          tag: "us-gaap:CostsAndExpenses",
          label: "Costs and expenses",
          balance: "debit",
          values: [75952],
        },
        {
          tag: "us-gaap:IncomeTaxExpenseBenefit",
          label: "Income taxes",
          balance: "debit",
          values: [1732],
        },
        { tag: "us-gaap:NetIncomeLoss", label: "Net income", balance: "credit", values: [3145] },
      ]),
    ]);
    const facts = [
      flow("Revenues", 82722),
      flow("IncomeTaxExpenseBenefit", 1732),
      flow("NetIncomeLoss", 3145),
      flow("OperatingIncomeLoss", 12121),
      flow("InterestExpense", 1549),
    ];
    const { built } = builtWith(facts, [report]);
    expect(shown(built, "2023FY", "operating_income")).not.toBe("12121");
    const period = built.periods.find(({ key }) => key === "2023FY");
    expect(period?.lines.operating_income?.refused).toEqual([
      { tag: "us-gaap:OperatingIncomeLoss", guard: "note" },
    ]);
    expect(period?.lines.interest_expense).toMatchObject({ value: "1549", flags: ["note"] });
    expect(period?.lines.net_income?.flags).toEqual([]);
  });

  it("gives a line under an element of the filer's own, with its fact as lineage", () => {
    const report = reportOf(accession, "10-K", [
      statement("cash_flow", [
        { tag: "us-gaap:NetIncomeLoss", label: "Net income", balance: "credit", values: [29760] },
        {
          tag: "us-gaap:NetCashProvidedByUsedInOperatingActivities",
          label: "Net cash provided by operating activities",
          values: [28090],
        },
        {
          tag: "extension:PurchasesRelatedToPropertyAndEquipment",
          label: "Capital expenditures",
          isNegated: true,
          values: [1069],
        },
        {
          tag: "us-gaap:PaymentsToAcquireBusinessesNetOfCashAcquired",
          label: "Acquisitions",
          balance: "credit",
          isNegated: true,
          values: [83],
        },
        {
          tag: "us-gaap:NetCashProvidedByUsedInInvestingActivities",
          label: "Net cash used in investing activities",
          balance: "debit",
          values: [-1152],
        },
      ]),
    ]);
    const { built } = builtWith(
      [flow("NetIncomeLoss", 29760), flow("NetCashProvidedByUsedInOperatingActivities", 28090)],
      [report],
    );
    const line = built.periods.find(({ key }) => key === "2023FY")?.lines.capital_expenditure;
    expect(line).toMatchObject({ value: "1069", flags: ["own_element"] });
    const fact = typeof line?.lineage === "number" ? built.facts[line.lineage] : undefined;
    expect(fact).toMatchObject({ tag: "PurchasesRelatedToPropertyAndEquipment", accession });
  });

  it("takes the consolidated income of a statement without noncontrolling interests, unless a fact says otherwise", () => {
    // PG&E 2009Q2, in millions (0001004980-09-000057), as a year. The fact of a note is made up.
    const rows: Row[] = [
      { tag: "us-gaap:ProfitLoss", label: "Net Income", balance: "credit", values: [392] },
      {
        tag: "us-gaap:PreferredStockDividendsAndOtherAdjustments",
        label: "Preferred stock dividend requirement of subsidiary",
        balance: "debit",
        values: [4],
      },
    ];
    const pge = reportOf(accession, "10-K", [statement("income", rows)]);
    const facts = [
      flow("ProfitLoss", 392),
      flow("PreferredStockDividendsAndOtherAdjustments", 4),
      flow("MinorityInterestInNetIncomeLossOfConsolidatedEntities", 3, {
        accession: "0000000001-24-000009",
      }),
    ];
    expect(shown(builtWith(facts, [pge]).built, "2023FY", "net_income")).toBe("392");
    const noted = [...facts, flow("NetIncomeLoss", 389)];
    expect(shown(builtWith(noted, [pge]).built, "2023FY", "net_income")).toBe("389");
  });

  it("[FIN-04] shows a quarter of cash flows that a statement prints, not a difference that a restated quarter changed", () => {
    // Southern Copper 2009Q2, in thousands (0001104659-09-046536, 0001104659-10-024965).
    const quarters = ["2023-04-01|2023-06-30", "2023-01-01|2023-06-30"];
    const tag = "NetCashProvidedByUsedInOperatingActivities";
    const of = (start: string, end: string, value: number, over: Partial<Fact> = {}) =>
      flow(tag, value, { start, end, form: "10-Q", fp: "Q2", filed: "2023-08-07", ...over });
    const income = (start: string, end: string, value: number) =>
      flow("NetIncomeLoss", value, { start, end, form: "10-Q", fp: "Q2", filed: "2023-08-07" });
    const facts = [
      flow("NetIncomeLoss", 929000),
      income("2023-01-01", "2023-03-31", 77000),
      income("2023-04-01", "2023-06-30", 186000),
      of("2023-01-01", "2023-03-31", -193806, {
        filed: "2024-05-07",
        fp: "Q1",
        accession: "0000000001-24-000002",
      }),
      of("2023-04-01", "2023-06-30", 107675),
      of("2023-01-01", "2023-06-30", -86609),
    ];
    const rows: Row[] = [
      {
        tag: `us-gaap:${tag}`,
        label: "Net cash (used for) provided from operating activities",
        balance: "debit",
        values: [107675, -86609],
      },
    ];
    const report = reportOf(accession, "10-Q", [statement("cash_flow", rows, quarters)]);
    expect(shown(builtWith(facts, [report]).built, "2023Q2", "operating_cash_flow")).toBe("107675");
    expect(shown(builtWith(facts, []).built, "2023Q2", "operating_cash_flow")).not.toBe("107675");
  });

  it("is the same in a view of the stored facts, and does not know a statement before it is filed", () => {
    const early = ofBoeing.map((fact) => ({ ...fact, filed: "2024-01-20" }));
    const { input, built } = builtWith(early, [boeing]);
    const stored = JSON.parse(JSON.stringify(factsDocumentOf(input, built.facts)));
    const latest = buildView(stored, registry, { kind: "latest" });
    expect(shown(latest, "2023FY", "cost_of_revenue")).toBe("70070");
    const before = buildView(stored, registry, asOf("2024-01-25"));
    expect(shown(before, "2023FY", "revenue")).toBe("77794");
    expect(shown(before, "2023FY", "cost_of_revenue")).toBe("not_reported");
  });
});

const balanceSheet = (rows: [string, string, number, number][]) =>
  reportOf("0000320193-24-000123", "10-K", [
    {
      kind: "balance",
      columns: ["|2024-09-28", "|2023-09-30"],
      rows: rows.map(([tag, label, ...values]): Row => ({ tag, label, balance: "debit", values })),
    },
  ]);

/** Apple Inc., 10-K of fiscal 2024, in millions. */
const appleCurrentAssets: [string, string, number, number][] = [
  ["us-gaap:CashAndCashEquivalentsAtCarryingValue", "Cash and cash equivalents", 29943, 29965],
  ["us-gaap:MarketableSecuritiesCurrent", "Marketable securities", 35228, 31590],
  ["us-gaap:AccountsReceivableNetCurrent", "Accounts receivable, net", 33410, 29508],
  ["us-gaap:NontradeReceivablesCurrent", "Vendor non-trade receivables", 32833, 31477],
  ["us-gaap:InventoryNet", "Inventories", 7286, 6331],
  ["us-gaap:OtherAssetsCurrent", "Other current assets", 14287, 14695],
  ["us-gaap:AssetsCurrent", "Total current assets", 152987, 143566],
];

describe("[FIN-04] residual lines", () => {
  const span = { start: "2023-10-01", end: "2024-09-28", fy: 2024, filed: "2024-11-01" };
  const facts = [
    flow("Revenues", 391035, span),
    ...appleCurrentAssets.map(([tag, , value]) =>
      flow(tag.slice("us-gaap:".length), value, { ...span, start: null }),
    ),
  ];
  const lines = (report: FiledReport[]) =>
    builtWith(facts, report).built.periods.find(({ key }) => key === "2024FY")?.lines;

  it("hold the printed rows of a total that are no lines, and the total says how it adds up", () => {
    const apple = lines([balanceSheet(appleCurrentAssets)]);
    expect(apple?.remaining_current_assets).toMatchObject({ value: "32833", unit: "USD" });
    expect(apple?.current_assets?.sum).toEqual([
      [1, "cash_and_equivalents"],
      [1, "short_term_investments"],
      [1, "accounts_receivable"],
      [1, "inventory"],
      [1, "other_current_assets"],
      [1, "remaining_current_assets"],
    ]);
    const sum = apple?.current_assets?.sum?.reduce(
      (all, [weight, key]) => all + weight * Number(apple[key]?.value),
      0,
    );
    expect(sum).toBe(152987);
  });

  it("are zero where every printed row is a line, and null with the reason where nothing is printed", () => {
    const [cash, , , , , other] = appleCurrentAssets;
    if (!cash || !other) throw new Error("seven rows");
    const whole: [string, string, number, number] = [
      "us-gaap:AssetsCurrent",
      "Total current assets",
      29943 + 14287,
      29965 + 14695,
    ];
    const own = [cash, other, whole];
    const stated = facts.map((fact) =>
      fact.tag === "AssetsCurrent" ? { ...fact, value: "44230" } : fact,
    );
    const { built } = builtWith(stated, [balanceSheet(own)]);
    const shownLines = built.periods.find(({ key }) => key === "2024FY")?.lines;
    expect(shownLines?.remaining_current_assets).toMatchObject({
      value: "0",
      lineage: ["sum_of_tags"],
    });
    expect(lines([])?.remaining_current_assets).toMatchObject({
      value: null,
      reason: "no_printed_statement",
    });
    expect(lines([])?.current_assets?.sum).toBeUndefined();
    const alone = balanceSheet([["us-gaap:AssetsCurrent", "Total current assets", 152987, 143566]]);
    expect(lines([alone])?.remaining_current_assets?.reason).toBe("printed_alone");
    const lacking = balanceSheet([cash, ["us-gaap:AssetsCurrent", "Total", 152987, 143566]]);
    expect(lines([lacking])?.remaining_current_assets?.reason).toBe("not_itemized");
  });
});

/** KBR, Inc., 10-Q of the first quarter of 2010, in millions (0001140361-10-017892). The totals above are left out. */
const kbr = [
  { tag: "us-gaap:ProfitLoss", label: "Net income", balance: "credit" as const, value: 59 },
  {
    tag: "extension:LessNetIncomeAttributableToNoncontrollingInterests",
    label: "Net income attributable to noncontrolling interests",
    value: -13,
  },
  {
    tag: "extension:NetIncomeAttributableToParent",
    label: "Net income attributable to KBR",
    balance: "credit" as const,
    value: 46,
  },
];

it("[FIN-04] net income under an element of the filer's own is what the statement prints, not computed", () => {
  const quarter = { start: "2010-01-01", end: "2010-03-31", form: "10-Q", fy: 2010, fp: "Q1" };
  const filed = { ...quarter, filed: "2010-05-06", accession: "0001140361-10-017892" };
  const facts = [flow("Revenues", 2631, filed), flow("ProfitLoss", 59, filed)];
  const report = reportOf("0001140361-10-017892", "10-Q", [
    {
      kind: "income",
      columns: ["2010-01-01|2010-03-31"],
      rows: kbr.map(({ value, ...row }) => ({ ...row, values: [value] })),
    },
  ]);
  const input = withFaces(
    inputOf([documentOf(facts)]),
    [{ report, filed: "2010-05-06" }],
    registry,
  );
  const line = buildCompany(input, registry).periods[0]?.lines.net_income;
  expect(line).toMatchObject({ value: "46", flags: ["own_element"] });
});

it("[FIN-04] what is left of a quarter that no statement prints is its total less the lines of the year's sum", () => {
  const nine = { end: "2023-09-30", form: "10-Q", filed: "2023-11-01", fp: "Q3" };
  const total = "NetCashProvidedByUsedInInvestingActivities";
  const spent = "PaymentsToAcquirePropertyPlantAndEquipment";
  // Made up: of the year the statement prints 120 of other flows; 90 of them are of nine months.
  const facts = [
    flow("Revenues", 900),
    ...[flow(total, -620), flow(spent, 500), flow(total, -390, nine), flow(spent, 300, nine)],
  ];
  const report = reportOf(accession, "10-K", [
    statement("cash_flow", [
      { tag: `us-gaap:${spent}`, label: "Capital expenditures", isNegated: true, values: [500] },
      { tag: "extension:Others", label: "Other investing flows", isNegated: true, values: [120] },
      { tag: `us-gaap:${total}`, label: "Net cash used in investing", values: [-620] },
    ]),
  ]);
  const { built } = builtWith(facts, [report]);
  expect(shown(built, "2023FY", "remaining_investing_cash_flow")).toBe("-120");
  const fourth = built.periods.find(({ key }) => key === "2023Q4")?.lines;
  expect(fourth?.investing_cash_flow).toMatchObject({
    value: "-230",
    sum: [
      [-1, "capital_expenditure"],
      [1, "remaining_investing_cash_flow"],
    ],
  });
  expect(fourth?.remaining_investing_cash_flow).toMatchObject({
    value: "-30",
    lineage: ["remainder", expect.anything(), expect.anything()],
    flags: ["derived_q4"],
  });
});

it("[FIN-04] a line that a later filing restates alone leaves the difference in the rest, which says so", () => {
  const later = { form: "10-K", filed: "2025-02-01", accession: "0000000009-25-000001" };
  const total = "NetCashProvidedByUsedInInvestingActivities";
  const spent = "PaymentsToAcquirePropertyPlantAndEquipment";
  // Made up: the report prints 500 and 120 of 620; the next year's filing states 450 for the 500, and no new total.
  const facts = (restated: boolean) => [
    flow("Revenues", 900),
    ...[flow(total, -620), flow(spent, 500), ...(restated ? [flow(spent, 450, later)] : [])],
  ];
  const report = reportOf(accession, "10-K", [
    statement("cash_flow", [
      { tag: `us-gaap:${spent}`, label: "Capital expenditures", isNegated: true, values: [500] },
      { tag: "extension:Others", label: "Other investing flows", isNegated: true, values: [120] },
      { tag: `us-gaap:${total}`, label: "Net cash used in investing", values: [-620] },
    ]),
  ]);
  const restOf = (restated: boolean) => {
    const { built } = builtWith(facts(restated), [report]);
    const { remaining_investing_cash_flow: rest, capital_expenditure: own } =
      built.periods.find(({ key }) => key === "2023FY")?.lines ?? {};
    return [own?.value, rest?.value, rest?.flags.includes("vintage:mixed")];
  };
  expect(restOf(false)).toEqual(["500", "-120", false]);
  expect(restOf(true)).toEqual(["450", "-170", true]);
});

describe("[FIN-04] a total that is printed without rows that add up to it", () => {
  // Made up: the source lacks the row of exchange rates, which another statement's facts state.
  const rates: [string, string, number] = [
    "us-gaap:EffectOfExchangeRateOnCashAndCashEquivalents",
    "Exchange rates",
    -18,
  ];
  const flows = (change: number): [string, string, number][] => [
    ["us-gaap:NetCashProvidedByUsedInOperatingActivities", "Net cash provided by operating", 1003],
    ["us-gaap:NetCashProvidedByUsedInInvestingActivities", "Net cash used in investing", -601],
    ["us-gaap:NetCashProvidedByUsedInFinancingActivities", "Net cash used in financing", -207],
    ["us-gaap:CashAndCashEquivalentsPeriodIncreaseDecrease", "Net change in cash", change],
  ];
  const linesOf = (change: number) => {
    const own = flows(change);
    const facts = [...own, rates].map(([tag, , value]) => flow(tag.split(":")[1] ?? "", value));
    const rows = own.map(([tag, label, value]) => ({ tag, label, values: [value] }));
    const report = reportOf(accession, "10-Q", [statement("cash_flow", rows)]);
    const { built } = builtWith([flow("Revenues", 2150), ...facts], [report]);
    return built.periods.find(({ key }) => key === "2023FY")?.lines;
  };

  it("has the lines of its identity where these come to it", () => {
    const { net_change_in_cash: total, remaining_net_change_in_cash: rest } = linesOf(177) ?? {};
    expect(total?.sum).toEqual([
      [1, "operating_cash_flow"],
      [1, "investing_cash_flow"],
      [1, "financing_cash_flow"],
      [1, "fx_effect_on_cash"],
      [1, "remaining_net_change_in_cash"],
    ]);
    expect(rest?.value).toBe("0");
  });

  it("has none where they do not", () => {
    const { net_change_in_cash: total } = linesOf(90) ?? {};
    expect(total?.value).toBe("90");
    expect(total?.sum?.some(([, key]) => key === "operating_cash_flow") ?? false).toBe(false);
  });

  // Made up, in the form of the data sets' 8-K statements: the rows of 2023 do not come to the total, those of 2022 do.
  const before = {
    start: "2022-01-01",
    end: "2022-12-31",
    fy: 2022,
    filed: "2023-02-01",
    accession: "0000000001-23-000001",
  };
  const tags = {
    spent: "PaymentsToAcquirePropertyPlantAndEquipment",
    bought: "PaymentsToAcquireBusinessesNetOfCashAcquired",
    total: "NetCashProvidedByUsedInInvestingActivities",
  };
  const investing = (
    own: string,
    period: string,
    [spent, bought, total]: [number, number, number],
    more: Row[] = [],
  ) =>
    reportOf(own, "10-K", [
      statement(
        "cash_flow",
        [
          {
            tag: `us-gaap:${tags.spent}`,
            label: "Capital expenditures",
            balance: "credit",
            isNegated: true,
            values: [spent],
          },
          {
            tag: `us-gaap:${tags.bought}`,
            label: "Acquisitions",
            balance: "credit",
            isNegated: true,
            values: [bought],
          },
          ...more,
          {
            tag: `us-gaap:${tags.total}`,
            label: "Net cash used for investing activities",
            balance: "debit",
            values: [total],
          },
        ],
        [period],
      ),
    ]);
  const restIn2023 = (reports: FiledReport[]) => {
    const facts = [
      ...[
        flow("Revenues", 22044),
        flow(tags.spent, 275),
        flow(tags.bought, 50),
        flow(tags.total, -922),
      ],
      ...[
        flow("Revenues", 30146, before),
        flow(tags.spent, 504, before),
        flow(tags.bought, 282, before),
      ],
      flow(tags.total, -786, before),
    ];
    const { built } = builtWith(facts, reports);
    const lines = built.periods.find(({ key }) => key === "2023FY")?.lines;
    const rest = lines?.remaining_investing_cash_flow;
    return [rest?.value ?? rest?.reason, lines?.investing_cash_flow?.sum];
  };
  const scrambled = investing(
    accession,
    column,
    [275, 50, -922],
    [
      {
        tag: "extension:Purchases",
        label: "Purchases of investments, net",
        balance: "credit",
        values: [512],
      },
    ],
  );

  it("adds up as another statement of the company does, and the residual is what its lines leave", () => {
    const year2022 = investing("0000000001-23-000001", "2022-01-01|2022-12-31", [504, 282, -786]);
    expect(restIn2023([scrambled, year2022])).toEqual([
      "-597",
      [
        [-1, "capital_expenditure"],
        [-1, "acquisitions_net"],
        [1, "remaining_investing_cash_flow"],
      ],
    ]);
    expect(restIn2023([scrambled])).toEqual(["not_itemized", undefined]);
  });
});
