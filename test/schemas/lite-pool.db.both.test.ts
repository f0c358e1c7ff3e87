import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeEach, expect, test } from "vitest";
import { litePool } from "#schemas/database/lite-pool.ts";

const lite = await PGlite.create();
let calls = 0;
const counting = new Proxy(lite, {
  get(target, name) {
    const member = Reflect.get(target, name);
    if (name === "execProtocolStream") calls += 1;
    return typeof member === "function" ? member.bind(target) : member;
  },
});
const pool = litePool(counting);
await pool.query("create table word (id int primary key, text text)");
afterAll(async () => {
  await pool.end();
  await lite.close();
});
beforeEach(() => {
  calls = 0;
});

test("a query with values calls the database once", async () => {
  const { rows } = await pool.query("select $1::int + 1 as next", [41]);

  expect(rows).toEqual([{ next: 42 }]);
  expect(calls).toBe(1);
});

test.for([
  ["a statement that cannot be read", "selec $1::int", [1], "42601"],
  ["a value that is not of the type", "select $1::int", ["x"], "22P02"],
  ["too few values", "select $1::int, $2::int", [1], "08P01"],
  ["a division by zero in its answer", "select 1 / $1::int", [0], "22012"],
] as const)("%s is one error, and the next query is answered", async ([, sql, values, code]) => {
  await expect(pool.query(sql, [...values])).rejects.toMatchObject({ code });

  expect((await pool.query("select $1::text as text", ["next"])).rows).toEqual([{ text: "next" }]);
});

test("a failed statement of a transaction leaves nothing of it", async () => {
  const client = await pool.connect();
  await client.query("begin");
  await client.query("insert into word values ($1, $2)", [1, "one"]);
  await expect(
    client.query("insert into word values ($1, $2)", [1, "again"]),
  ).rejects.toMatchObject({ code: "23505" });
  await expect(client.query("select $1::int", [1])).rejects.toMatchObject({ code: "25P02" });
  await client.query("rollback");
  client.release();

  expect((await pool.query("select * from word where id > $1", [0])).rows).toEqual([]);
});

test("a megabyte of values arrives whole", async () => {
  const text = "tenk".repeat(250_000);

  const { rows } = await pool.query("select length($1) as length, $1 = $2 as same", [text, text]);

  expect(rows).toEqual([{ length: 1_000_000, same: true }]);
});
