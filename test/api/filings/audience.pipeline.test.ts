import { beforeAll, describe, expect, test } from "vitest";
import { listExtracted } from "#ingest/extracts/read-company.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { type Filed, openFilingApp } from "../../helpers/platform/filings.ts";

const { app, database, owner, ask, decide, file, makeEntity, revenues } = await openFilingApp();
const [member, follower, holder, stranger] = [
  await makePerson(app),
  await makePerson(app),
  await makePerson(app),
  await makePerson(app),
];
const others: [string, Person | null][] = [
  ["a stranger", stranger],
  ["a follower", follower],
  ["a package holder", holder],
  ["an anonymous reader", null],
];
const team: [string, Person][] = [
  ["the owner", owner],
  ["a member", member],
];
const marks = { open: "7110001", closed: "7220002", packaged: "7330003" };

const { id, slug } = await makeEntity("Audience Example");
const publication = `/v2/directory/entity-profile/${id}/publication`;
const filings = {} as Record<"open" | "closed" | "packaged" | "draft", Filed>;

beforeAll(async () => {
  filings.open = await file(id, "2024FY", marks.open);
  filings.closed = await file(id, "2023FY", marks.closed);
  filings.packaged = await file(id, "2022FY", marks.packaged);
  filings.draft = await file(id, "2021FY", "7440004", { submit: false, isPublic: true });
  const invite = { userId: member.id, role: "member" };
  await ask("POST", `/api/v1/entities/${id}/members`, owner, invite);
  const [invitation] = (await ask("GET", "/api/v1/invitations", member)).json().data;
  await ask("POST", `/api/v1/invitations/${invitation.id}/accept`, member);
  const openFilings = [filings.open.id];
  expect((await ask("POST", publication, owner, { openFilings })).statusCode).toBe(200);
  await ask("POST", `/v2/directory/entity/${slug}/follow`, follower);
  const packages = `/v2/directory/entity-profile/${id}/packages`;
  const body = { title: "For investors", filingIds: [filings.packaged.id] };
  const made = (await ask("POST", packages, owner, body)).json().data;
  expect(made.filingIds).toEqual(body.filingIds);
  await ask("POST", `/v2/directory/entity/${slug}/packages/${made.id}/request`, holder);
  const response = `${packages}/${made.id}/access/${holder.id}/response`;
  expect((await ask("POST", response, owner, { decision: "grant" })).statusCode).toBe(200);
});

const status = async (of: keyof typeof filings, who: Person | null) =>
  (await ask("GET", `/api/v1/filings/${filings[of].id}`, who)).statusCode;

