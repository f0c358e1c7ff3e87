import type { QualityTotals, Rate } from "./totals.ts";
import { percentText } from "./totals.ts";

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const cell = { width: 34, height: 20, left: 60, top: 24 };

/** Pass rates as a table of colours, checks down and fiscal years across; each field shows its rate. */
export function heatMap(years: QualityTotals["years"], ids: readonly string[]): string {
  const columns = yearsOf(Object.values(years));
  const width = cell.left + columns.length * cell.width;
  const height = cell.top + ids.length * cell.height;
  const heads = columns.map(
    (year, at) =>
      `<text x="${cell.left + (at + 0.5) * cell.width}" y="16" class="mid">${year}</text>`,
  );
  const rows = ids.flatMap((id, row) => [
    `<text x="0" y="${cell.top + row * cell.height + 14}">${escapeHtml(id)}</text>`,
    ...columns.map((year, at) => field(years[id]?.[year], { id, year, row, at })),
  ]);
  return svg(width, height, "Pass rate by check and fiscal year", [...heads, ...rows]);
}

function field(
  rate: Rate | undefined,
  { id, year, row, at }: { id: string; year: string; row: number; at: number },
): string {
  const x = cell.left + at * cell.width;
  const y = cell.top + row * cell.height;
  const size = `x="${x}" y="${y}" width="${cell.width - 1}" height="${cell.height - 1}"`;
  if (!rate || rate.run === 0) return `<rect ${size} fill="${notRun}"/>`;
  const words = `${id} ${year}: ${percentText(rate)} %, ${rate.passed} of ${rate.run}`;
  const number = `<text x="${x + cell.width / 2}" y="${y + 14}" class="mid">${shortPercent(rate)}</text>`;
  return `<g><title>${escapeHtml(words)}</title><rect ${size} fill="${colorOf(rate)}"/>${number}</g>`;
}

/** "99.8", and "100" only where all pass: what fits into a field. */
const shortPercent = ({ passed, run }: Rate): string =>
  passed === run ? "100" : (Math.floor((1000 * passed) / run) / 10).toFixed(1);

/** What the colours say, above the table of colours. */
export function heatKey(): string {
  const keys: [color: string, words: string][] = [
    [colorOf({ passed: 100, run: 100 }), "all pass"],
    [colorOf({ passed: 95, run: 100 }), "95 %"],
    [colorOf({ passed: 90, run: 100 }), "90 % or less"],
    [notRun, "nothing to check"],
  ];
  const parts = keys.map(
    ([color, words]) => `<span class="key" style="background:${color}"></span>${words}`,
  );
  return `<p>Percent that pass; the counts are under the pointer and, where not all pass, in the table below.${parts.join("")}</p>`;
}

const notRun = "#eee";

/** Green for all, through yellow, to red for nine of ten or less. */
function colorOf({ passed, run }: Rate): string {
  const share = Math.max(0, (passed / run - 0.9) / 0.1);
  return `hsl(${Math.round(share * 130)} 60% 55%)`;
}

const colors = ["#1b6ca8", "#c1582b", "#3a8f5c", "#8a4fa3", "#7d7d2a"];

/** Coverage of universal lines by fiscal year, one line per template. */
export function coveragePlot(coverage: QualityTotals["coverage"]): string {
  const columns = yearsOf(Object.values(coverage));
  const [width, height, left, bottom] = [720, 220, 40, 190];
  const step = (width - left - 110) / Math.max(1, columns.length - 1);
  const xOf = (at: number) => left + at * step;
  const yOf = (share: number) => bottom - share * 170;
  const grid = [0, 25, 50, 75, 100].map((percent) => {
    const y = yOf(percent / 100);
    return `<line x1="${left}" x2="${xOf(columns.length - 1)}" y1="${y}" y2="${y}" stroke="#ddd"/><text x="0" y="${y + 4}">${percent} %</text>`;
  });
  const heads = columns.map(
    (year, at) => `<text x="${xOf(at)}" y="${bottom + 18}" class="mid">${year.slice(2)}</text>`,
  );
  const lines = Object.entries(coverage).map(([template, ofYears], n) => {
    const color = colors[n % colors.length] ?? "#333";
    const points = columns.flatMap((year, at) => {
      const own = ofYears[year];
      if (!own || own.applicable === 0) return [];
      return [{ x: xOf(at), y: yOf(own.valued / own.applicable), year, ...own }];
    });
    const dots = points.map(
      ({ x, y, year, valued, applicable }) =>
        `<circle cx="${x}" cy="${y}" r="3" fill="${color}"><title>${escapeHtml(template)} ${year}: ${valued} of ${applicable}</title></circle>`,
    );
    const path = points.map(({ x, y }) => `${x},${y}`).join(" ");
    const name = `<text x="${xOf(columns.length - 1) + 10}" y="${30 + n * 16}" fill="${color}">${escapeHtml(template)}</text>`;
    return `<polyline points="${path}" fill="none" stroke="${color}"/>${dots.join("")}${name}`;
  });
  return svg(width, height, "Coverage by fiscal year", [...grid, ...heads, ...lines]);
}

function yearsOf(rows: readonly Record<string, unknown>[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))].sort();
}

function svg(width: number, height: number, title: string, parts: readonly string[]): string {
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" role="img"><title>${escapeHtml(title)}</title>${parts.join("")}</svg>`;
}
