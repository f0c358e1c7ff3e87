import type { ChartSeries } from "#api/pages/charts/chart.ts";
import { chartFigure } from "#api/pages/charts/figure.ts";
import { compactText, type Scale } from "#api/pages/figures.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { queryText } from "#api/pages/query.ts";
import { countedValue } from "#ingest/faces/shown/counted-value.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { SegmentMember, SegmentPeriod } from "#schemas/shapes/companies/segments.ts";
import type { Breakdowns, Segments } from "../../filed-statements/service.ts";
import { baseOf, companyPage, dayText, type Frame } from "../company-frame.ts";
import { moneyScale, printedText } from "./filed-table.ts";
import type { SegmentsQuery } from "./schemas.ts";

interface SegmentsOf {
  frame: Frame;
  query: SegmentsQuery;
  /** Null where nothing was built of the company. */
  breakdowns: Breakdowns | null;
  /** Null where there is no breakdown to show. */
  segments: Segments | null;
  registry: Registry;
}

const kindTitles: Record<Segments["by"], string> = {
  business: "Segments",
  product: "Products and services",
  geography: "Places",
  customer: "Customers",
  channel: "Sales channels",
  timing: "Timing of revenue",
  pricing: "Kinds of prices",
};

const emptyWords = {
  not_fetched: "No filing with its notes is at hand yet.",
  not_known_on_day: "No filing at hand was filed by this day.",
  not_broken_down: "The filings at hand do not break this down.",
} as const;

/** One metric of a company by members: stacked bars and a table, and what else the filings break down. */
export async function segmentsMarkup(of: SegmentsOf): Promise<string> {
  const { frame, query, breakdowns, segments } = of;
  const base = baseOf(frame);
  const title =
    segments === null
      ? "Segments"
      : `${metricLabel(of)} by ${kindTitles[segments.by].toLowerCase()}`;
  const reason = (segments ?? breakdowns)?.reason ?? null;
  const body = html`
<h1>${title}</h1>
${choices(of, base)}
${segments === null || segments.periods.length === 0 ? html`<p role="status">${emptyWords[reason ?? "not_fetched"]}</p>` : html`${await stackedChart(segments, title)}${segmentsTable(segments, frame)}`}`;
  return companyPage({ ...frame, query: { by: query.by, metric: query.metric } }, { title, body });
}

const metricLabel = ({ query, registry }: SegmentsOf) =>
  registry.bySnakeKey.get(query.metric)?.label ?? query.metric;

/** What the filings break down, as links. */
function choices({ breakdowns, query, registry }: SegmentsOf, base: string): Html {
  if (breakdowns === null || breakdowns.breakdowns.length === 0) return nothing;
  const day = query.asOf ? `&asOf=${query.asOf}` : "";
  const kinds = [...new Set(breakdowns.breakdowns.map(({ by }) => by))];
  const items = kinds.map((kind) => {
    const links = breakdowns.breakdowns
      .filter(({ by }) => by === kind)
      .map(({ metric }) => {
        const label = registry.bySnakeKey.get(metric)?.label ?? metric;
        const isHere = query.by === kind && query.metric === metric;
        return isHere
          ? html`<b aria-current="page">${label}</b> `
          : html`<a href="${base}/segments?by=${kind}&metric=${metric}${day}">${label}</a> `;
      });
    return html`<li>${kindTitles[kind]}: ${links}</li>`;
  });
  return html`<ul>${items}</ul>`;
}

const seriesMax = 6;

/** Fiscal years, else all periods, as bars of the members that add up; the smallest together where they are many. */
async function stackedChart({ periods, members }: Segments, title: string): Promise<Html> {
  const years = periods.filter(({ key }) => key.endsWith("FY"));
  const shown = (years.length > 0 ? years : periods).slice(0, 10).toReversed();
  const counted = members.filter(({ values }) =>
    shown.some(({ key }) => (values[key]?.weight ?? 0) !== 0),
  );
  const newest = shown.at(-1)?.key ?? "";
  const bySize = counted.toSorted((a, b) => sizeIn(b, newest) - sizeIn(a, newest));
  const own = counted.length > seriesMax ? bySize.slice(0, seriesMax - 1) : bySize;
  const rest = bySize.slice(own.length);
  const series = [
    ...own.map((member) => ({ name: member.label, values: valuesOf([member], shown) })),
    ...(rest.length === 0 ? [] : [{ name: "All others", values: valuesOf(rest, shown) }]),
  ].map(
    (one, at): ChartSeries => ({ ...one, kind: "bar", color: (at + 1) as ChartSeries["color"] }),
  );
  return chartFigure({
    title,
    by: "by period",
    ticks: shown.map(({ key }) => key),
    series,
    isStacked: true,
    say: compactText,
    format: compactText,
    width: 760,
    height: 260,
  });
}

