import type { View } from "#ingest/company-input.ts";
import type { Deps } from "../../deps.ts";
import type { StoredBytes, WebAnswer } from "../../http/requests/handled.ts";
import { contentPolicy } from "../../pages/content-policy.ts";
import type { Query } from "../../pages/query.ts";
import { viewOf } from "../../views/view-query.ts";
import type { CompanyProfile } from "../companies/service.ts";
import { type Frame, loadFrame, type Section } from "./company-frame.ts";
import { findAddressed, pageOf } from "./page-address.ts";

/** What a page is made from. */
export interface Shown {
  deps: Deps;
  profile: CompanyProfile;
  frame: Frame;
  view: View;
}

export interface SectionPage {
  section: Section;
  path: string;
  /** Without the day. */
  query?: Query;
  make(shown: Shown): Promise<string> | string;
}

/** A page under the company's bar, as of the day. Throws 400 for a day to come. */
export async function showSection(
  deps: Deps,
  company: string,
  asOf: string | undefined,
  { section, path, query = {}, make }: SectionPage,
): Promise<StoredBytes | WebAnswer> {
  const day = asOf || undefined;
  const view = viewOf({ asOf: day, view: undefined }, deps.now());
  const address = { company, path, query: { ...query, asOf: day } };
  return pageOf(deps, address, {
    make: async (profile) => {
      const frame = await loadFrame(deps, { profile, section, path, query, day });
      return make({ deps, profile, frame, view });
    },
  });
}

/**
 * The same page made anew for each request and kept nowhere, for addresses without number. Throws as `showSection` does.
 */
export async function showAnew(
  deps: Deps,
  company: string,
  asOf: string | undefined,
  { section, path, query = {}, make, status }: SectionPage & { status: number },
): Promise<WebAnswer> {
  const day = asOf || undefined;
  const view = viewOf({ asOf: day, view: undefined }, deps.now());
  const profile = await findAddressed(deps, company);
  const frame = await loadFrame(deps, { profile, section, path, query, day });
  return unkept(status, await make({ deps, profile, frame, view }));
}

/** A page of a company that no cache keeps. */
export const unkept = (status: number, body: string): WebAnswer => ({
  status,
  headers: { "content-security-policy": contentPolicy({ isEnhanced: true }) },
  type: "text/html",
  body,
});
