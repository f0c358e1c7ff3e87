import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { safeText } from "#api/data/text/safe-text.ts";
import type { Endpoint } from "#api/http/endpoint.ts";
import { listFileOf } from "#api/http/list-file.ts";
import { pages } from "#api/http/responses/families.ts";
import { allEndpoints } from "#api/modules.ts";
import { notification } from "#schemas/tables/accounts/notification.ts";
import { watchlist } from "#schemas/tables/companies/watchlist.ts";
import { testApp } from "../../helpers/app.ts";
import { goodRequests } from "../../helpers/good-requests.ts";
import { nameOf } from "../../helpers/module-tests.ts";
import { makePerson } from "../../helpers/people.ts";

const app = await testApp();

/** Lists whose file is made by the kernel. Those with a file of their own say in their own words how it is asked for. */
const lists = allEndpoints.filter(
  ({ name, method, otherTypes, query, deprecated }) =>
    method === "GET" &&
    !["screenCompanies", "compareMetrics"].includes(name) &&
    deprecated === null &&
    otherTypes.length === 1 &&
    query?.shape.format?.safeParse("json").success === true,
);

const asFile = (url: string) => `${url}${url.includes("?") ? "&" : "?"}format=csv`;

/** The records of a file, the first line included. */
const linesOf = (text: string): string[][] => parse(text, { bom: true });

function cellOf(row: unknown, head: string): string {
  const value = head.split(".").reduce<unknown>((of, name) => {
    return typeof of === "object" && of !== null
      ? (of as Record<string, unknown>)[name]
      : undefined;
  }, row);
  if (value === null || value === undefined) return "";
  return typeof value === "string"
    ? safeText(value)
    : typeof value === "number"
      ? `${value}`
      : safeText(JSON.stringify(value));
}

test("more than fifty lists have a file, of all pages; three go on by a cursor, and two rankings are as long as their limit says", () => {
  expect(lists.length).toBeGreaterThan(50);
  const odd = lists.filter(({ query }) => {
    const shape = query?.shape ?? {};
    return "limit" in shape !== "offset" in shape;
  });
  const isByCursor = ({ query }: Endpoint) => query?.shape.cursor !== undefined;
  expect(odd.filter((one) => !isByCursor(one)).map(nameOf)).toEqual([
    "GET /api/v1/hiring/roles/recommended",
    "GET /api/v1/entities/:entityId/hiring/roles/:roleId/matches",
  ]);
  const isList = ({ method, family }: Endpoint) => method === "GET" && family !== pages;
  const byCursor = allEndpoints.filter((one) => isList(one) && isByCursor(one));
  expect(byCursor.map(({ name }) => name).sort()).toEqual([
    "listChanges",
    "listNotifications",
    "listRoomMessages",
  ]);
  expect(lists).toEqual(expect.arrayContaining(byCursor));
});

describe("the file of each list", async () => {
  const goodRequest = await goodRequests(app);
  test.each(lists.map((one) => [nameOf(one), one] as const))(
    "%s has the rows of its JSON, and is refused to who may not read it",
    async (_, endpoint) => {
      const request = await goodRequest(endpoint);
      const json = await app.send(request);
      const file = await app.send({ ...request, url: asFile(request.url) });
      const accepted = { ...request, headers: { ...request.headers, accept: "text/csv" } };
      const negotiated = await app.send(accepted);

      expect([json.statusCode, file.statusCode], file.body).toEqual([200, 200]);
      expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8");
      expect(file.headers["content-disposition"]).toMatch(
        /^attachment; filename="?[a-z0-9-]+\.csv"?$/,
      );
      expect(file.headers["cache-control"]).toBe("no-store");
      expect(negotiated.body).toBe(file.body);
      const [heads = [], ...lines] = linesOf(file.body);
      const rows = rowsOf(json.json());
      expect(lines.slice(0, rows.length)).toEqual(
        rows.map((row) => heads.map((head) => cellOf(row, head === "value" ? "" : head))),
      );
      for (const headers of [{}, { authorization: "Bearer wrong" }]) {
        const [a, b] = [
          await app.send({ ...request, headers }),
          await app.send({ ...request, headers, url: asFile(request.url) }),
        ];
        expect(b.statusCode).toBe(a.statusCode);
      }
    },
  );
});

