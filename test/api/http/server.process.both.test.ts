import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { programEnv } from "../../helpers/program-env.ts";

const server = join(import.meta.dirname, "../../../api/server.ts");

function start(env: Record<string, string>): { child: ChildProcess; said: () => string } {
  const child = spawn(process.execPath, [server], { env: { ...programEnv, ...env } });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      text += chunk;
    });
  }
  return { child, said: () => text };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}

test("without DATABASE_URL it says in one sentence what to do, and fails", async () => {
  const { child, said } = start({});

  const [code] = await once(child, "exit");

  expect(code).toBe(1);
  expect(said()).toBe(
    "npm run api needs DATABASE_URL: the embedded database belongs to npm start, one process at a time.\n",
  );
});

test("a database that does not answer is one sentence", async () => {
  const { child, said } = start({
    DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none`,
  });

  const [code] = await once(child, "exit");

  expect(code).toBe(1);
  expect(said()).toBe("Nothing answers at DATABASE_URL: is the PostgreSQL server running?\n");
});

test("a signal stops it cleanly, with its log written", async (context) => {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) context.skip("needs TEST_DATABASE_URL");
  const port = await freePort();
  const { child, said } = start({ DATABASE_URL: url ?? "", PORT: String(port) });
  const answer = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      (response) => response.status,
      () => 0,
    );
  await expect.poll(answer, { timeout: 20_000, interval: 200 }).toBe(200);

  child.kill("SIGTERM");
  const [code] = await once(child, "exit");

  expect(code).toBe(0);
  expect(said()).toContain('"path":"/healthz"');
  expect(said()).toContain('"msg":"stopping"');
});
