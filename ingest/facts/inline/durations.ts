import type { TextFormat } from "./names.ts";
import { numberWords } from "./numbers.ts";

/** Mean days of a month, by which the regulator's extraction turns parts of months into days. */
const monthDays = 30.4375;

interface Parts {
  Y?: number;
  M?: number;
  D?: number;
  H?: number;
}

/** How a number of a unit divides into whole parts, each rounded down: the regulator's extraction does so. */
const divisions = {
  year: (count: number): Parts => {
    const months = (count - Math.trunc(count)) * 12;
    const days = (months - Math.trunc(months)) * monthDays;
    return { Y: Math.trunc(count), M: Math.trunc(months), D: Math.trunc(days) };
  },
  month: (count: number): Parts => {
    const days = (count - Math.trunc(count)) * monthDays;
    return { M: Math.trunc(count), D: Math.trunc(days) };
  },
  week: (count: number): Parts => ({ D: Math.trunc(count * 7) }),
  day: (count: number): Parts => ({
    D: Math.trunc(count),
    H: Math.trunc((count - Math.trunc(count)) * 24),
  }),
  hour: (count: number): Parts => ({ H: Math.trunc(count) }),
};

/** "1.2" years are "P1Y2M12D". Words are numbers as well. */
export function duration(unit: keyof typeof divisions): TextFormat {
  return (text) => {
    const count = countOf(text.replace(/^[+-]/, ""));
    if (count === null) return null;
    const written = writeDuration(divisions[unit](count));
    return text.startsWith("-") && /[1-9]/.test(written) ? `-${written}` : written;
  };
}

function countOf(text: string): number | null {
  const plain = text.replace(/,/g, "").trim();
  const said = /^[\d.]+$/.test(plain) ? plain : numberWords(text);
  const count = Number(said ?? Number.NaN);
  return Number.isNaN(count) ? null : count;
}

/** The first part is written even where it is zero, others only where they are not. */
function writeDuration(parts: Parts): string {
  const written = Object.entries(parts).filter(([, count], place) => place === 0 || count !== 0);
  const time = written.find(([letter]) => letter === "H");
  const date = written.filter(([letter]) => letter !== "H");
  const dates = date.map(([letter, count]) => `${count}${letter}`).join("");
  return `P${dates}${time ? `T${time[1]}H` : ""}`;
}

const letters = { year: "Y", month: "M", week: "W", day: "D" } as const;

/** "five years, two months" to "P5Y2M". */
export const durationWords: TextFormat = (text) => {
  const counts = { Y: 0, M: 0, D: 0 };
  let isAny = false;
  for (const [, count = "", unit = ""] of text
    .toLowerCase()
    .replace(/[\u2010-\u2015\ufe58\ufe63\uff0d]/g, "-")
    .matchAll(/([a-z\d\s-]+?)\s*-?\s*(year|month|week|day)s?\b/g)) {
    const said = count.replace(/^[\s-]*(?:and\b)?/, "").trim();
    const number = /^\d+$/.test(said) ? Number(said) : Number(numberWords(said) ?? Number.NaN);
    const letter = letters[unit as keyof typeof letters];
    if (Number.isNaN(number)) return null;
    if (letter === "W") counts.D += number * 7;
    else counts[letter] += number;
    isAny = true;
  }
  const parts = Object.entries(counts).map(([letter, count]) =>
    count > 0 ? `${count}${letter}` : "",
  );
  return isAny ? `P${parts.join("") || "0D"}` : null;
};
