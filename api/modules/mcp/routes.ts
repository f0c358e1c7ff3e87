import { z } from "zod";
import { optional } from "../../auth/access.ts";
import type { Answers } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { type Family, operations } from "../../http/responses/families.ts";
import { answerMessage, type RpcAnswer } from "./service.ts";

const rpcError = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number()]).nullable(),
  error: z.looseObject({ code: z.int(), message: z.string() }),
});

/**
 * As outside the three families, but what is no message of JSON-RPC gets an error of JSON-RPC. What a repeat does is
 * JSON-RPC's to say, so keys mean nothing.
 */
const mcpFamily: Family = {
  ...operations,
  name: "mcp",
  errorSchema: z.union([operations.errorSchema, rpcError]),
  isRepeatable: false,
};

const message = z
  .looseObject({
    jsonrpc: z.literal("2.0"),
    id: z.union([z.string().max(200), z.number()]).optional(),
    method: z.string().max(200).optional(),
    params: z.looseObject({}).optional(),
  })
  .meta({
    id: "JsonRpcMessage",
    examples: [{ jsonrpc: "2.0", id: 1, method: "tools/list" }],
  });

/** Answers a message, or 202 without a body to a notification. */
const rpcAnswer: Answers<RpcAnswer> = {
  schema: () =>
    z.looseObject({
      jsonrpc: z.literal("2.0"),
      id: z.union([z.string(), z.number()]).nullable(),
      result: z.looseObject({}).optional(),
      error: z.looseObject({ code: z.int(), message: z.string() }).optional(),
    }),
  handled: ({ status, text }) => ({
    kind: "web",
    answer: { status, headers: {}, ...(text !== null && { type: "application/json", body: text }) },
  }),
  type: "application/json",
};

const { endpoint } = moduleOf({ tag: "Agents", family: mcpFamily, extension: true });

export const mcp = [
  endpoint({
    at: "POST /mcp",
    name: "sendMcpMessage",
    summary: "Model Context Protocol endpoint",
    description:
      "Streamable HTTP without sessions: one JSON-RPC message a request, answered at once as JSON. The tools read what " +
      "the API serves, with the same access; `tools/list` describes them. Web pages of origins that the operator has not " +
      "allowed are 403.",
    access: optional,
    scope: "read",
    ownOrigins: true,
    body: message,
    answers: rpcAnswer,
    handle: ({ body, viewer, from, deps }) =>
      answerMessage({ deps, viewer }, body, from.headers["mcp-protocol-version"]),
  }),
];
