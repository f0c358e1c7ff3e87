import { describe, expect, test } from "vitest";
import { dayOf } from "#ingest/periods/days.ts";
import {
  durationPoints,
  instantPoints,
  type Point,
  point,
  slotFinder,
  slotOf,
  spanOf,
} from "#ingest/periods/slots.ts";
import { fiscalYear } from "./calendar-parts.ts";

const quarters = ["2022-12-31", "2023-04-01", "2023-07-01"].map(dayOf) as [number, number, number];
/** Apple's fiscal 2022 and 2023, the first without its quarters. */
const years = [
  fiscalYear("2021-09-26", "2022-09-24"),
  fiscalYear("2022-09-25", "2023-09-30", { quarterEnds: quarters }),
];
const find = slotFinder({ years, mismatches: [] });

const expected: Record<keyof typeof point, string> = {
  FY: "2022-09-25/2023-09-30",
  Q1: "2022-09-25/2022-12-31",
  Q2: "2023-01-01/2023-04-01",
  Q3: "2023-04-02/2023-07-01",
  Q4: "2023-07-02/2023-09-30",
  M6: "2022-09-25/2023-04-01",
  M9: "2022-09-25/2023-07-01",
  H2: "2023-04-02/2023-09-30",
  I1: "2022-12-31/2022-12-31",
  I2: "2023-04-01/2023-04-01",
  I3: "2023-07-01/2023-07-01",
  I4: "2023-09-30/2023-09-30",
};
const rows = Object.entries(expected) as [keyof typeof point, string][];
const moved = (iso: string, days: number) =>
  new Date(Date.parse(iso) + days * 86_400_000).toISOString().slice(0, 10);

describe("points of a fiscal year", () => {
  test.each(rows)("%s is %s, and is found within three days at either end (2.2)", (name, label) => {
    const at = point[name];
    const [start = "", end = ""] = label.split("/");
    expect(spanOf(years[1] as never, at)).toEqual({ start: dayOf(start), end: dayOf(end), label });
    const slot = slotOf(1, at);
    const isInstant = instantPoints.includes(at);
    const found = (byStart: number, byEnd: number) =>
      find({ start: isInstant ? null : moved(start, byStart), end: moved(end, byEnd) });
    for (const by of [-3, 0, 3]) expect(found(by, -by)).toBe(slot);
    expect([found(0, 4), found(0, -4)]).toEqual([null, null]);
    if (!isInstant) expect([found(4, 0), found(-4, 0)]).toEqual([null, null]);
  });

  test("no two points share a slot, and every point is a duration or an instant", () => {
    const all = [...durationPoints, ...instantPoints];
    expect(new Set(all).size).toBe(rows.length);
    const slots = years.flatMap((_, index) => all.map((at) => slotOf(index, at)));
    expect(new Set(slots).size).toBe(slots.length);
  });

  test("a year whose quarters are not known has the year and its end alone", () => {
    const known = Object.values(point).filter((at: Point) => spanOf(years[0] as never, at));
    expect(known).toEqual([point.FY, point.I4]);
    expect(find({ start: "2021-09-26", end: "2021-12-25" })).toBeNull();
    expect(find({ start: "2021-09-26", end: "2022-09-24" })).toBe(slotOf(0, point.FY));
  });
});
