import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { requestLimits } from "#schemas/config/wait-limits.ts";
import { migrateDatabase, openDatabase } from "#schemas/database/db.ts";
import { testApp } from "../app.ts";
import { startPostgres, type TestServer } from "../postgres.ts";

interface OutageReport {
  /** Names of what was acknowledged. */
  acknowledged: string[];
  /** Names of what is stored. */
  stored: string[];
  /** How often each status came. */
  statuses: Record<number, number>;
  connections: { total: number; idle: number; max: number };
  /** Status of a write after the last outage. */
  after: number;
}

const writers = 16;
const poolSize = 4;

/**
 * Kills the server in each of `rounds` while writers make collections, each write with a key of its own and repeated
 * until it is acknowledged.
 */
async function writeThroughOutages(server: TestServer, rounds: number): Promise<OutageReport> {
  const databaseUrl = await server.create(`outage_${randomUUID().slice(0, 8)}`);
  const limits = { ...requestLimits, connectionMs: 1000 };
  const database = await openDatabase({ databaseUrl, dataDir: "", poolSize, limits });
  await migrateDatabase(database);
  const { send, signIn } = await testApp({ database });
  const headers = await signIn("owner@example.com");
  const statuses: Record<number, number> = {};
  const acknowledged: string[] = [];

  const post = async (name: string, key: string) => {
    const { statusCode } = await send({
      method: "POST",
      url: "/api/v1/collections",
      headers: { ...headers, "idempotency-key": key },
      payload: { name },
    });
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
    return statusCode;
  };
  const write = async () => {
    const name = randomUUID();
    const key = randomUUID();
    let status = await post(name, key);
    while (status === 503 || status === 409) {
      await sleep(5);
      status = await post(name, key);
    }
    if (status === 201) acknowledged.push(name);
  };

  let isOver = false;
  const writing = Array.from({ length: writers }, async () => {
    while (!isOver) await write();
  });
  for (let round = 0; round < rounds; round += 1) {
    const before = acknowledged.length;
    while (acknowledged.length < before + writers) await sleep(5);
    await server.crash();
  }
  isOver = true;
  await Promise.all(writing);
  const after = await post(randomUUID(), randomUUID());
  const { rows } = await database.pool.query("select name from collection");
  const { totalCount: total, idleCount: idle } = database.pool;
  await database.close();
  const stored = rows.map(({ name }) => name as string);
  return { acknowledged, stored, statuses, connections: { total, idle, max: poolSize }, after };
}

/** Fails unless writes through that many outages are neither lost nor made twice, and cost no connection. */
export async function expectNothingLost(rounds: number): Promise<void> {
  const server = await startPostgres();
  if (server === null) return;
  try {
    const report = await writeThroughOutages(server, rounds);
    const { acknowledged, statuses, connections } = report;
    const stored = new Set(report.stored);
    expect(stored.size).toBe(report.stored.length);
    expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThanOrEqual(rounds * writers);
    // 409: the first request with the key is still at work.
    const expected = ["201", "409", "503"];
    expect(Object.keys(statuses).filter((status) => !expected.includes(status))).toEqual([]);
    expect(statuses[503]).toBeGreaterThan(0);
    expect(report.after).toBe(201);
    expect(connections.total).toBeLessThanOrEqual(connections.max);
    expect(connections.idle).toBe(connections.total);
  } finally {
    await server.stop();
  }
}