/** The rows of a list in the envelope of any family. */
function rowsOf(answer: Record<string, unknown>): unknown[] {
  const found = Object.values(answer).find(Array.isArray);
  expect(found).toBeDefined();
  return found as unknown[];
}

describe("a file", async () => {
  const [ann, bob] = [await makePerson(app), await makePerson(app)];
  const url = "/v2/watchlists?format=csv";
  const make = (userId: string, name: string, count: number) =>
    app.db.execute(sql`insert into ${watchlist} (user_id, name, created_at)
      select ${userId}, ${name} || n, timestamptz '2026-01-01' + (n / 3) * interval '1 second'
      from generate_series(1, ${count}::int) n`);
  await make(ann.id, '=HYPERLINK("http://evil") ', 250);
  await make(bob.id, "Bob ", 1);

  test("has all rows, each once, whatever page is asked for, and nobody else's", async () => {
    for (const more of ["", "&limit=7&offset=3"]) {
      const [heads = [], ...lines] = linesOf((await app.get(url + more, ann.headers)).body);
      const ids = lines.map((line) => line[heads.indexOf("id")]);
      expect([ids.length, new Set(ids).size]).toEqual([250, 250]);
    }
    expect(linesOf((await app.get(url, bob.headers)).body)).toHaveLength(2);
  });

  test("holds no formula", async () => {
    const [heads = [], ...lines] = linesOf((await app.get(url, ann.headers)).body);
    const names = lines.map((line) => line[heads.indexOf("name")] ?? "");
    expect(names.every((name) => name.startsWith("'=HYPERLINK"))).toBe(true);
  });

  test("is what HEAD tells of, and an unknown format is refused", async () => {
    const head = await app.send({ method: "HEAD", url, headers: ann.headers });
    expect([head.statusCode, head.headers["content-type"], head.body]).toEqual([
      200,
      "text/csv; charset=utf-8",
      "",
    ]);
    for (const wrong of ["xlsx", "CSV", "csv&format=csv"]) {
      const answer = await app.get(`/v2/watchlists?format=${wrong}`, ann.headers);
      expect(answer.statusCode, wrong).toBe(400);
    }
    expect((await app.get("/v2/watchlists?format=json", ann.headers)).json().data).toHaveLength(20);
  });

  test("of more than 10,000 rows is refused, with what to do", async () => {
    const cleo = await makePerson(app);
    await make(cleo.id, "Many ", 10_001);
    const answer = await app.get(url, cleo.headers);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.message).toContain("10001 rows, and a file at most 10000");
  });
});

describe("a file of a list that goes on by a cursor", async () => {
  const [ann, bob] = [await makePerson(app), await makePerson(app)];
  const url = "/api/v1/users/me/notifications?format=csv";
  const count = 10_250;
  await app.db.execute(sql`insert into ${notification}
    (user_id, kind, state, source_id, subject_type, subject_id, label, read_at, created_at)
    select ${ann.id}, 'report_views', 'viewed', 'file ' || n, 'report', 'of ann', '=1+1 ' || n,
      case when n % 5 = 0 then timestamptz '2026-11-02' end,
      timestamptz '2026-11-01' + (n / 3) * interval '1 second'
    from generate_series(1, ${count}::int) n`);
  await app.db.execute(sql`analyze ${notification}`);
  const idsOf = (text: string) => {
    const [heads = [], ...lines] = linesOf(text);
    return lines.map((line) => line[heads.indexOf("id")]);
  };

  test("has all rows of the caller, each once and newest first, whatever page is asked for", async () => {
    const { data, meta } = (
      await app.get("/api/v1/users/me/notifications?limit=100", ann.headers)
    ).json();
    for (const more of ["&limit=7", `&cursor=${meta.nextCursor}`]) {
      const ids = idsOf((await app.get(url + more, ann.headers)).body);
      expect([ids.length, new Set(ids).size]).toEqual([count, count]);
      expect(ids.slice(0, 100)).toEqual(data.map(({ id }: { id: string }) => id));
    }
  });

  test("keeps to the filters of the list and to its gate", async () => {
    expect(idsOf((await app.get(`${url}&unread=true`, ann.headers)).body)).toHaveLength(
      count - count / 5,
    );
    expect(idsOf((await app.get(url, bob.headers)).body)).toEqual([]);
    expect((await app.get(url)).statusCode).toBe(401);
    expect((await app.get(`${url}&kind=nothing`, ann.headers)).statusCode).toBe(400);
  });

  test("reads a page when the one before is sent, and none for who has gone", async () => {
    const cursors: unknown[] = [];
    const handle = ({ query: { cursor } }: { query: { cursor?: string } }) => {
      cursors.push(cursor);
      const nextCursor = `${cursors.length}`;
      return { data: [{ id: nextCursor }], meta: { nextCursor, hasMore: true } };
    };
    const made = listFileOf(
      {
        ...{ at: "GET /things", name: "listThings", handle: handle as never },
        query: z.object({ limit: z.number(), cursor: z.string().optional() }),
      },
      { row: z.object({ id: z.string() }), isByCursor: true },
    );
    const given = { query: { format: "csv", limit: 3, cursor: "9" }, from: { headers: {} } };
    const answer = made?.orFile((() => "json") as never)(given as never) as never as {
      file: { lines: AsyncIterable<string> };
    };
    let text = "";
    for await (const part of answer.file.lines) {
      text += part;
      if (part.startsWith("3")) break;
    }
    expect(text).toBe("\ufeffid\r\n1\r\n2\r\n3\r\n");
    expect(cursors).toEqual([undefined, "1", "2"]);
  });
});

