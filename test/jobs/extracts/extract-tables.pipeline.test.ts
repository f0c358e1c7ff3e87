import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { queryExtract } from "#ingest/extracts/query-extract.ts";
import { extractTables } from "#ingest/extracts/tables.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { listDocuments } from "#ingest/store/documents.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import { loadTables } from "#ingest/store/stored-company.ts";
import { testApp } from "../../helpers/app.ts";
import { storeAppleReports } from "../../helpers/companies/apple-reports.ts";
import { writeWhole } from "../../helpers/companies/extract.ts";
import { apple, openTestPipeline, tsmc } from "../../helpers/pipeline.ts";

const nvidia = "0001045810";
const underArmour = "0001336917";
const ciks = [apple, nvidia, tsmc, underArmour];
const { context, extractStore } = await openTestPipeline({ ciks });
const { pool } = context.database;
for (const cik of ciks) await ingestCompany(cik, context);
await storeAppleReports(context.database.db);
const { get } = await testApp({ database: context.database });
const oneClose = { days: Int32Array.of(20260130), closes: Float64Array.of(259.48) };
const prices = {
  source: "made up",
  closeOn: async () => ({ state: "unavailable" as const }),
  closesOf: async (ticker: string) =>
    ticker === "AAPL" ? { ...oneClose, currency: "USD", isAdjusted: false } : null,
};
const { folder } = await writeWhole({ ...extractStore, prices }, { history: true });
const ask = async (sql: string) => (await queryExtract(folder, sql)).rows;
const docs = await readFile(join(import.meta.dirname, "../../../docs/extracts.md"), "utf8");
const lines = docs.split("\n");

describe("every table", () => {
  test.each(extractTables)("$name has one row per key", async ({ name, key }) => {
    const [row] = await ask(`select count(*)::int, count(distinct row(${key.join(", ")}))::int
      from ${name}`);
    expect(row?.[0]).toBeGreaterThan(0);
    expect(row?.[0]).toBe(row?.[1]);
  });

  test.each(extractTables)("the docs say the key of $name", ({ name, key }) => {
    expect(lines).toContain(`| \`${name}\` | \`${key.join("`, `")}\` |`);
  });

  test("a lineage id resolves at the API with the value, the unit, the reason and the flags of its row", async () => {
    const kind = `regexp_replace(period_key, '[0-9]', '', 'g')`;
    const columns = "lineage_id, period_key, value_text, unit, reason, flags";
    const rows = await ask(
      `select ${columns} from (select cik, ${columns}, 's' as source from statements
         union all select cik, ${columns}, 'q' from quarters union all select cik, ${columns}, 't' from ttm)
       qualify row_number() over (partition by cik, source, ${kind}, value_text is null order by hash(lineage_id)) <= 2`,
    );
    const kinds = new Set(rows.map(([, key]) => String(key).replace(/\d+/g, "")));
    expect([...kinds].sort()).toEqual(["FY", "Q", "T--", "TTMFY", "TTMQ", "TTMT"]);
    for (const [id, key, value, unit, reason, flags] of rows) {
      const [entity, period, concept] = String(id).split(":");
      expect(period).toBe(key);
      const { data } = (
        await get(`/v2/entities/${entity}/lineage?period=${period}&concept=${concept}`)
      ).json();
      expect([id, data.value, data.unit, data.reason, data.flags.join(",") || null]).toEqual([
        id,
        value,
        unit,
        reason,
        flags,
      ]);
    }
  });
});

