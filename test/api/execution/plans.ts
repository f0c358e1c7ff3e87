import type { TestApp } from "../../helpers/app.ts";
import type { Person } from "../../helpers/people.ts";

export const days = { startDate: "2026-01-01", endDate: "2026-03-31" };
export const goalBody = { title: "First sale", category: "revenue", goalType: "manual" };

/** Requests as one person. */
export function bind(app: TestApp, person: Person) {
  const ask = (
    method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE",
    url: string,
    payload?: object,
    who: Person = person,
  ) =>
    app.send({ method, url, headers: who.headers, ...(payload === undefined ? {} : { payload }) });
  const data = async (url: string) => (await ask("GET", url)).json().data;
  const makeCycle = async (entityId: string): Promise<{ id: string }> =>
    (
      await ask("POST", `/v2/entities/${entityId}/execution/cycles`, { label: "Q1", ...days })
    ).json().data;
  const makeGoal = async (
    entityId: string,
    cycleId: string,
    more: object = {},
  ): Promise<{ id: string }> => {
    const url = `/v2/entities/${entityId}/execution/cycles/${cycleId}/goals`;
    return (await ask("POST", url, { ...goalBody, ...more })).json().data;
  };
  return { ask, data, makeCycle, makeGoal };
}