describe("a private filing of a published entity", () => {
  test.each(others.filter(([, who]) => who !== holder))(
    "is not there for %s [FIL-15]",
    async (_name, who) => {
      const signedIn = who === null ? 401 : 404;
      expect(await status("closed", who)).toBe(signedIn);
      expect(await status("packaged", who)).toBe(signedIn);
      expect(await status("draft", who)).toBe(signedIn);
      expect(await status("open", who)).toBe(who === null ? 401 : 200);
    },
  );

  test("takes the links of what follows it with it: its figures could be found by trying hashes [FIL-15]", async () => {
    const links = async (who: Person) => {
      const url = `/api/v1/filings/chain/${id}/income_statement`;
      return (await ask("GET", url, who))
        .json()
        .data.map((one: Record<string, unknown>) => [
          one.id,
          [one.contentHash, one.previousHash, one.previousFilingId].filter((link) => link !== null)
            .length,
        ]);
    };
    expect(await links(owner)).toEqual([
      [filings.open.id, 1],
      [filings.closed.id, 3],
      [filings.packaged.id, 3],
    ]);
    expect(await links(stranger)).toEqual([[filings.open.id, 1]]);
    expect(await links(holder)).toEqual([
      [filings.open.id, 1],
      [filings.packaged.id, 0],
    ]);
    const one = await ask("GET", `/api/v1/filings/${filings.packaged.id}`, holder);
    expect(one.json().data).toMatchObject({ contentHash: null, previousHash: null });
  });

  test("is opened by a package, alone, until the access is revoked [FIL-15] [FIL-16]", async () => {
    expect(await status("packaged", holder)).toBe(200);
    expect(await status("closed", holder)).toBe(404);
    const chain = await ask("GET", `/api/v1/filings/chain/${id}/income_statement`, holder);
    const ids = chain.json().data.map((one: Filed) => one.id);
    expect([chain.json().meta.total, ids]).toEqual([2, [filings.open.id, filings.packaged.id]]);
    const [access] = (await ask("GET", "/v2/directory/package-access", holder)).json().data;
    const content = await ask("GET", `/v2/directory/package-access/${access.id}`, holder);
    expect(content.json().data.content.filings).toEqual([
      { id: filings.packaged.id, schemaType: "income_statement", reportingPeriodId: "2022FY" },
    ]);
    const url = `/v2/directory/entity-profile/${id}/packages/${access.packageId}/access/${holder.id}`;
    await ask("DELETE", url, owner);
    expect(await status("packaged", holder)).toBe(404);
    const again = { decision: "grant" };
    expect((await ask("POST", `${url}/response`, owner, again)).statusCode).toBe(200);
  });

  test.each(team)("is read by %s, with figures of all filings [FIL-15]", async (_name, who) => {
    expect([await status("closed", who), await status("packaged", who)]).toEqual([200, 200]);
    expect(await revenues(id, who)).toEqual([
      `2024FY ${marks.open}`,
      `2023FY ${marks.closed}`,
      `2022FY ${marks.packaged}`,
    ]);
  });
});

/** Every read of a company's figures. */
const reads = [
  `/v2/entities/${id}/sfrs-statements`,
  `/v2/entities/${id}/sfrs-statements?asOf=2026-02-20`,
  `/v2/entities/${id}/company-terminal`,
  `/v2/entities/${id}/company-terminal?asOf=2026-02-20`,
  `/v2/entities/${id}/company-terminal?view=original`,
  `/v2/entities/${id}/financials/full`,
  `/v2/entities/${id}/financials/full?perShare=adjusted`,
  `/v2/entities/${id}/lineage?concept=revenue&period=2023FY`,
  `/v2/entities/${id}/lineage?concept=revenue&period=2022FY`,
  `/v2/entities/${id}/data-quality`,
  `/v2/entities/${id}/models`,
  `/v2/entities/${id}/models/historical_income_statement`,
  `/v2/entities/${id}/models/historical_income_statement?asOf=2026-02-20`,
  `/v2/directory/entity/${slug}`,
  `/v2/directory/entity/${slug}/record-summary`,
  `/v2/directory/entity/${slug}/profile-experience`,
  `/companies/${slug}`,
  `/api/v1/filings/chain/${id}/income_statement`,
  "/v2/screen?where=revenue>1&limit=50",
  `/search?q=audience`,
];
/** The time of an answer is no figure: its seconds may be 7.22. */
const times = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const leaks = (answer: string) => {
  const text = answer.replaceAll(times, "");
  return [marks.closed, marks.packaged].filter((mark) => contains(text, mark));
};
const contains = (text: string, mark: string) =>
  text.replaceAll(/[,.]/g, "").includes(mark) || text.includes("7.22") || text.includes("7.33");

test.each(others)(
  "no read gives %s a figure of a private filing, on the first request and the third [FIL-15] [TRM-05]",
  async (_name, who) => {
    for (const url of reads) {
      for (const accept of ["application/json", "text/html"]) {
        for (let n = 0; n < 3; n += 1) {
          const headers = { ...who?.headers, accept };
          const answer = await app.send({ method: "GET", url, headers });
          const isOwnFiling = who === holder && url.includes("/chain/");
          const found = leaks(answer.body).filter(
            (mark) => !isOwnFiling || mark !== marks.packaged,
          );
          expect([url, answer.statusCode >= 500, found]).toEqual([url, false, []]);
        }
      }
    }
    expect(await revenues(id, who)).toEqual([`2024FY ${marks.open}`]);
  },
);

