import { type Html, html, nothing } from "#api/pages/html.ts";
import { type Query, queryText } from "#api/pages/query.ts";
import { metricGroups } from "../page/screen-form.ts";
import { type CompareAsked, compareAddress, compareQuery } from "./compare-address.ts";
import type { Compared, Suggested } from "./find-compared.ts";

interface FormOf {
  asked: CompareAsked;
  companies: readonly Compared[];
  /** The metrics that are shown, also those that no list has. */
  metrics: readonly { key: string; label: string }[];
  /** This year. */
  year: number;
}

/** Fields that a form carries on as they are. */
const kept = (fields: Query): Html[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    value ? [html`<input type="hidden" name="${name}" value="${value}">`] : [],
  );

/** The companies of the page, each with a way to leave it out, and a search that adds one. */
export function companyChips({ asked, companies }: Pick<FormOf, "asked" | "companies">): Html {
  const names = companies.map((one) => one.asked);
  const day = queryText({ asOf: asked.asOf });
  const chips = companies.map(({ name, slug, ticker, asked: own }) => {
    const rest = names.filter((one) => one !== own);
    const href = compareAddress(asked, { companies: rest });
    return html`<li><a href="/companies/${slug}${day}">${name}</a> <span class="soft">${ticker ?? ""}</span> <a class="remove" href="${href}" aria-label="Leave out ${name}">×</a></li>\n`;
  });
  const carried = kept(compareQuery({ ...asked, companies: names }));
  return html`<div id="companies">${chips.length === 0 ? nothing : html`<ul class="chips">${chips}</ul>`}
<form class="find" role="search" action="/compare" aria-label="Add a company">${carried}<input type="search" name="add" maxlength="100" aria-label="Add a company by its name, ticker or CIK" placeholder="Add a company"><button>Add</button></form></div>`;
}

/** Companies that a text may mean, each adding itself. */
export const meantList = (asked: CompareAsked, meant: readonly Suggested[]): Html =>
  html`<ul>${meant.map(
    ({ key, name, ticker }) =>
      html`<li><a href="${compareAddress(asked, { companies: [...asked.companies, key] })}">${name}${ticker === null ? "" : ` (${ticker})`}</a></li>`,
  )}</ul>`;

/** What is compared: metrics to pick by their names, periods, and how figures are shown. */
export function compareForm(of: FormOf): Html {
  const { asked, companies, metrics } = of;
  const { asOf, view, perShare } = asked;
  const names = metrics.map(({ label }) => label).join(", ");
  const tickers = companies.map((one) => one.asked).join(",");
  return html`<form class="pick" action="/compare" id="compare">${kept({ tickers, asOf, view, perShare })}
<details><summary>Metrics: ${names}</summary>${metricBoxes(metrics)}</details>
<div class="ask"><label>Periods <select name="periods">${options(periodOptions(of), asked.periods)}</select></label>
<label>Amounts <select name="show">${options(showOptions, asked.show)}</select></label>
<label>Scatter, across <select name="x">${options(metricOptions(metrics), asked.x)}</select></label>
<label>Scatter, up <select name="y">${options(metricOptions(metrics), asked.y)}</select></label>
<button class="first">Compare</button></div></form>`;
}

type Options = readonly (readonly [value: string, text: string])[];

function options(known: Options, chosen: string): Html[] {
  const isKnown = known.some(([value]) => value === chosen);
  return [...known, ...(isKnown ? [] : [[chosen, chosen] as const])].map(
    ([value, text]) =>
      html`<option value="${value}"${value === chosen ? html` selected` : nothing}>${text}</option>`,
  );
}

const showOptions: Options = [
  ["amounts", "as reported"],
  ["indexed", "indexed: the first period is 100"],
  ["per_share", "per diluted share"],
];

const periodOptions = ({ year }: FormOf): Options => [
  ["", "ten fiscal years, twelve months"],
  [`${year - 5}FY..TTM`, "five fiscal years, twelve months"],
  ["TTM", "newest twelve months"],
  [`${year - 3}Q1..${year}Q4`, "quarters of three years"],
];

const metricOptions = (metrics: FormOf["metrics"]): Options => [
  ["", "the first metrics"],
  ...metrics.map(({ key, label }) => [key, label] as const),
];

function metricBoxes(chosen: FormOf["metrics"]): Html {
  const keys = new Set(chosen.map(({ key }) => key));
  const listed = new Set(metricGroups.flatMap(([, metrics]) => metrics.map(({ key }) => key)));
  const others = chosen.filter(({ key }) => !listed.has(key));
  const groups = [...metricGroups, ["Other lines", others] as const];
  const boxes = groups.map(([title, metrics]) =>
    metrics.length === 0
      ? nothing
      : html`<fieldset><legend>${title}</legend><div class="boxes">${metrics.map(
          ({ key, label }) =>
            html`<label><input type="checkbox" name="metric" value="${key}"${keys.has(key) ? html` checked` : nothing}> ${label}</label> `,
        )}</div></fieldset>`,
  );
  return html`${boxes}`;
}
