import { inStatedDigits } from "#registry/models/answers/stated-digits.ts";
import { modelDisclaimer } from "#registry/models/compute.ts";
import { type CompanyType, isFinancialInstitution } from "#registry/models/inputs/company-type.ts";
import { choosePeers } from "#registry/models/market/choose-peers.ts";
import { type ComparedPeer, comparePeers } from "#registry/models/market/peers.ts";
import { referenceOn } from "#registry/models/rates/dated-reference.ts";
import type { Earnings, PeersAnswer, Size } from "#schemas/shapes/models/compared.ts";
import { loadCompanyModels, type ModelDeps, type ModelsOf } from "../load-models.ts";
import { closeOf, tickerOf, today } from "../market.ts";
import { listCandidates } from "./queries.ts";

/**
 * Companies of the same industry and size with their figures and, where there are closes, their multiples. Throws 404
 * for an unknown entity.
 */
export async function comparePeersOf(
  deps: ModelDeps,
  of: Pick<ModelsOf, "entityId" | "viewer"> & { earnings: Earnings },
): Promise<PeersAnswer> {
  const { facts } = await loadCompanyModels(deps, of);
  const size = sizeOf(facts, (key) =>
    key === "revenue"
      ? (facts.trailing.revenue ?? facts.year.revenue)?.value
      : facts.balance.total_assets?.value,
  );
  const currency = facts.anchors?.currency ?? null;
  const candidates =
    facts.sic === null || size === null || currency === null
      ? []
      : await listCandidates(deps.db, { entityId: of.entityId, sic: facts.sic, currency, size });
  const choice = choosePeers({ sic: facts.sic, size }, candidates);
  const day = today(deps);
  const own = await comparedOf(deps, { entityId: of.entityId, viewer: of.viewer }, day);
  const peers: ComparedPeer[] = [];
  for (const peer of choice.peers) {
    const compared = await comparedOf(deps, { entityId: peer.entityId, viewer: of.viewer }, day);
    peers.push({ ...compared, peer });
  }
  const reference = referenceOn(null, currency);
  const result = comparePeers({ own, peers, choice }, { reference, ...of });
  const market = deps.prices.isConfigured ? "available" : "not_configured";
  return { ...inStatedDigits(result), market, disclaimer: modelDisclaimer };
}

/** Revenue; total assets of those whose debt is raw material. */
function sizeOf(
  company: CompanyType,
  read: (key: Size["measure"]) => number | undefined,
): Size | null {
  const measure = isFinancialInstitution(company) ? "total_assets" : "revenue";
  const value = read(measure);
  return value === undefined || value <= 0 ? null : { measure, value };
}

async function comparedOf(
  deps: ModelDeps,
  of: Pick<ModelsOf, "entityId" | "viewer">,
  day: string,
): Promise<ComparedPeer> {
  const { facts } = await loadCompanyModels(deps, of);
  const ticker = await tickerOf(deps, of.entityId);
  const listed = { ticker, facts, splits: facts.splits };
  return { facts, price: await closeOf(deps, listed, day), peer: null };
}
