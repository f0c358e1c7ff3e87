import type { MakeRequests } from "../../helpers/good-requests.ts";

export const requests: MakeRequests = () => ({
  "POST /mcp": () => ({ payload: { jsonrpc: "2.0", id: 1, method: "tools/list" } }),
});
