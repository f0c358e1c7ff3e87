import { describe, expect, test } from "vitest";
import { makePerson, type Person } from "../../helpers/people.ts";
import { openFilingApp } from "../../helpers/platform/filings.ts";

const { app, database, owner, ask, decide, file, makeEntity } = await openFilingApp();
const stranger = await makePerson(app);
const { id, slug } = await makeEntity("Without Figures");
const publication = `/v2/directory/entity-profile/${id}/publication`;
const of = `/v2/entities/${id}`;
const readers: (Person | null)[] = [null, stranger, owner];
const get = (url: string, who: Person | null) => ask("GET", url, who);
const terminal = async (who: Person | null, entityId = id) =>
  (await get(`/v2/entities/${entityId}/company-terminal`, who)).json().data;

describe("a company without figures", () => {
  test("is not there for others before its profile is published; its owner has a terminal [TRM-01] [TRM-33]", async () => {
    for (const path of ["company-terminal", "financials/full", "data-quality", "sfrs-statements"]) {
      const codes: number[] = [];
      for (const who of readers) codes.push((await get(`${of}/${path}`, who)).statusCode);
      expect([path, codes]).toEqual([path, [404, 404, 200]]);
    }
  });

  test("has a terminal whose sections say why they are empty, in every view and on the third request [TRM-01] [TRM-03] [TRM-31] [TRM-32]", async () => {
    expect((await ask("POST", publication, owner)).statusCode).toBe(200);
    for (const who of readers) {
      for (const query of ["", "?asOf=2020-01-01", "?view=original"]) {
        for (let n = 0; n < 3; n += 1) {
          const answer = await get(`${of}/company-terminal${query}`, who);
          expect(answer.statusCode).toBe(200);
          const { data } = answer.json();
          expect(data).toMatchObject({
            ...{ entityId: id, entitySlug: slug, entityName: "Without Figures" },
            ...{
              profileMode: "unclassified_company",
              viewerScope: who === owner ? "owner" : "public",
            },
            identity: { cik: null },
            summary: { state: "unavailable", unavailableReason: expect.stringMatching(/./) },
            financialHealth: { state: "unavailable", overallSignal: "unavailable" },
            financials: {
              state: "unavailable",
              periods: [],
              unavailableReason: expect.stringMatching(/./),
            },
            filings: { state: "unavailable", rows: [] },
            models: { state: "unavailable" },
          });
          expect(JSON.stringify(data.summary.metrics)).not.toMatch(/"value":\d/);
        }
      }
    }
  });

  test("answers the other reads alike: empty lists, a reason, models that refuse [FIN-01] [TRM-32] [MOD-55]", async () => {
    for (const who of readers) {
      const full = await get(`${of}/financials/full`, who);
      expect([full.statusCode, full.json().data]).toEqual([200, { ttm: [], quarters: [] }]);
      const past = await get(`${of}/financials/full?asOf=2020-01-01&perShare=adjusted`, who);
      expect([past.statusCode, past.json().data.ttm]).toEqual([200, []]);
      expect((await get(`${of}/sfrs-statements`, who)).json().data.periods).toEqual([]);
      expect((await get(`${of}/data-quality`, who)).json().data.dataQualityLabel).toBe(
        "unavailable",
      );
      const model = await get(`${of}/models/dcf_5_year_terminal_growth`, who);
      expect([model.statusCode, model.json().data.state]).toEqual([200, "insufficient_data"]);
      const lineage = await get(`${of}/lineage?concept=revenue&period=2024FY`, who);
      expect([lineage.statusCode, lineage.body.includes("Period")]).toEqual([404, true]);
      expect((await get(`${of}/company-terminal?asOf=2999-01-01`, who)).statusCode).toBe(400);
    }
    const page = await app.send({ url: `/companies/${slug}`, headers: { accept: "text/html" } });
    expect([page.statusCode, page.body.includes("No financial figures")]).toEqual([200, true]);
  });

  test("is gone again for others once it is unpublished [TRM-33]", async () => {
    await ask("DELETE", publication, owner);
    expect((await get(`${of}/company-terminal`, stranger)).statusCode).toBe(404);
    expect((await get(`${of}/company-terminal`, owner)).statusCode).toBe(200);
    await ask("POST", publication, owner);
  });

  test("looks the same to others while its filings are private, and is private_company once one is public [TRM-03] [FIL-15]", async () => {
    const filed = await file(id, "2024FY", "5");
    expect((await terminal(null)).profileMode).toBe("unclassified_company");
    expect((await terminal(owner)).profileMode).toBe("private_company");
    await ask("PATCH", `/api/v1/filings/${filed.id}`, owner, { isPublic: true });
    expect((await terminal(null)).profileMode).toBe("private_company");
  });
});

describe("the transparency ladder", () => {
  const ladder = async (entityId: string, who: Person | null = null) =>
    (await terminal(who, entityId)).transparencyLadder as {
      state: string;
      currentRung: string | null;
      rungs: { key: string; reached: boolean; state: string; nextStep: string | null }[];
    };
  const reached = async (entityId: string) =>
    (await ladder(entityId)).rungs.filter((rung) => rung.reached).map(({ key }) => key);

  test("of a claimed company has a rung for each thing that it opens, and says what leads to it [TRM-26] [TRM-35]", async () => {
    const made = await makeEntity("Climber");
    const profile = `/v2/directory/entity-profile/${made.id}`;
    await ask("POST", `${profile}/publication`, owner);
    const first = await ladder(made.id);
    expect([first.state, first.currentRung]).toEqual(["partial", "claimed"]);
    expect(first.rungs.map(({ key }) => key)).toEqual([
      ...["claimed", "verified", "filings_submitted", "filings_matched", "filings_attested"],
      ...["reports", "packages"],
    ]);
    for (const { reached: isReached, state, nextStep } of first.rungs) {
      expect([state, nextStep === null]).toEqual([
        isReached ? "available" : "unavailable",
        isReached,
      ]);
    }
    const hidden = await file(made.id, "2023FY", "1");
    await decide(hidden.id, "verify");
    expect(await reached(made.id)).toEqual(["claimed"]);
    const open = await file(made.id, "2024FY", "1", { isPublic: true });
    expect(await reached(made.id)).toEqual(["claimed", "filings_submitted"]);
    expect((await ladder(made.id)).currentRung).toBe("claimed");
    await decide(open.id, "verify");
    await ask("POST", `${profile}/packages`, owner, { title: "Room" });
    await database.pool.query("update entity set verified = true where id = $1", [made.id]);
    const report = await ask("POST", "/v2/reports", owner, {
      ...{
        title: "Plan",
        report_type: "projection",
        entity_id: made.id,
        data: {},
        is_public: true,
      },
    });
    await ask("PATCH", `/v2/reports/${report.json().data.id}`, owner, { status: "submitted" });
    const last = await ladder(made.id, stranger);
    expect([last.state, last.currentRung]).toEqual(["available", "packages"]);
    expect(last.rungs.map(({ nextStep }) => nextStep)).toEqual(Array(7).fill(null));
    const { modules } = await terminal(null, made.id);
    expect(modules).toContainEqual({ key: "transparencyLadder", state: "available" });
    const past = await get(`/v2/entities/${made.id}/company-terminal?view=original`, null);
    expect(past.json().data.transparencyLadder).toEqual(last);
  });
});
