import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { portfolioItem } from "#schemas/tables/platform/hiring.ts";
import type { TestApp } from "../../helpers/app.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { makeApplication, makeHirer, makeRole } from "../../helpers/platform/hiring.ts";
import { clients, raceEverywhere, rounds, together } from "../../helpers/races.ts";

const limitMs = 600_000;

await raceEverywhere((via) => {
  const first = () => via(0);
  const setUp = async (app: TestApp) => ({
    hirer: await makeHirer(app),
    applicant: await makePerson(app),
  });
  const send = (
    n: number,
    url: string,
    who: Person,
    payload: object = {},
    method: "POST" | "PUT" = "POST",
  ) => via(n).send({ method, url: `/api/v1${url}`, headers: who.headers, payload });
  const count = (answers: { statusCode: number }[], status: number) =>
    answers.filter(({ statusCode }) => statusCode === status).length;

  /** The states that the audit log says an evaluated application went to. */
  const endsOf = async (id: string, { entityId, owner }: { entityId: string; owner: Person }) => {
    const log = await first().get(`/v2/entities/${entityId}/audit-log?limit=100`, owner.headers);
    const events: { detail: { id?: string; from?: string; to: string } }[] = log.json().data;
    return events
      .filter(({ detail }) => detail.id === id && detail.from === "evaluated")
      .map(({ detail }) => detail.to);
  };

  /** What the audit log says of roles and applications, the oldest first. */
  const actsOn = async (
    ids: string[],
    { entityId, owner }: { entityId: string; owner: Person },
  ) => {
    const log = await first().get(`/v2/entities/${entityId}/audit-log?limit=100`, owner.headers);
    const events: { action: string; detail: { id?: string; roleId?: string } }[] = log.json().data;
    const isOn = ({ detail }: (typeof events)[number]) =>
      ids.includes(detail.id ?? detail.roleId ?? "");
    return events
      .filter(isOn)
      .map(({ action }) => action)
      .reverse();
  };

  test(
    "of sixteen applications at once one is made, whatever the path [HIR-47]",
    async () => {
      const { hirer, applicant } = await setUp(first());
      const { owner: by, entityId } = hirer;
      for (let round = 0; round < rounds; round += 1) {
        const { roleId } = await makeRole(first(), { by, entityId });
        const answers = await together((n) =>
          n % 2 === 0
            ? send(n, `/hiring/roles/${roleId}/apply`, applicant)
            : send(n, "/hiring/applications", applicant, { roleId }),
        );
        expect([count(answers, 201), count(answers, 409)]).toEqual([1, clients - 1]);
        const list = await first().get(
          `/api/v1/entities/${entityId}/hiring/roles/${roleId}/applications`,
          by.headers,
        );
        expect(list.json().meta.total).toBe(1);
        expect(await actsOn([list.json().data[0].id], hirer)).toEqual(["application.submitted"]);
      }
    },
    limitMs,
  );

  test(
    "of sixteen moves at once one wins, and the audit log has it alone [HIR-66] [STA-02]",
    async () => {
      const { hirer, applicant } = await setUp(first());
      const { owner: by, entityId } = hirer;
      for (let round = 0; round < rounds; round += 1) {
        const { roleId } = await makeRole(first(), { by, entityId });
        const id = await makeApplication(first(), { roleId, by: applicant });
        const at = `/entities/${entityId}/hiring/applications/${id}`;
        for (const status of ["reviewing", "evaluated"])
          await send(0, `${at}/status`, by, { status }, "PUT");
        const answers = await together((n) =>
          n % 3 === 0
            ? send(n, `/hiring/applications/${id}/withdraw`, applicant)
            : n % 3 === 1
              ? send(n, `${at}/status`, by, { status: "hired" }, "PUT")
              : send(n, `${at}/status`, by, { status: "rejected" }, "PUT"),
        );
        const { status } = (await first().get(`/api/v1${at}`, by.headers)).json().data;
        // A repeat of the withdrawal that won answers 200 and changes nothing.
        const winners = answers
          .filter(({ statusCode }) => statusCode === 200)
          .map((one) => one.json().data.status);
        expect(new Set(winners)).toEqual(new Set([status]));
        if (status !== "withdrawn") expect(winners).toHaveLength(1);
        expect(await endsOf(id, hirer)).toEqual([status]);
      }
    },
    limitMs,
  );

  test(
    "withdraw against outcome: one of the two holds, the other is refused, and the audit log has one end [HIR-57] [HIR-68] [STA-02]",
    async () => {
      const { hirer, applicant } = await setUp(first());
      const { owner: by, entityId } = hirer;
      for (let round = 0; round < rounds; round += 1) {
        const { roleId } = await makeRole(first(), { by, entityId });
        const id = await makeApplication(first(), { roleId, by: applicant });
        const at = `/entities/${entityId}/hiring/applications/${id}`;
        for (const status of ["reviewing", "evaluated"])
          await send(0, `${at}/status`, by, { status }, "PUT");
        const answers = await together((n) =>
          n % 2 === 0
            ? send(n, `/hiring/applications/${id}/withdraw`, applicant)
            : send(n, `${at}/outcome`, by, { decision: "hired", startDate: "2027-01-01" }),
        );
        const { status, outcome } = (await first().get(`/api/v1${at}`, by.headers)).json().data;
        const isWithdrawn = status === "withdrawn";
        const statuses = (rest: 0 | 1) =>
          new Set(answers.filter((_, n) => n % 2 === rest).map(({ statusCode }) => statusCode));
        // Repeats of the winner change nothing, or record the same outcome again.
        expect(statuses(0)).toEqual(new Set([isWithdrawn ? 200 : 409]));
        expect(statuses(1)).toEqual(new Set([isWithdrawn ? 409 : 200]));
        expect(outcome?.decision ?? null).toBe(isWithdrawn ? null : "hired");
        expect(await endsOf(id, hirer)).toEqual([status]);
      }
    },
    limitMs,
  );

  test(
    "publish against close and apply against close leave one order [STA-01] [HIR-34]",
    async () => {
      const { hirer, applicant } = await setUp(first());
      const { owner: by, entityId } = hirer;
      for (let round = 0; round < rounds; round += 1) {
        const { roleId } = await makeRole(first(), { by, entityId, status: "draft" });
        const at = `/entities/${entityId}/hiring/roles/${roleId}`;
        const moved = await together((n) =>
          send(n, `${at}/${n % 2 === 0 ? "publish" : "close"}`, by),
        );
        expect(
          count(
            moved.filter((_, n) => n % 2 === 0),
            200,
          ),
        ).toBe(1);
        const isClosed = moved.some(({ statusCode }, n) => n % 2 === 1 && statusCode === 200);
        const read = async () =>
          (await first().get(`/api/v1/hiring/roles/${roleId}`, by.headers)).json().data;
        expect((await read()).status).toBe(isClosed ? "closed" : "published");
        const published = ["hiring_role.created", "hiring_role.published"];
        const closed = [...published, "hiring_role.closed"];
        expect(await actsOn([roleId], hirer)).toEqual(isClosed ? closed : published);
        if (isClosed) continue;
        const mixed = await together((n) =>
          n % 2 === 0
            ? send(n, `${at}/close`, by)
            : send(n, `/hiring/roles/${roleId}/apply`, applicant),
        );
        expect(count(mixed, 201)).toBeLessThanOrEqual(1);
        expect((await read()).status).toBe("closed");
        const made = mixed.find(({ statusCode }) => statusCode === 201)?.json().data.id;
        const [ids, applied] =
          made === undefined ? [[roleId], []] : [[roleId, made], ["application.submitted"]];
        const serial = [...published, ...applied, "hiring_role.closed"];
        expect(await actsOn(ids, hirer)).toEqual(serial);
        expect((await send(0, `/hiring/roles/${roleId}/apply`, by)).statusCode).toBe(409);
      }
    },
    limitMs,
  );

  test(
    "of portfolio items that are added at once as many are made as there is room for [HIR-44] [O-64]",
    async () => {
      const [ann, bob] = [await makePerson(first()), await makePerson(first())];
      const items = "/hiring/portfolio-items";
      const aLink = { kind: "link", title: "A parser", url: "https://example.com/parser" };
      await send(0, items, bob, aLink);
      await first().db.execute(sql`insert into ${portfolioItem} (user_id, kind, title, url)
        select ${ann.id}, 'link', 'One of many', 'https://example.com/' || n
        from generate_series(1, 195) n`);
      const answers = await together((n) => send(n, items, ann, aLink));
      expect([count(answers, 201), count(answers, 409)]).toEqual([5, clients - 5]);
      for (const [who, total] of [
        [ann, 200],
        [bob, 1],
      ] as const) {
        const list = await via(1).get(`/api/v1${items}`, who.headers);
        expect(list.json().meta.total).toBe(total);
      }
    },
    limitMs,
  );

  test(
    "a portfolio item that is deleted while applications name it is shown by none of them [HIR-44] [O-64]",
    async () => {
      const { hirer, applicant } = await setUp(first());
      const { owner: by, entityId } = hirer;
      const items = "/hiring/portfolio-items";
      const aText = { kind: "text", title: "An essay", text: "On filings." };
      const made = async () =>
        (await send(0, items, applicant, aText)).json().data as { id: string };
      for (let round = 0; round < rounds; round += 1) {
        const [kept, gone] = [await made(), await made()];
        const { roleId } = await makeRole(first(), { by, entityId });
        const { headers } = applicant;
        const url = `/api/v1${items}/${gone.id}`;
        const answers = await together((n) =>
          n % 4 === 0
            ? send(n, `/hiring/roles/${roleId}/apply`, applicant, {
                portfolioItemIds: [gone.id, kept.id],
              })
            : via(n).send({ method: "DELETE", url, headers }),
        );
        const [applied, deleted] = [
          answers.filter((_, n) => n % 4 === 0),
          answers.filter((_, n) => n % 4 !== 0),
        ];
        expect([count(deleted, 200) > 0, count(deleted, 200) + count(deleted, 404)]).toEqual([
          true,
          12,
        ]);
        const [one] = applied.filter(({ statusCode }) => statusCode === 201);
        const refused = count(applied, 400) + count(applied, 409);
        expect(refused + (one === undefined ? 0 : 1)).toBe(4);
        expect((await via(1).get(url, headers)).statusCode).toBe(404);
        if (one === undefined) continue;
        const at = `/api/v1/entities/${entityId}/hiring/applications/${one.json().data.id}`;
        const shown = await via(1).get(`${at}/portfolio-items`, by.headers);
        expect(shown.json().data.map(({ id }: { id: string }) => id)).toEqual([kept.id]);
      }
    },
    limitMs,
  );
});
