import { execFile, execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chown, mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { madeOnce } from "./embedded/templates.ts";

const run = promisify(execFile);

export interface TestServer {
  /** Address of an empty database. */
  url: string;
  /** Makes another empty database and returns its address. */
  create(name: string): Promise<string>;
  /** Ends the server without a goodbye to its clients, and starts it again on the same data. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A PostgreSQL server of its own on a free port, or null where the machine has no server programs.
 * What a commit promises it keeps in memory only, unless `isDurable`.
 * The server refuses to run as root, so root starts it as the account `postgres`.
 */
export async function startPostgres({ isDurable = false } = {}): Promise<TestServer | null> {
  const account = serverAccount();
  const version = serverVersion();
  if (account === null || version === null) return null;
  const template = await serverFolder(account, version);
  const folder = await mkdtemp(join(tmpdir(), "tenk-pg-"));
  await giveTo(account, folder);
  // The account makes the copy, so that it owns the files.
  await run("cp", ["-R", template, join(folder, "data")], { ...account, cwd: folder });
  const port = await freePort();
  const fsync = `fsync=${isDurable ? "on" : "off"}`;
  const settings = ["-c", fsync, "-c", `unix_socket_directories=${folder}`];
  const launch = () =>
    spawn(
      "postgres",
      ["-D", join(folder, "data"), "-p", String(port), "-h", "127.0.0.1", ...settings],
      { ...account, cwd: folder, stdio: "ignore" },
    );
  let server = launch();
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill(signal);
    await ended;
  };
  const at = (name: string) => `postgres://tenk@127.0.0.1:${port}/${name}`;
  await untilUp(at("postgres"));
  return {
    url: at("postgres"),
    async create(name) {
      // A second try of a test begins anew.
      await query(at("postgres"), `drop database if exists ${name} with (force)`);
      await query(at("postgres"), `create database ${name}`);
      return at(name);
    },
    async crash() {
      await end("SIGQUIT");
      server = launch();
      await untilUp(at("postgres"));
    },
    async stop() {
      await end("SIGINT");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Account {
  uid?: number;
  gid?: number;
}

/** The folder of an empty server, as `initdb` makes it. It is copied: making one takes ten times as long. */
async function serverFolder(account: Account, version: string): Promise<string> {
  const maker = createHash("sha256").update(version).update(JSON.stringify(account)).digest("hex");
  return madeOnce(`server-${maker.slice(0, 16)}`, async (aside) => {
    await mkdir(aside);
    await giveTo(account, aside);
    await run("initdb", ["-D", aside, "-U", "tenk", "-A", "trust", "-N", "-E", "UTF8"], {
      ...account,
      cwd: aside,
    });
  });
}

async function giveTo({ uid, gid }: Account, folder: string): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
}

function serverAccount(): Account | null {
  if (process.getuid?.() !== 0) return {};
  try {
    const id = (flag: string) =>
      Number(execFileSync("id", [flag, "postgres"], { stdio: ["ignore", "pipe", "ignore"] }));
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return null;
  }
}

/** Null where the machine has no server programs. */
function serverVersion(): string | null {
  const ask = (program: string) =>
    String(execFileSync(program, ["--version"], { stdio: ["ignore", "pipe", "ignore"] }));
  try {
    ask("initdb");
    return ask("postgres");
  } catch {
    return null;
  }
}

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

async function untilUp(url: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await query(url, "select 1");
      return;
    } catch (error) {
      if (attempt > 200) throw error;
      await sleep(50);
    }
  }
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
