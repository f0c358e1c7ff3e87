import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { expect, test } from "vitest";
import { readConfig } from "#schemas/config/config.ts";
import { describeStartFault } from "#schemas/config/start-fault.ts";
import { type Database, embedded, migrateDatabase, openDatabase } from "#schemas/database/db.ts";

test.each([
  [{ code: "EADDRINUSE", port: 3000 }, "Port 3000 is taken: stop what uses it, or set PORT."],
  [{ code: "EACCES", port: 80 }, "Port 80 may not be used by this account: set PORT."],
  [
    { code: "EADDRNOTAVAIL", address: "1.2.3.4" },
    "This machine has no address 1.2.3.4: check HOST.",
  ],
  [
    { code: "ENOTFOUND", hostname: "nosuch.invalid" },
    "No host is known by the name nosuch.invalid: check HOST and DATABASE_URL.",
  ],
  [
    { code: "EEXIST", path: "/etc/passwd" },
    "/etc/passwd is a file where a folder is needed: check DATA_DIR and ARCHIVE_URL.",
  ],
  [
    { code: "EACCES", path: "/srv/x" },
    "/srv/x may not be written by this account: check DATA_DIR and ARCHIVE_URL.",
  ],
  [
    { code: "EROFS", path: "/mnt/x" },
    "/mnt/x is on a disk that may only be read: check DATA_DIR and ARCHIVE_URL.",
  ],
  [
    { code: "ENOENT", syscall: "mkdir", path: "/proc/x" },
    "/proc/x is not where a folder can be made: check DATA_DIR and ARCHIVE_URL.",
  ],
  [{ code: "3D000" }, "DATABASE_URL: the server has no such database."],
  [{ code: "57P01" }, "The PostgreSQL server closed the connection: is it stopping or restarting?"],
  [
    { code: "57P03" },
    "The PostgreSQL server is starting or stopping: start Tenk when it is ready.",
  ],
  [
    { code: "53300" },
    "The PostgreSQL server has no connection left: raise its max_connections, or run fewer processes.",
  ],
])("%j is one sentence that names the setting", (fault, sentence) => {
  expect(describeStartFault(Object.assign(new Error("as Node says it"), fault))).toBe(sentence);
});

test("tables of somebody else in the database are told from a fault of ours", async () => {
  const lite = new PGlite({ extensions: { pg_trgm } });
  await lite.query("create table api_key (id int)");
  const fault = await migrateDatabase(embedded(lite)).then(
    () => null,
    (error: unknown) => error,
  );
  await lite.close();

  expect(describeStartFault(fault)).toMatch(
    /^The database already has tables .+ take an empty one/,
  );
}, 240_000);

test("a server older than PostgreSQL 15 is refused by name before anything is written", async () => {
  const asked: string[] = [];
  const client = {
    async query(text: string) {
      asked.push(text);
      return { rows: text.startsWith("show ") ? [{ server_version_num: "140011" }] : [] };
    },
    release() {},
  };
  const old = { pool: { connect: async () => client } } as unknown as Database;
  const fault = await migrateDatabase(old).then(
    () => null,
    (error: unknown) => error,
  );

  expect(describeStartFault(fault)).toBe(
    "DATABASE_URL: the server is PostgreSQL 14, and Tenk needs 15 or later.",
  );
  expect(asked.filter((text) => /create|insert|alter/i.test(text))).toEqual([]);
});

test.runIf(process.platform === "linux")(
  "a data folder where none can be made is refused, not tried for ever",
  async () => {
    const opening = openDatabase({ databaseUrl: null, dataDir: "/proc/nowhere/data" });
    const fault = await opening.then(
      () => null,
      (error: unknown) => error,
    );
    expect(describeStartFault(fault)).toMatch(/^\/proc\/nowhere .+: check DATA_DIR/);
  },
);

test("a fault of ours is not explained away", () => {
  expect(describeStartFault(new TypeError("x is not a function"))).toBeNull();
  expect(describeStartFault(null)).toBeNull();
});

test.each([
  [{ ARCHIVE_URL: "s3://" }, "ARCHIVE_URL must name a bucket, for example s3://bucket/prefix"],
  [{ EXTRACT_URL: "s3://" }, "EXTRACT_URL must name a bucket, for example s3://bucket/prefix"],
  [{ EXTRACT_URL: "ftp://host/x" }, "EXTRACT_URL must be a folder or an s3:// address"],
  [
    { AUTH_ALGORITHMS: "RS256,none" },
    "AUTH_ALGORITHMS must be public-key algorithms separated by commas, for example RS256,ES256,EdDSA",
  ],
])("the setting %j is refused in one sentence", (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence);
});
