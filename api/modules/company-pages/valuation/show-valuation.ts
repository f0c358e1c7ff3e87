import type { Deps } from "#api/deps.ts";
import type { StoredBytes, WebAnswer } from "#api/http/requests/handled.ts";
import { computeAllModels, today } from "../../models/service.ts";
import { findTerminal } from "../load-company.ts";
import { type SectionPage, type Shown, showAnew, showSection } from "../show-section.ts";
import { type AskedValuation, askedQuery, isUnasked, readAsked } from "./asked.ts";
import { loadBlend } from "./blend.ts";
import { loadImplied } from "./implied.ts";
import type { ValuationQuery } from "./schemas.ts";
import { valuationMarkup } from "./valuation-page.ts";

/**
 * The valuation models of a company beside the price of the day, or beside that of the address, which is made anew each
 * time: there are prices without number. A price that is refused is told beside its field, with status 400. Throws as
 * `showCompany` does.
 */
export async function showValuation(
  deps: Deps,
  company: string,
  query: ValuationQuery,
): Promise<StoredBytes | WebAnswer> {
  const { asOf } = query;
  const asked = readAsked(query, asOf || today(deps));
  const page: SectionPage = {
    section: "valuation",
    path: "/valuation",
    query: askedQuery(asked),
    make: (shown) => make(shown, asked),
  };
  if (isUnasked(asked)) return showSection(deps, company, asOf, { ...page, query: {} });
  const isRefused = asked.problem !== null || asked.blend.problem !== null;
  return showAnew(deps, company, asOf, { ...page, status: isRefused ? 400 : 200 });
}

async function make({ deps, profile, frame, view }: Shown, asked: AskedValuation): Promise<string> {
  const of = { entityId: profile.entity.id, asOf: frame.day };
  const [terminal, models] = await Promise.all([
    findTerminal(deps, { entityId: of.entityId, view }),
    computeAllModels(deps, { ...of, price: asked.price }),
  ]);
  if (terminal === null || terminal.models.templates.length === 0) {
    return valuationMarkup(frame, null);
  }
  const { price } = asked;
  const implied = await loadImplied(deps, { ...of, models, price });
  const blend = await loadBlend(deps, { ...of, price, weights: asked.blend.weights });
  return valuationMarkup(frame, { terminal, models, asked, implied, blend });
}