test("the lineage of a public figure names no hash that covers a private filing [FIL-15]", async () => {
  const second = await makeEntity("Second Audience Example");
  await file(second.id, "2023FY", "7550005");
  const open = await file(second.id, "2024FY", "7660006");
  const to = `/v2/directory/entity-profile/${second.id}/publication`;
  await ask("POST", to, owner, { openFilings: [open.id] });
  expect(await revenues(second.id, stranger)).toEqual(["2024FY 7660006"]);
  const url = `/v2/entities/${second.id}/lineage?concept=revenue&period=2024FY`;
  const [shown, own] = [await ask("GET", url, stranger), await ask("GET", url, owner)];
  expect(shown.body).toContain(`filing ${open.id}`);
  expect(shown.body).not.toContain("sha256");
  expect(own.body).toContain("hash sha256:");
});

test("a team's figures are in no shared cache, extract or table of screens [FIL-15]", async () => {
  const answer = await ask("GET", `/v2/entities/${id}/financials/full`, owner);
  expect(answer.headers["cache-control"]).not.toContain("public");
  const { rows } = await database.pool.query("select * from company_screen where entity_id = $1", [
    id,
  ]);
  expect(leaks(JSON.stringify(rows))).toEqual([]);
  const extracted = await listExtracted(database.pool, null);
  expect(extracted.map((one) => one.cik).filter((cik) => cik.includes(id))).toEqual([id]);
});

test("the team finds the figures of private filings in the same reads [FIL-15] [TRM-05]", async () => {
  const found: string[] = [];
  for (const url of reads) {
    const headers = { ...owner.headers, accept: "application/json" };
    const answer = await app.send({ method: "GET", url, headers });
    if (leaks(answer.body).length > 0) found.push(url.replace(id, ":id"));
  }
  expect(found).toEqual([
    "/v2/entities/:id/sfrs-statements",
    "/v2/entities/:id/sfrs-statements?asOf=2026-02-20",
    "/v2/entities/:id/company-terminal",
    "/v2/entities/:id/company-terminal?asOf=2026-02-20",
    "/v2/entities/:id/company-terminal?view=original",
    "/v2/entities/:id/financials/full",
    "/v2/entities/:id/financials/full?perShare=adjusted",
    "/v2/entities/:id/lineage?concept=revenue&period=2023FY",
    "/v2/entities/:id/lineage?concept=revenue&period=2022FY",
    "/v2/entities/:id/models/historical_income_statement",
    "/v2/entities/:id/models/historical_income_statement?asOf=2026-02-20",
    "/api/v1/filings/chain/:id/income_statement",
  ]);
});

test("the directory counts what is public [FIL-15] [DIR-41]", async () => {
  const url = `/v2/directory/entity/${slug}/profile-experience`;
  const { presentationState, trustDimensions } = (await app.get(url)).json().data;
  expect(presentationState).toBe("managed_mixed_record");
  expect(trustDimensions.filingIntegrity).toMatchObject({ timestampedFilings: 1, totalFilings: 1 });
});

