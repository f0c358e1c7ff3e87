import { expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";

const publicUrl = "https://api.tenk.example";
const closed = await testApp({ publicUrl });
const listed = await testApp({ publicUrl, corsOrigins: ["https://agents.example"] });
const open = await testApp({ publicUrl, corsOrigins: ["*"] });
const ann = await closed.signIn("ann@example.com");

const ask = ({ send }: typeof closed, origin: string | null, host: string, headers = {}) =>
  send({
    method: "POST",
    url: "/mcp",
    headers: { host, ...(origin === null ? {} : { origin }), ...headers },
    payload: { jsonrpc: "2.0", id: 1, method: "tools/list" },
  });

test.each([
  ["no origin", null, "evil.example"],
  ["the public address", publicUrl, "api.tenk.example"],
  ["the public address behind a proxy", publicUrl, "10.0.0.5:3000"],
  ["the address that was called", "http://127.0.0.1:3000", "127.0.0.1:3000"],
  ["the IPv6 address that was called", "http://[::1]:3000", "[::1]:3000"],
  ["localhost", "http://localhost:3000", "localhost:3000"],
])("POST /mcp answers with %s [AUT-40]", async (_, origin, host) => {
  const answer = await ask(closed, origin, host);
  expect(answer.statusCode).toBe(200);
  expect(answer.json().result.tools.length).toBeGreaterThan(5);
});

test.each([
  ["another site", "https://evil.example", "api.tenk.example"],
  ["a name that leads here", "http://evil.example:3000", "evil.example:3000"],
  ["another port of this machine", "http://localhost:8080", "localhost:3000"],
  ["another address", "http://192.168.0.9:3000", "127.0.0.1:3000"],
  ["a page without an origin", "null", "localhost:3000"],
  ["what is no origin", `${publicUrl}/`, "api.tenk.example"],
  ["a name that begins like ours", `${publicUrl}.evil.example`, "api.tenk.example"],
  ["several", `${publicUrl}, https://evil.example`, "api.tenk.example"],
  ["none", "", "localhost:3000"],
])("POST /mcp refuses a page of %s, with a credential too [AUT-40]", async (_, origin, host) => {
  for (const headers of [{}, ann]) {
    const answer = await ask(closed, origin, host, headers);
    expect(answer.statusCode).toBe(403);
    expect(answer.json().error.code).toBe("FORBIDDEN");
    expect(answer.body).not.toContain("tools");
  }
});

test("POST /mcp answers pages of CORS_ORIGINS and no others, and all with * [AUT-40]", async () => {
  expect((await ask(listed, "https://agents.example", "x")).statusCode).toBe(200);
  expect((await ask(listed, "https://evil.example", "x")).statusCode).toBe(403);
  expect((await ask(open, "https://evil.example", "x")).statusCode).toBe(200);
});
