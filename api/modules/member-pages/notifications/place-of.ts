import type { ShownNotification } from "../../notifications/service.ts";

type Place = (told: ShownNotification) => string | null;

const company: Place = ({ slug }) => slug && `/companies/${slug}`;
const startup: Place = ({ about }) => about && `/startups/${about.id}`;

const places: Record<ShownNotification["kind"], Place> = {
  applications: ({ state }) => (isOfTeam.has(state) ? null : "/applications"),
  follows: (told) => (told.subject.type === "startup_follow" ? startup(told) : company(told)),
  engagements: startup,
  report_views: () => null,
  company_filings: ({ slug }) => slug && `/companies/${slug}/filings`,
  decisions: company,
  security: () => "/auth/security",
};

/** What an applicant does, of which the team is told. */
const isOfTeam: ReadonlySet<string> = new Set(["submitted", "withdrawn"]);

/** Path of the page of what a notification tells; null where there is none. */
export const placeOf: Place = (told) => places[told.kind](told);