const sizeIn = ({ values }: SegmentMember, key: string) =>
  Math.abs(Number(values[key]?.value ?? 0));

function valuesOf(
  members: readonly SegmentMember[],
  periods: readonly SegmentPeriod[],
): (number | null)[] {
  return periods.map(({ key }) => {
    const stated = members.flatMap(({ values }) => values[key] ?? []);
    if (stated.length === 0) return null;
    return stated.reduce((sum, one) => sum + Number(countedValue(one)) * Math.abs(one.weight), 0);
  });
}

const roleWords = {
  part: "",
  elimination: "elimination",
  unallocated: "not allocated",
  subtotal: "subtotal, not counted",
  alternative: "another breakdown, not counted",
  memo: "beside the breakdown, not counted",
} as const;

const reconciliationWords = {
  exact: "adds up",
  rounding: "adds up, but for rounding",
  unallocated: "the rest is allocated to no segment",
  difference: "does not add up",
  partial: "one member alone is stated",
  no_total: "no figure of the company",
} as const;

function segmentsTable(segments: Segments, frame: Frame): Html {
  const { periods, members, entityId, by, metric } = segments;
  const stated = periods.flatMap(({ key, unit }) =>
    members.flatMap(({ values }) => (values[key] ? [{ printed: values[key].value, unit }] : [])),
  );
  const scale = moneyScale(stated);
  const heads = periods.map(
    ({ key, filing, isRecast }) =>
      html`<th scope="col" class="n"><a href="${baseOf(frame)}/filings/${filing.accession}${dayText(frame)}" title="${filing.form} ${filing.accession}">${key}</a>${isRecast ? html` <abbr title="Other filings state other values or members">↺</abbr>` : nothing}</th>`,
  );
  const rows = members.map((member) => memberRow(member, periods, scale));
  const data = `/v2/entities/${entityId}/segments${queryText({ by, metric, asOf: frame.day })}`;
  const words = scale.words === "" ? "" : `, in ${scale.words}`;
  return html`<div class="scroll" role="region" aria-label="Members" tabindex="0"><table class="filed"><caption>As the filings state it${words}</caption><thead><tr><th scope="col">Member</th>${heads}</tr></thead><tbody>${rows}${closing(periods, scale)}</tbody></table></div>
<p><a href="${data}&format=xlsx">Workbook</a> · <a href="${data}&format=csv">CSV</a> · <a href="${data}">JSON</a></p>`;
}

function memberRow(member: SegmentMember, periods: readonly SegmentPeriod[], scale: Scale): Html {
  const { label, role, values, parent, otherLabels, member: name } = member;
  const before = otherLabels.length === 0 ? "" : ` Before: ${otherLabels.join("; ")}.`;
  const cells = periods.map(({ key, unit }) => {
    const value = values[key];
    if (value === undefined) return html`<td></td>`;
    const others = value.otherVintages.map((one) => `${one.value} in ${one.filing.accession}`);
    const mark =
      others.length === 0
        ? nothing
        : html` <abbr title="Also stated: ${others.join("; ")}">↺</abbr>`;
    return html`<td class="n">${printedText(countedValue(value), unit, scale)}${mark}</td>`;
  });
  const note =
    roleWords[role] === "" ? nothing : html` <span class="soft small">${roleWords[role]}</span>`;
  return html`<tr class="${parent === null ? "" : "d1"}"><th scope="row" title="${name}.${before}">${label}${note}</th>${cells}</tr>\n`;
}

/** What the members add up to, beside the company's own figure. */
function closing(periods: readonly SegmentPeriod[], scale: Scale): Html {
  const row = (label: string, of: (period: SegmentPeriod) => string | null) => {
    const cells = periods.map((period) => {
      const value = of(period);
      return html`<td class="n">${value === null ? "–" : printedText(value, period.unit, scale)}</td>`;
    });
    return html`<tr class="total"><th scope="row">${label}</th>${cells}</tr>`;
  };
  const words = periods.map(
    ({ reconciliation }) =>
      html`<td class="n small soft">${reconciliationWords[reconciliation]}</td>`,
  );
  return html`${row("Sum", ({ sum }) => sum)}${row("The company's own figure", ({ total }) => total?.value ?? null)}${periods.some(({ difference }) => difference !== null && Number(difference) !== 0) ? row("Difference", ({ difference }) => difference) : nothing}<tr><th scope="row" class="soft">Reconciliation</th>${words}</tr>`;
}