describe("while rows come and go", () => {
  const row = z.object({
    id: z.string(),
    of: z.object({ n: z.number() }).nullable(),
    tags: z.array(z.string()),
  });
  const query = z.object({ limit: z.number(), offset: z.number() });
  const fileOf = (pages: (offset: number) => unknown) => {
    const handle = ({ query: { offset } }: { query: { offset: number } }) => pages(offset);
    const made = listFileOf(
      { at: "GET /things", name: "listThings", query, handle: handle as never },
      { row },
    );
    return made?.orFile((() => "json") as never)({
      ...{ query: { format: "csv" }, from: { headers: {} } },
    } as unknown as Parameters<Endpoint["handle"]>[0]) as {
      file: { name: string; lines: AsyncIterable<string> };
    };
  };
  const all = Array.from({ length: 150 }, (_, n) => ({
    id: `r${n}`,
    of: n === 0 ? null : { n },
    tags: ["a", "b"],
  }));

  test("a row that moves to the next page comes once, and nested members have columns", async () => {
    const added = [{ id: "new", of: null, tags: [] }, ...all];
    const { file } = fileOf((offset) => {
      const rows = offset === 0 ? all : added;
      return { rows: rows.slice(offset, offset + 100), total: rows.length, limit: 100, offset };
    });
    let text = "";
    for await (const part of file.lines) text += part;
    const [heads, ...lines] = linesOf(text);
    expect([file.name, heads]).toEqual(["things.csv", ["id", "of.n", "tags"]]);
    expect(lines.map(([id]) => id)).toEqual(all.map(({ id }) => id));
    expect(lines[1]).toEqual(["r1", "1", '["a","b"]']);
    expect(lines[0]).toEqual(["r0", "", '["a","b"]']);
  });

  test("a removed row hides none of the others", async () => {
    const left = all.slice(30);
    let reads = 0;
    const { file } = fileOf((offset) => {
      const rows = reads === 0 ? all : left;
      reads += 1;
      return { rows: rows.slice(offset, offset + 100), total: rows.length, limit: 100, offset };
    });
    let text = "";
    for await (const part of file.lines) text += part;
    expect(
      linesOf(text)
        .slice(1)
        .map(([id]) => id),
    ).toEqual(all.map(({ id }) => id));
  });

  test("a read that fails breaks the file off instead of ending it", async () => {
    const { file } = fileOf((offset) => {
      if (offset > 0) throw new Error("the database is away");
      return { rows: all.slice(0, 100), total: 150, limit: 100, offset };
    });
    await expect(async () => {
      for await (const part of file.lines) expect(part).not.toBe("");
    }).rejects.toThrow("the database is away");
  });
});
