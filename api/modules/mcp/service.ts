import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { version } from "#schemas/version.ts";
import { ApiError } from "../../http/errors.ts";
import { companySummary } from "./company-summary.ts";
import { findConcepts } from "./concepts.ts";
import { getFigures } from "./figures.ts";
import { getFiledStatement } from "./filed-statements.ts";
import { findCompany } from "./find-company.ts";
import { pointInTime, traceLine } from "./lineage.ts";
import { listValuationModels, runValuationModel } from "./models.ts";
import { inOwnWords } from "./own-words.ts";
import { getPerShare } from "./per-share.ts";
import { addPrompts, addResources } from "./resources.ts";
import { screen } from "./screen.ts";
import { getSegmentsTool } from "./segments.ts";
import { queryExtractTool } from "./sql.ts";
import { getStatement } from "./statements.ts";
import type { Tool, ToolContext } from "./tool.ts";

export const tools: readonly Tool[] = [
  findCompany,
  companySummary,
  getStatement,
  getPerShare,
  getFigures,
  getFiledStatement,
  getSegmentsTool,
  findConcepts,
  traceLine,
  pointInTime,
  screen,
  listValuationModels,
  runValuationModel,
  queryExtractTool,
];

const instructions =
  "Figures of public companies, standardized from filings with the U.S. Securities and Exchange Commission. Begin with " +
  "find_company. A missing value has a reason and is never zero. Cite filings by the addresses that trace_value gives.";

/** The answer to a message; null to a notification. */
export interface RpcAnswer {
  status: number;
  text: string | null;
}

/** Loads the SDK with the first message: few installations have agents. */
const loadSdk = () =>
  Promise.all([
    import("@modelcontextprotocol/sdk/server/mcp.js"),
    import("@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"),
  ]);

/** Answers one JSON-RPC message by the SDK; nothing is kept from one message to the next. */
export async function answerMessage(
  context: ToolContext,
  body: object,
  protocolVersion: unknown,
): Promise<RpcAnswer> {
  const [{ McpServer, ResourceTemplate }, { WebStandardStreamableHTTPServerTransport }] =
    await loadSdk();
  const server = new McpServer({ name: "tenk", title: "Tenk", version }, { instructions });
  for (const one of tools) register(server, one, context);
  addResources(server, context.deps.registry, ResourceTemplate);
  addPrompts(server);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const request = new Request("http://tenk.invalid/mcp", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(typeof protocolVersion === "string" && { "mcp-protocol-version": protocolVersion }),
      },
    });
    const answer = await transport.handleRequest(request, { parsedBody: body });
    return { status: answer.status, text: (await answer.text()) || null };
  } finally {
    await server.close();
  }
}

function register(
  server: McpServer,
  { name, input, output, run, ...said }: Tool,
  context: ToolContext,
) {
  const annotations = { readOnlyHint: true, openWorldHint: false };
  const description = { ...said, annotations, inputSchema: input.shape, outputSchema: output };
  server.registerTool(name, description, async (given: unknown): Promise<CallToolResult> => {
    try {
      const answer = await run(context, given);
      const text = JSON.stringify(answer);
      return { content: [{ type: "text", text }], structuredContent: JSON.parse(text) };
    } catch (error) {
      // 503: what is busy now answers soon, which an agent may wait for.
      const isTold = error instanceof ApiError && (error.status < 500 || error.status === 503);
      if (!isTold) throw error;
      return { content: [{ type: "text", text: inOwnWords(error.message) }], isError: true };
    }
  });
}
