import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type DataFolder, newDataFolder } from "../helpers/data-folder.ts";
import { programEnv } from "../helpers/program-env.ts";

const root = join(import.meta.dirname, "../..");
const folders: DataFolder[] = [];
afterAll(async () => {
  for (const folder of folders) await folder.remove();
});

interface Started {
  child: ChildProcess;
  said: () => string;
  address: string;
  ended: Promise<number | string>;
}

const startProgram = [process.execPath, "jobs/start.ts"] as const;

/** The whole product, without a company to fetch, started by this program, until it listens. */
async function start([program, ...args]: readonly string[]): Promise<Started> {
  const folder = await newDataFolder();
  folders.push(folder);
  const child = spawn(program ?? "", args, {
    cwd: root,
    env: {
      ...programEnv,
      HOME: process.env.HOME,
      DATA_DIR: folder.path,
      PORT: "0",
      COMPANIES: "ZZZZ",
    },
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      text += chunk;
    });
  }
  // The streams are closed when the last process that has them ends, an orphan, too.
  const ended = once(child, "close").then(([code, signal]) => (signal ?? code) as number | string);
  await expect.poll(() => text, { timeout: 100_000 }).toContain("Ready.");
  const [, address = ""] = /listening on (\S+)/.exec(text) ?? [];
  return { child, said: () => text, address, ended };
}

/** A request whose body never comes: it is answered when its time is over, after 30 s. */
async function hang(address: string): Promise<void> {
  const url = `${address}/auth/login`;
  const headers = { "content-type": "application/json", "content-length": "10" };
  const hanging = request(url, { method: "POST", headers });
  hanging.on("error", () => {});
  hanging.write("{");
  await once(hanging, "socket").then(([socket]) => once(socket, "connect"));
  // What came on another connection later has been answered: the server has read the first one, too.
  await fetch(`${address}/healthz`).then((response) => response.text());
}

const answers = (address: string) =>
  fetch(`${address}/healthz`).then(
    () => true,
    () => false,
  );

/** The address that the service gives as its own, which begins each link in its mails. */
async function ownAddress(address: string): Promise<unknown> {
  const answer = await fetch(`${address}/.well-known/oauth-authorization-server`);
  return ((await answer.json()) as { issuer: unknown }).issuer;
}

test("npm start on port 0 gives the address it listens on as its own, and a TERM stops the server", async () => {
  const { child, said, address, ended } = await start(["npm", "start"]);
  expect(await answers(address)).toBe(true);
  expect(await ownAddress(address)).toBe(address);

  child.kill("SIGTERM");
  await ended;

  expect(said()).toContain("stopping");
  expect(await answers(address)).toBe(false);
}, 180_000);

test("a TERM to node stops it with 0", async () => {
  const { child, address, ended } = await start(startProgram);

  child.kill("SIGTERM");

  expect(await ended).toBe(0);
  expect(await answers(address)).toBe(false);
}, 180_000);

test("a request that hangs keeps a stopping process for 20 s, a second TERM not so long", async () => {
  const [patient, pressed] = await Promise.all([start(startProgram), start(startProgram)]);
  await Promise.all([hang(patient.address), hang(pressed.address)]);

  patient.child.kill("SIGTERM");
  pressed.child.kill("SIGTERM");
  await expect.poll(pressed.said).toContain("stopping");
  // A second one counts once the first is half a second old.
  const again = setInterval(() => pressed.child.kill("SIGTERM"), 700);

  expect(await pressed.ended).toBe(130);
  clearInterval(again);
  expect(await patient.ended).toBe(130);
  expect(pressed.said()).not.toContain("still hangs");
  expect(patient.said()).toContain("something still hangs after 20 s: ending at once");
}, 240_000);
