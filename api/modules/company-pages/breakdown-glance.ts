import type { Deps } from "#api/deps.ts";
import { orNull } from "#api/http/errors.ts";
import { compactText, percentText } from "#api/pages/figures.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { queryText } from "#api/pages/query.ts";
import { countedValue } from "#ingest/faces/shown/counted-value.ts";
import {
  type Breakdowns,
  dataIn,
  getBreakdowns,
  getSegments,
  type Segments,
} from "../filed-statements/service.ts";
import { baseOf, type Frame } from "./company-frame.ts";

/** What revenue is broken down by at a glance: the first of each that the filings have. */
const wanted = [["business", "product"], ["geography"]] as const;

/** The newest breakdowns of revenue, of the day of the page; empty where the filings at hand have none. */
export async function loadGlance(deps: Deps, frame: Frame): Promise<Segments[]> {
  const of = { entityId: frame.profile.entity.id, viewer: null, asOf: frame.day };
  const found = await orNull(() => getBreakdowns(deps, of));
  const known = found === null ? [] : dataIn<Breakdowns>(found).breakdowns;
  const kinds = wanted.flatMap((kinds) => {
    const by = kinds.find((kind) =>
      known.some((one) => one.by === kind && one.metric === "revenue" && one.members > 1),
    );
    return by === undefined ? [] : [by];
  });
  return Promise.all(
    kinds.map(async (by) =>
      dataIn<Segments>(await getSegments(deps, { ...of, by, metric: "revenue" })),
    ),
  );
}

const titles: Partial<Record<Segments["by"], string>> = {
  business: "Revenue by segment",
  product: "Revenue by product",
  geography: "Revenue by place",
};

/** The newest year of each breakdown as bars, each with the way to the whole. */
export function glanceSection(frame: Frame, glance: readonly Segments[]): Html {
  const figures = glance.map((one) => glanceFigure(frame, one));
  return figures.length === 0 ? nothing : html`<div class="glance">${figures}</div>`;
}

const partsShown = 6;

function glanceFigure(frame: Frame, { by, metric, periods, members }: Segments): Html {
  const period = periods.find(({ key }) => key.endsWith("FY")) ?? periods[0];
  if (period === undefined) return nothing;
  const parts = members.flatMap(({ label, values }) => {
    const value = values[period.key];
    return value === undefined || value.weight === 0
      ? []
      : [{ label, amount: Number(countedValue(value)) * Math.abs(value.weight) }];
  });
  const whole = Number(period.total?.value ?? period.sum);
  const bySize = parts.toSorted((a, b) => b.amount - a.amount);
  const rows = bySize
    .slice(0, partsShown)
    .map(({ label, amount }) => partRow(label, amount, whole));
  const rest = bySize.length - partsShown;
  const href = `${baseOf(frame)}/segments${queryText({ by, metric, asOf: frame.day })}`;
  const more = rest > 0 ? ` (${rest} more)` : "";
  return html`<section><h3><a href="${href}">${titles[by] ?? by}</a> <span class="soft small">${period.key}, to ${period.end}, ${period.unit}${more}</span></h3><dl>${rows}</dl></section>\n`;
}

function partRow(label: string, amount: number, whole: number): Html {
  const share = whole > 0 ? amount / whole : null;
  const width = Math.min(100, Math.max(0, (share ?? 0) * 100)).toFixed(1);
  const bar = {
    html: `<svg class="share" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect width="${width}" height="4"/></svg>`,
  };
  return html`<div><dt>${label}</dt><dd>${compactText(amount)} <span class="soft">${share === null ? "" : percentText(share)}</span></dd><dd>${bar}</dd></div>`;
}
