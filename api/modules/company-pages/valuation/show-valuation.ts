import type { Caller } from "#api/auth/caller.ts";
import type { StoredBytes, WebAnswer } from "#api/http/requests/handled.ts";
import { type BrowserRequest, findSignedIn } from "#api/http/signed-in.ts";
import { computeAllModels, today } from "../../models/service.ts";
import { findTerminal } from "../load-company.ts";
import { type SectionPage, type Shown, showAnew, showSection } from "../show-section.ts";
import { type AskedValuation, askedQuery, isUnasked, readAsked } from "./asked.ts";
import { loadBlend, withScenarios } from "./blend.ts";
import { loadImplied } from "./implied.ts";
import type { ValuationQuery } from "./schemas.ts";
import { valuationMarkup } from "./valuation-page.ts";

/**
 * The valuation models of a company beside the price of the day, or beside that of the address, which is made anew each
 * time: there are prices without number. A price that is refused is told beside its field, with status 400. Throws as
 * `showCompany` does, and 404 for a scenario that is none of the reader's.
 */
export async function showValuation(
  given: BrowserRequest,
  company: string,
  query: ValuationQuery,
): Promise<StoredBytes | WebAnswer> {
  const asked = readAsked(query, query.asOf || today(given.deps));
  return withScenarios(given, await showAsked(given, company, { asked, query }), asked.blend);
}

async function showAsked(
  { deps, from }: BrowserRequest,
  company: string,
  { asked, query: { asOf } }: { asked: AskedValuation; query: ValuationQuery },
): Promise<StoredBytes | WebAnswer> {
  const namesScenario = asked.blend.parts.some(({ scenarioId }) => scenarioId !== undefined);
  const reader = namesScenario ? await findSignedIn({ deps, from }) : null;
  const page: SectionPage = {
    section: "valuation",
    path: "/valuation",
    query: askedQuery(asked),
    make: (shown) => make(shown, asked, reader?.caller ?? null),
  };
  if (isUnasked(asked)) return showSection(deps, company, asOf, { ...page, query: {} });
  const isRefused = asked.problem !== null || asked.blend.problem !== null;
  return showAnew(deps, company, asOf, { ...page, status: isRefused ? 400 : 200 });
}

async function make(
  { deps, profile, frame, view }: Shown,
  asked: AskedValuation,
  viewer: Caller | null,
): Promise<string> {
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
  const blend = await loadBlend(deps, { ...of, price, viewer, parts: asked.blend.parts });
  return valuationMarkup(frame, { terminal, models, asked, implied, blend });
}
