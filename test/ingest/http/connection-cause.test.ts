import { createServer } from "node:http";
import { Agent } from "undici";
import { afterAll, expect, test } from "vitest";
import { describeConnection } from "#ingest/http/connection-cause.ts";

const agent = new Agent({ connect: { timeout: 2000 } });
afterAll(() => agent.close());

const failing = (origin: string) =>
  agent.request({ origin, path: "/", method: "GET" }).then(
    () => null,
    (error: unknown) => error,
  );

/** A port of this machine on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("a refused connection is told from a name that is not known", async () => {
  const refused = await failing(`http://127.0.0.1:${await closedPort()}`);
  const unknown = await failing("http://no-such-host.invalid");

  expect(describeConnection(refused, "127.0.0.1:1", {})).toBe("127.0.0.1:1 refused the connection");
  expect(describeConnection(unknown, "no-such-host.invalid", {})).toContain(
    "the name no-such-host.invalid is not known",
  );
});

test("a server that cuts the connection is named as such", async () => {
  const server = createServer((request) => request.socket.destroy()).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  const cut = await failing(`http://127.0.0.1:${port}`);
  server.close();

  expect(describeConnection(cut, "example.com", {})).toBe("example.com cut the connection");
});

test.each([
  ["UND_ERR_CONNECT_TIMEOUT", "connecting to sec.gov timed out"],
  ["CERT_HAS_EXPIRED", "the certificate of sec.gov has expired"],
  ["SOMETHING_NEW", "no answer from sec.gov: SOMETHING_NEW"],
])("the code %s within causes is put into words", (code, words) => {
  const error = new Error("outer", { cause: Object.assign(new Error("inner"), { code }) });
  expect(describeConnection(error, "sec.gov", {})).toBe(words);
});

test("a proxy of the environment is named, because requests do not use it", () => {
  const error = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
  const said = describeConnection(error, "sec.gov", { HTTPS_PROXY: "http://secret@proxy:1" });
  expect(said).toContain("HTTPS_PROXY is set, but Tenk connects without a proxy");
  expect(said).not.toContain("secret");
});
