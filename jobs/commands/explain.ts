import { Command, InvalidArgumentError, Option } from "commander";
import type { View } from "#ingest/company-input.ts";
import { findMetric, metricLines, traceMetric } from "../explain/metric.ts";
import { explanationLines } from "../explain/print.ts";
import { findCompany, findConcept } from "../explain/subject.ts";
import { traceNumber } from "../explain/trace.ts";
import { calendarDay, type Shell, UsageError, withExamples } from "./command.ts";
import { withStore } from "./with-store.ts";

interface ExplainOptions {
  asOf?: string;
  view: "latest" | "original";
  json?: boolean;
}

/** `explain`: shows how a number was derived, down to tags and filings. */
export function explainCommand(shell: Shell): Command {
  const command = new Command("explain")
    .description(
      "the lineage of one value or metric: tag, accession, form, filing date and address",
    )
    .argument("<company>", "a ticker or a CIK")
    .argument("<concept>", "a line or a metric, for example revenue or piotroski_f")
    .argument("<period>", "2023FY, 2023Q4, 2024H1, TTM (the newest twelve months) or TTM2023Q4")
    .option("--as-of <date>", "as the filings stood on that day, 2023-12-31", pastDay)
    .addOption(
      new Option("--view <view>", "latest values, or original: those first reported")
        .choices(["latest", "original"])
        .default("latest"),
    )
    .option("--json", "one JSON document instead of a tree")
    .action(async (name: string, line: string, period: string, options: ExplainOptions) => {
      const view = viewOf(options);
      await withStore(shell, async (store) => {
        const company = await findCompany(store.db, name);
        const metric = findMetric(line);
        if (metric !== null) {
          const explained = await traceMetric(store, { company, metric, period, view });
          return print(explained, metricLines(explained));
        }
        const concept = findConcept(store.registry, line);
        const explanation = await traceNumber(store, { company, concept, period, view });
        print(explanation, explanationLines(explanation));
      });
      function print(explanation: object, lines: readonly string[]) {
        if (options.json) shell.print(JSON.stringify(explanation, null, 2));
        else for (const text of lines) shell.print(text);
      }
    });
  return withExamples(command, [
    "npm run explain -- AAPL revenue 2023FY",
    "npm run explain -- AAPL net_income 2023Q4 --as-of 2023-12-31",
    "npm run explain -- COST revenue TTM",
    "npm run explain -- AAPL piotroski_f 2023FY",
  ]);
}

function viewOf({ asOf, view }: ExplainOptions): View {
  if (asOf === undefined) return { kind: view === "latest" ? "latest" : "asFirstReported" };
  if (view !== "latest") throw new UsageError(`--as-of and --view ${view} exclude each other`);
  return { kind: "asOf", date: asOf };
}

function pastDay(value: string): string {
  if (calendarDay(value) > new Date().toISOString().slice(0, 10)) {
    throw new InvalidArgumentError("Give a day up to today: later filings are not known yet.");
  }
  return value;
}