describe("quarters and ttm", () => {
  test.each(["quarters", "ttm"] as const)(
    "%s have the columns and values that are served",
    async (table) => {
      for (const cik of ciks) {
        const columns = (await loadTables(pool, cik))?.[table] ?? [];
        const served = columns.flatMap(({ periodEnd, reasons, ...column }) =>
          Object.entries({ ...column.income, ...column.balanceSheet, ...column.cashFlow }).flatMap(
            ([key, value]) => {
              const reason = reasons[key] ?? null;
              return reason === "not_applicable_template"
                ? []
                : [JSON.stringify([periodEnd, key, value, reason])];
            },
          ),
        );
        const rows = await ask(
          `select period_end, concept, value, reason from ${table} where cik = '${cik}'`,
        );
        expect(rows.map((row) => JSON.stringify(row)).sort()).toEqual(served.sort());
      }
    },
  );

  const derived = (table: string, key: string) =>
    ask(`select concept, derived_q4 from ${table} where cik = '${apple}' and period_key = '${key}'
      and concept in ('revenue', 'total_assets', 'eps_diluted', 'operating_cash_flow') order by 1`);

  test("derived_q4 is of the line: true where it is the year less nine months, not for balances", async () => {
    expect(await derived("quarters", "2023Q4")).toEqual([
      ["eps_diluted", true],
      ["operating_cash_flow", true],
      ["revenue", true],
      ["total_assets", false],
    ]);
    expect(
      await ask(
        `select count(*)::int from quarters where derived_q4 <> coalesce(list_contains(string_split(flags, ','), 'derived_q4'), false)`,
      ),
    ).toEqual([[0]]);
    expect(
      await ask("select count(*)::int from quarters where derived_q4 and value is null"),
    ).toEqual([[0]]);
  });

  test("twelve months are derived where one of their quarters is", async () => {
    expect(await derived("ttm", "TTM2023Q3")).toEqual([
      ["eps_diluted", false],
      ["operating_cash_flow", true],
      ["revenue", true],
      ["total_assets", false],
    ]);
  });

  test("each line has its own unit and its value exactly", async () => {
    const row = async (concept: string) =>
      (
        await ask(`select unit, value_text from quarters where cik = '${apple}'
          and period_key = '2023Q3' and concept = '${concept}'`)
      )[0];
    expect(await row("eps_diluted")).toEqual(["USD/shares", "1.26"]);
    expect(await row("revenue")).toEqual(["USD", "81797000000"]);
    expect((await row("weighted_average_shares_diluted"))?.[0]).toBe("shares");
  });

  test("a transition period is named as the API names it", async () => {
    expect(
      await ask(
        `select distinct lineage_id from quarters where cik = '${underArmour}' and fiscal_period = 'T' and concept = 'revenue'`,
      ),
    ).toEqual([[`${entityIdOf(underArmour)}:T2022-03-31:revenue`]]);
  });
});

describe("facts", () => {
  interface Entry {
    start?: string;
    end: string;
    val: number;
    accn: string;
    form: string;
    filed: string;
  }
  type Facts = Record<string, Record<string, { units: Record<string, Entry[]> }>>;

  /** What the archived facts document says, read without the pipeline. */
  async function readFactsDocument(cik: string): Promise<string[]> {
    const documents = await listDocuments(pool, cik);
    const digest = documents.find(({ kind }) => kind === "companyfacts")?.digest ?? "";
    const { facts } = JSON.parse((await context.archive.get(digest)).toString()) as {
      facts: Facts;
    };
    return Object.entries(facts).flatMap(([taxonomy, tags]) =>
      Object.entries(tags).flatMap(([tag, { units }]) =>
        Object.entries(units).flatMap(([unit, entries]) =>
          entries.map(({ start = null, end, val, accn, form, filed }) =>
            JSON.stringify([taxonomy, tag, unit, start, end, val, accn, form, filed]),
          ),
        ),
      ),
    );
  }

  test.each(ciks)("of %s are those of its facts document, one by one", async (cik) => {
    const filed = await readFactsDocument(cik);
    const rows = await ask(
      `select taxonomy, tag, unit, period_start, period_end, value, accession, form, filed
       from facts where cik = '${cik}'`,
    );
    expect(rows.map((row) => JSON.stringify(row)).sort()).toEqual(filed.sort());
  });

  test("say which tags a concept takes, and have an index where lineage names them", async () => {
    const tag = (name: string) =>
      ask(`select distinct is_mapped, fact_index is not null from facts where tag = '${name}'`);
    expect(await tag("Assets")).toEqual([[true, true]]);
    expect(await tag("WeightedAverageNumberDilutedSharesOutstandingAdjustment")).toEqual([
      [false, false],
    ]);
    expect(
      await ask(`select count(*)::int from facts where is_mapped <>
        ((taxonomy, tag) in (select (taxonomy, tag) from registry_mappings))`),
    ).toEqual([[0]]);
  });
});

describe("what was known when", () => {
  const filedOf = async (table: string, key: string, concept: string) =>
    (
      await ask(`select filed from ${table} where cik = '${apple}' and period_key = '${key}'
        and concept = '${concept}'`)
    )[0]?.[0];

  test("a filed line is known since its filing, a computed one since the newest of its facts", async () => {
    expect(await filedOf("statements", "2023FY", "revenue")).toBe("2023-11-03");
    // The year of 3 November less the nine months of 4 August.
    expect(await filedOf("quarters", "2023Q4", "revenue")).toBe("2023-11-03");
    expect(await filedOf("quarters", "2023Q3", "revenue")).toBe("2023-08-04");
    expect(await filedOf("ttm", "TTM2023Q3", "revenue")).toBe("2023-08-04");
    expect(
      await ask(`select count(*) > 1000, count(*) filter (s.filed is distinct from f.filed)::int
        from statements s join facts f using (cik, fact_index)`),
    ).toEqual([[true, 0]]);
  });

  test("every value has a date here, and nothing without a value has one", async () => {
    for (const table of ["statements", "quarters", "ttm"]) {
      expect(
        await ask(`select count(*)::int from ${table} where (value is null) <> (filed is null)`),
      ).toEqual([[0]]);
    }
  });
});

