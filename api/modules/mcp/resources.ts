import type { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { nearConcepts } from "#registry/current/concept-names.ts";
import { didYouMean } from "#schemas/nearest.ts";
import { derivedMetrics, pricedMetrics } from "#schemas/screen-metrics.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import { notFound } from "../../http/errors.ts";

const mimeType = "application/json";
const json = (uri: URL, value: unknown) => ({
  contents: [{ uri: uri.href, mimeType, text: JSON.stringify(value) }],
});

/** What the keys of lines and metrics mean, and which tags a line takes. */
export function addResources(
  server: McpServer,
  registry: Registry,
  Template: typeof ResourceTemplate,
): void {
  server.registerResource(
    "lines",
    "tenk://lines",
    {
      title: "Dictionary of lines",
      description: "Key, label, definition and statement of each line",
      mimeType,
    },
    (uri) => json(uri, linesOf(registry)),
  );
  server.registerResource(
    "metrics",
    "tenk://metrics",
    {
      title: "Dictionary of metrics",
      description: "Key, unit, formula, meaning and source of each metric",
      mimeType,
    },
    (uri) => json(uri, metricsTold),
  );
  server.registerResource(
    "line",
    new Template("tenk://lines/{key}", { list: undefined }),
    {
      title: "Registry of a line",
      description: "The tags that a line takes in their order, with scope, guards and templates",
      mimeType,
    },
    (uri, { key }) => json(uri, lineOf(registry, String(key))),
  );
}

const linesOf = ({ concepts, registryVersion }: Registry) => ({
  registryVersion,
  lines: concepts
    .filter(({ status }) => status === "active")
    .map(({ snakeKey: key, label, definition, statement, dataType, periodType }) => ({
      key,
      label,
      definition,
      statement,
      dataType,
      periodType,
    })),
});

const metricsTold = {
  metrics: [...derivedMetrics, ...pricedMetrics].map(({ key, label, unit, derived }) => {
    const { text, meaning, source } = derived;
    return { key, label, unit, formula: text, meaning, source };
  }),
};

function lineOf(registry: Registry, key: string) {
  const concept = registry.bySnakeKey.get(key);
  if (concept === undefined) {
    throw notFound(`A line "${key.slice(0, 60)}"${didYouMean(nearConcepts(registry, key))}`);
  }
  const { label, definition, statement, status, mappings } = concept;
  return { key, label, definition, statement, status, mappings };
}

const text = (words: string) => ({
  messages: [{ role: "user" as const, content: { type: "text" as const, text: words } }],
});

/** Questions that a person may start with. */
export function addPrompts(server: McpServer): void {
  server.registerPrompt(
    "company_brief",
    {
      title: "Brief on a company",
      description: "What it earns, owes and returns, with where the figures come from",
      argsSchema: { company: z.string().describe("Name or ticker") },
    },
    ({ company }) =>
      text(
        `Write a brief on ${company}. Find it with find_company. Read revenue, operating_margin, net_income, free_cash_flow, roic ` +
          "and total_debt of 2019FY..TTM with get_figures, its largest segments with get_segments, and what the checks say with " +
          "company_summary. Say which figures are missing and why. Cite the filings of three figures with trace_value.",
      ),
  );
  server.registerPrompt(
    "compare_companies",
    {
      title: "Compare companies",
      description: "Growth, margins, returns and debt side by side",
      argsSchema: { companies: z.string().describe("Tickers, separated by commas") },
    },
    ({ companies }) =>
      text(
        `Compare ${companies} with get_figures over 2019FY..TTM: revenue, gross_margin, operating_margin, roic, ` +
          "free_cash_flow_margin, net_debt_to_ebitda. Name the currency of each. Do not compare amounts of different currencies.",
      ),
  );
  server.registerPrompt(
    "check_figure",
    {
      title: "Check a figure",
      description: "Where a figure comes from, and whether it was restated",
      argsSchema: {
        company: z.string().describe("Ticker"),
        figure: z.string().describe("What it says, such as revenue of 2023 of 383 billion"),
      },
    },
    ({ company, figure }) =>
      text(
        `Check this of ${company}: "${figure}". Find the key with find_concept, the value with trace_value and its printed line with ` +
          "get_filed_statement. Say with value_at_time whether it was restated. Give the address of the filing.",
      ),
  );
}
