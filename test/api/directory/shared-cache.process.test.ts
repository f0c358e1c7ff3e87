import { spawn, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { makePerson } from "../../helpers/people.ts";
import { makeOwnEntity, publishEntity } from "../../helpers/platform/directory.ts";

const isInstalled = spawnSync("nginx", ["-v"]).status === 0;

const app = await testApp();
const origin = await app.app.listen({ port: 0, host: "127.0.0.1" });
const folder = await mkdtemp(join(tmpdir(), "tenk-nginx-"));

/** A cache that keeps what the origin lets it keep, and says so; it knows nothing of credentials. */
const settings = (port: number) => `
${userInfo().uid === 0 ? "user root;" : ""}
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  proxy_cache_path ${folder}/cache keys_zone=all:10m;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${origin};
      proxy_cache all;
      proxy_cache_key $uri$is_args$args;
      add_header X-Cache $upstream_cache_status always;
    }
  }
}`;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

let cache = "";
let nginx: ReturnType<typeof spawn> | null = null;

beforeAll(async () => {
  if (!isInstalled) return;
  const port = await freePort();
  await mkdir(join(folder, "cache"));
  const path = join(folder, "nginx.conf");
  await writeFile(path, settings(port));
  const flags = ["-p", folder, "-c", path, "-g", "daemon off; master_process off;"];
  nginx = spawn("nginx", flags, { stdio: "ignore" });
  cache = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(cache), { timeout: 20_000 });
});
afterAll(async () => {
  if (nginx !== null) {
    const ended = new Promise((resolve) => nginx?.once("exit", resolve));
    nginx.kill();
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
});

describe.skipIf(!isInstalled)("behind a shared cache of the distribution (nginx)", async () => {
  const [ann, bob] = [await makePerson(app), await makePerson(app)];
  const { id, slug } = await makeOwnEntity(app, ann, "Cached Example");
  await publishEntity(app, ann, id);
  const url = `/v2/directory/entity/${slug}`;
  await app.send({ method: "POST", url: `${url}/follow`, headers: bob.headers });
  const made = await app.send({
    method: "POST",
    url: "/api/v1/api-keys",
    headers: bob.headers,
    payload: { name: "read", scope: "read" },
  });
  const viewers: Record<string, Record<string, string>> = {
    nobody: {},
    ann: ann.headers,
    bob: bob.headers,
    "bob's key": { "x-api-key": made.json().key },
  };
  const ask = async (base: string, path: string, who: string) => {
    const answer = await fetch(base + path, { headers: viewers[who] ?? {} });
    const { data } = (await answer.json()) as { data: Record<string, unknown> };
    return { data, from: answer.headers.get("x-cache"), status: answer.status };
  };

  test("the public experience is kept; no viewer's state reaches another, in any order [DIR-60] [DIR-61] [A-23]", async () => {
    const path = `${url}/profile-experience`;
    const names = Object.keys(viewers);
    const own = new Map<string, unknown>();
    for (const who of names) own.set(who, (await ask(origin, path, who)).data);
    expect(new Set([...own.values()].map((one) => JSON.stringify(one))).size).toBe(3);

    for (let turn = 0; turn < 12; turn += 1) {
      // A page of its own each turn, so that another viewer is the first to ask for it.
      const page = `${path}?turn=${turn}`;
      const order = names.map((_, n) => names[(turn + n) % names.length] as string);
      for (const who of [...order, ...order]) {
        const answer = await ask(cache, page, who);
        expect([who, answer.status, answer.data]).toEqual([who, 200, own.get(who)]);
        if (who !== "nobody") expect([who, answer.from]).not.toEqual([who, "HIT"]);
      }
      expect((await ask(cache, page, "nobody")).from).toBe("HIT");
    }
  });

  test("at once, too, and a credential that is not valid gets no kept answer [DIR-61] [DIR-79]", async () => {
    const names = Object.keys(viewers);
    for (const read of ["", "/record-summary", "/profile-experience"]) {
      const path = url + read;
      const own = await Promise.all(names.map((who) => ask(origin, path, who)));
      const answers = await Promise.all(
        Array.from({ length: 64 }, (_, n) => ask(cache, path, names[n % names.length] as string)),
      );
      for (const [n, { data }] of answers.entries()) {
        expect(data).toEqual(own[n % names.length]?.data);
      }
      const bad = await fetch(cache + path, { headers: { authorization: "Bearer x" } });
      expect([read, bad.status]).toEqual([read, 401]);
    }
  });
});
