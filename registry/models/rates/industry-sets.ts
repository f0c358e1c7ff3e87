import { z } from "zod";
import of2015 from "#schemas/reference/industries/2015.json" with { type: "json" };
import of2016 from "#schemas/reference/industries/2016.json" with { type: "json" };
import of2017 from "#schemas/reference/industries/2017.json" with { type: "json" };
import of2018 from "#schemas/reference/industries/2018.json" with { type: "json" };
import of2019 from "#schemas/reference/industries/2019.json" with { type: "json" };
import of2020 from "#schemas/reference/industries/2020.json" with { type: "json" };
import of2021 from "#schemas/reference/industries/2021.json" with { type: "json" };
import of2022 from "#schemas/reference/industries/2022.json" with { type: "json" };
import of2023 from "#schemas/reference/industries/2023.json" with { type: "json" };
import of2024 from "#schemas/reference/industries/2024.json" with { type: "json" };
import of2025 from "#schemas/reference/industries/2025.json" with { type: "json" };
import {
  bundledReference,
  type Figure,
  figures,
  type Industry,
  industryRow,
  type Origin,
} from "./reference.ts";

const yearSet = z.strictObject({
  /** The figures are of January of it. */
  year: z.int(),
  /** Where each figure is printed. */
  columns: z.array(
    z.strictObject({
      figure: z.enum(figures),
      file: z.string(),
      fileDay: z.iso.date(),
      column: z.string(),
    }),
  ),
  /** One figure a column, by the names of the bundled set; null where NA is printed. A short row lacks the last columns. */
  industries: z.record(z.string(), z.array(z.number().nullable())),
});
type YearSet = z.infer<typeof yearSet>;

/** Industry averages of past Januaries, oldest first: of each year what is published and at hand. */
export const industrySets: readonly YearSet[] = z
  .array(yearSet)
  .parse([of2015, of2016, of2017, of2018, of2019, of2020, of2021, of2022, of2023, of2024, of2025]);

/** The industries of the bundled set with the averages of a past year. */
export function industriesOf(year: number): Industry[] {
  const sets = nearestFirst(year);
  return bundledReference.industries.map(({ industry }) => industryIn(sets, industry));
}

/** The newest set not later than the year comes first; later ones come last, the earliest of them first. */
function nearestFirst(year: number): YearSet[] {
  const past = industrySets.filter((set) => set.year <= year);
  return [...past.reverse(), ...industrySets.filter((set) => set.year > year)];
}

/** Each figure is of the first set that holds it, and `origins` says which. */
function industryIn(sets: readonly YearSet[], industry: string): Industry {
  const found = figures.map((figure) => ({ figure, ...printedIn(sets, industry, figure) }));
  const values = Object.fromEntries(found.map(({ figure, value }) => [figure, value]));
  const origins = Object.fromEntries(found.map(({ figure, origin }) => [figure, origin]));
  return { ...industryRow.parse({ industry, ...values }), origins };
}

function printedIn(sets: readonly YearSet[], industry: string, figure: Figure) {
  for (const { year, columns, industries } of sets) {
    const index = columns.findIndex((one) => one.figure === figure);
    const value = industries[industry]?.[index];
    const column = columns[index];
    if (value === undefined || column === undefined) continue;
    const origin: Origin = { year, printed: `${column.file} of ${column.fileDay}` };
    return { value, origin };
  }
  throw new Error(`no set of industry averages has ${figure} of "${industry}"`);
}
