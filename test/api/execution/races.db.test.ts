import { expect, test } from "vitest";
import { findBreak } from "#api/data/hash-chain.ts";
import { makePerson } from "../../helpers/people.ts";
import { raceEverywhere, rounds, together } from "../../helpers/races.ts";
import { bind, goalBody } from "./plans.ts";

await raceEverywhere((via, [app]) => {
  if (app === undefined) throw new Error("no API");
  const start = async () => {
    const ann = await makePerson(app);
    const { ask, makeCycle, data } = bind(app, ann);
    const entityId = (await ask("POST", "/api/v1/entities", { name: "Race" })).json().id as string;
    const X = `/v2/entities/${entityId}/execution`;
    const at = (n: number) => bind(via(n), ann);
    return { ann, ask, makeCycle, data, entityId, X, at };
  };

  test("16 baselines at once make one chain of 16, and of 16 with one If-Match one wins [EXE-13]", async () => {
    const { ann, X, at, data } = await start();
    const url = `${X}/baseline`;
    const body = (n: number) => ({ asOf: "2026-01-01", summary: `by ${n}` });
    const all = await together((n) => at(n).ask("PUT", url, body(n)));
    expect(all.map(({ statusCode }) => statusCode)).toEqual(Array(16).fill(200));
    const chain = [...(await data(`${url}/versions`))].reverse();
    expect(chain).toHaveLength(16);
    const links = chain.map(({ version, hash, previousHash, asOf, summary, metrics }) => ({
      ...{ version, hash, previousHash, content: { asOf, summary, metrics } },
    }));
    expect(findBreak(links)).toBeNull();
    const matched = await together((n) =>
      via(n).send({
        ...{ method: "PUT", url, payload: body(n + 100) },
        headers: { ...ann.headers, "if-match": '"16"' },
      }),
    );
    expect(matched.map(({ statusCode }) => statusCode).sort()).toEqual([
      200,
      ...Array(15).fill(412),
    ]);
  });

  test("goals added while a cycle is completed are all of before [EXE-04]", async () => {
    const { ask, makeCycle, data, entityId, X, at } = await start();
    for (let round = 0; round < Math.min(rounds, 5); round += 1) {
      const { id } = await makeCycle(entityId);
      const answers = await together((n) =>
        n === 8
          ? at(n).ask("PATCH", `${X}/cycles/${id}`, { status: "completed" })
          : at(n).ask("POST", `${X}/cycles/${id}/goals`, goalBody),
      );
      const added = answers.filter(({ statusCode }) => statusCode === 201).length;
      expect(answers[8]?.statusCode).toBe(200);
      expect(await data(`${X}/cycles/${id}/goals`)).toHaveLength(added);
      expect((await ask("POST", `${X}/cycles/${id}/goals`, goalBody)).statusCode).toBe(409);
    }
  });

  test("16 changes of one goal never make its target its start [EXE-17]", async () => {
    const { makeCycle, data, entityId, X, at, ask } = await start();
    const { id } = await makeCycle(entityId);
    const goal = (await ask("POST", `${X}/cycles/${id}/goals`, goalBody)).json().data;
    const url = `${X}/goals/${goal.id}`;
    await together((n) =>
      at(n).ask("PATCH", url, n % 2 ? { startValue: "5" } : { targetValue: "5" }),
    );
    const { startValue, targetValue } = await data(url);
    expect(startValue).not.toBe(targetValue);
  });
});