describe("splits", () => {
  test("per-share figures and share counts are also what the API adjusts, line by line", async () => {
    for (const cik of [apple, nvidia]) {
      const { data } = (
        await get(`/v2/entities/${entityIdOf(cik)}/sfrs-statements?perShare=adjusted`)
      ).json();
      const served = (data.periods as AdjustedPeriod[]).flatMap(({ periodKey, perShareAdjusted }) =>
        Object.entries(perShareAdjusted ?? {}).flatMap(([key, { value, factor }]) =>
          value === null ? [] : [JSON.stringify([periodKey, key, Number(value), Number(factor)])],
        ),
      );
      const rows = await ask(`select period_key, concept, adjusted_value, split_factor
        from statements where cik = '${cik}' and adjusted_value is not null`);
      expect(served.length).toBeGreaterThan(100);
      expect(rows.map((row) => JSON.stringify(row)).sort()).toEqual(served.sort());
    }
  });

  interface AdjustedPeriod {
    periodKey: string;
    perShareAdjusted?: Record<string, { value: string | null; factor: string | null }>;
  }

  test("quarters and twelve months have them, and other lines have none", async () => {
    const of = (table: string, key: string, concept: string) =>
      ask(`select value, adjusted_value, split_factor from ${table} where cik = '${apple}'
        and period_key = '${key}' and concept = '${concept}'`);
    expect(await of("statements", "2017FY", "eps_diluted")).toEqual([[9.21, 9.21 / 4, 4]]);
    expect(await of("ttm", "TTM2017FY", "eps_diluted")).toEqual([[9.21, 9.21 / 4, 4]]);
    expect(await of("quarters", "2018Q3", "eps_diluted")).toEqual([[2.34, 2.34 / 4, 4]]);
    expect(await of("quarters", "2018Q3", "revenue")).toEqual([[53265000000, null, null]]);
  });

  test("growth over a split compares like with like", async () => {
    expect(
      await ask(
        `select value, before, round(growth, 4) from growth('eps_diluted') where ticker = 'AAPL' and fiscal_year = 2018`,
      ),
    ).toEqual([[2.98, 9.21 / 4, 0.2942]]);
    expect(
      await ask(
        `select value, before from growth('revenue') where ticker = 'AAPL' and fiscal_year = 2018`,
      ),
    ).toEqual([[265595000000, 229234000000]]);
  });
});

describe("what is written besides", () => {
  test("mappings have all that decides whether a tag resolves", async () => {
    const of = (tag: string, concept: string) =>
      ask(`select templates, guards, sum_group from registry_mappings where tag = '${tag}'
        and concept = '${concept}'`);
    for (const { snakeKey, mappings } of context.registry.concepts) {
      for (const { xbrlConcept, templates, sumGroup, guards } of mappings) {
        if (guards.length < 2 && sumGroup === null) continue;
        const wanted = templates?.join(",") ?? null;
        const rows = await of(xbrlConcept, snakeKey);
        const [list, names, group] = rows.find(([one]) => one === wanted) ?? [];
        expect([list, group]).toEqual([wanted, sumGroup]);
        expect(
          String(names ?? "")
            .split(",")
            .filter(Boolean),
        ).toHaveLength(guards.length);
      }
    }
    expect(
      await ask(
        `select distinct guards from registry_mappings where concept = 'costs_and_expenses' and guards is not null`,
      ),
    ).toEqual([["identity:IS-03"]]);
  });

  test("the docs explain every flag", async () => {
    const described = lines.flatMap(
      (line) => /^\| `([a-z_0-9]+(?::[^`]+)?)` \| [^`]/.exec(line)?.[1] ?? [],
    );
    const kindOf = (flag: string) => flag.replace(/^(split_basis|submitted_at):.*/, "$1");
    const known = new Set(described.map(kindOf));
    const rows = await ask(
      `select distinct unnest(string_split(flags, ',')) from
         (select flags from statements union all select flags from quarters union all select flags from ttm)
       where flags is not null`,
    );
    const found = rows.map(([flag]) => kindOf(String(flag)));
    expect(new Set(found).size).toBeGreaterThan(5);
    expect(found.filter((flag) => !known.has(flag))).toEqual([]);
    const scopes = context.registry.concepts.flatMap(({ mappings }) =>
      mappings.flatMap(({ scope }) => (scope === "exact" ? [] : [`scope:${scope}`])),
    );
    expect(scopes.filter((scope) => !known.has(scope))).toEqual([]);
  });
});