describe("an audience", () => {
  test("is private by default, and a correction has that of what it corrects [FIL-15] [FIL-16]", async () => {
    const other = await makeEntity("Defaults");
    const first = await file(other.id, "2024FY", "1");
    const second = await file(other.id, "2023FY", "2", { isPublic: true });
    const corrections = [
      await file(other.id, "2024FY", "3"),
      await file(other.id, "2023FY", "4"),
      await file(other.id, "2023FY", "5", { isPublic: false }),
    ];
    expect([first, second, ...corrections].map(({ isPublic }) => isPublic)).toEqual([
      ...[false, true, false, true, false],
    ]);
  });

  test("that is narrowed takes figures away in the next request, and is the manager's alone to change [FIL-15]", async () => {
    const other = await makeEntity("Narrowed");
    const one = await file(other.id, "2024FY", "11");
    const two = await file(other.id, "2023FY", "22");
    const url = `/v2/directory/entity-profile/${other.id}/publication`;
    await ask("POST", url, owner, { openFilings: [one.id, two.id] });
    expect(await revenues(other.id, null)).toEqual(["2024FY 11", "2023FY 22"]);
    const change = (who: Person, isPublic: unknown) =>
      ask("PATCH", `/api/v1/filings/${one.id}`, who, { isPublic });
    expect((await change(stranger, false)).statusCode).toBe(403);
    expect((await change(owner, "no")).statusCode).toBe(400);
    expect(await revenues(other.id, null)).toEqual(["2024FY 11", "2023FY 22"]);
    expect((await change(owner, false)).json().data.isPublic).toBe(false);
    expect(await revenues(other.id, null)).toEqual(["2023FY 22"]);
    expect(await revenues(other.id, owner)).toEqual(["2024FY 11", "2023FY 22"]);
    expect((await change(owner, true)).statusCode).toBe(200);
    expect(await revenues(other.id, null)).toEqual(["2024FY 11", "2023FY 22"]);
  });

  test("does not show what was superseded or rejected, whatever it was before [FIL-15] [FIL-12]", async () => {
    const other = await makeEntity("Withdrawn");
    const old = await file(other.id, "2024FY", "1", { isPublic: true });
    const url = `/v2/directory/entity-profile/${other.id}/publication`;
    await ask("POST", url, owner, { openFilings: [old.id] });
    const read = async (filing: Filed, who: Person) =>
      (await ask("GET", `/api/v1/filings/${filing.id}`, who)).statusCode;
    expect(await read(old, stranger)).toBe(200);
    const next = await file(other.id, "2024FY", "2");
    expect([await read(old, stranger), await read(next, stranger)]).toEqual([404, 200]);
    await decide(next.id, "reject");
    expect([await read(old, stranger), await read(next, stranger)]).toEqual([200, 404]);
    expect([await read(old, owner), await read(next, owner)]).toEqual([200, 200]);
  });
});

describe("publication", () => {
  test("shows which filings all read, keeps private ones private, and asks for public ones of a hidden profile [FIL-17]", async () => {
    const other = await makeEntity("Asked");
    const url = `/v2/directory/entity-profile/${other.id}/publication`;
    const hidden = await file(other.id, "2023FY", "1");
    const open = await file(other.id, "2024FY", "2", { isPublic: true });
    const name = (one: Filed, reportingPeriodId: string) => ({
      ...{ id: one.id, schemaType: "income_statement", reportingPeriodId },
    });
    const shown = { public: [name(open, "2024FY")], private: [name(hidden, "2023FY")] };
    expect((await ask("GET", url, owner)).json().data.filings).toEqual(shown);
    const asked = await ask("POST", url, owner);
    expect([asked.statusCode, asked.body.includes(open.id)]).toEqual([409, true]);
    expect((await ask("GET", url, owner)).json().data.status).not.toBe("published");
    expect(await revenues(other.id, null)).toEqual([]);
    const published = await ask("POST", url, owner, { openFilings: [open.id] });
    expect([published.statusCode, published.json().data.filings]).toEqual([200, shown]);
    expect(await revenues(other.id, null)).toEqual(["2024FY 2"]);
    expect((await ask("POST", url, owner)).statusCode).toBe(200);
  });

  test("refuses filings that are not in force or another entity's, and changes nothing [FIL-17]", async () => {
    const [mine, theirs] = [await makeEntity("Mine"), await makeEntity("Theirs")];
    const url = `/v2/directory/entity-profile/${mine.id}/publication`;
    const draft = await file(mine.id, "2024FY", "1", { submit: false });
    const foreign = await file(theirs.id, "2024FY", "1");
    for (const openFilings of [[draft.id], [foreign.id], ["x"], "all", [null]]) {
      const answer = await ask("POST", url, owner, { openFilings });
      expect([400, 404]).toContain(answer.statusCode);
    }
    expect((await ask("GET", url, owner)).json().data.status).not.toBe("published");
    expect((await ask("GET", `/api/v1/filings/${foreign.id}`, owner)).json().data.isPublic).toBe(
      false,
    );
  });
});
