import { createHash } from "node:crypto";
import type { Asked } from "../served.ts";

/** What a goal is held against: p99 in milliseconds at full scale. */
export const goals = { read: 50, search: 150 } as const;

/** An operation as it is asked again and again; what differs from request to request comes from `i`. */
export interface PlatformCase {
  /** The operation's name, and what is particular about the case. */
  label: string;
  kind: keyof typeof goals;
  /** Whether account 1, which owns much of everything, asks; else nobody. */
  isSignedIn: boolean;
  asked(i: number): Omit<Asked, "headers">;
}

const uid = (kind: string, i: number) =>
  createHash("md5")
    .update(`${kind}${i}`)
    .digest("hex")
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-a$4-$5");

const at = (path: (i: number) => string) => (i: number) => ({ path: path(i) });
const reads = (paths: Readonly<Record<string, (i: number) => string>>, isSignedIn = true) =>
  Object.entries(paths).map(
    ([label, path]): PlatformCase => ({ label, kind: "read", isSignedIn, asked: at(path) }),
  );
const searches = (paths: Readonly<Record<string, (i: number) => string>>) =>
  Object.entries(paths).map(
    ([label, path]): PlatformCase => ({ label, kind: "search", isSignedIn: true, asked: at(path) }),
  );

const candidates = (label: string, query: string): PlatformCase => ({
  ...{ label: `searchCandidates: ${label}`, kind: "search", isSignedIn: true },
  asked: () => ({ path: "/api/v1/search/candidates", body: JSON.stringify({ query }) }),
});

/** One of the first rows of a kind: the same on every run, another for each request. */
const some = (kind: string, i: number, step = 1) => uid(kind, 1 + step * (i % 150));
/** Numbers below 200 that are listed in public at every scale. */
const shown = (i: number) => 1 + 2 * (i % 90) + (i % 5 === 0 ? 10 : 0);
const room = uid("room", 1);
const [entity, role, startup] = [uid("entity", 1), uid("role", 200), uid("startup", 1)];
/** A role of the entity that account 1 owns. */
const ownRole = (i: number) => uid("role", 200 * (1 + (i % 5)));
const openRole = (i: number) => uid("role", 10 * (1 + (i % 15)));

/** Every list, search and match operation of the platform, and the reads by key beside them. */
export const platformCases: readonly PlatformCase[] = [
  ...reads(
    {
      getPublicProfile: (i) => `/v2/entities/public/company-${shown(i)}`,
      getDirectoryProfile: (i) => `/v2/directory/entity/company-${shown(i)}`,
      getDirectoryRecordSummary: (i) => `/v2/directory/entity/company-${shown(i)}/record-summary`,
      getDirectoryProfileExperience: (i) =>
        `/v2/directory/entity/company-${shown(i)}/profile-experience`,
    },
    false,
  ),
  ...reads({
    getRole: (i) => `/api/v1/hiring/roles/${openRole(i)}`,
    listPublicRoles: (i) => `/api/v1/hiring/roles?limit=20&offset=${20 * (i % 5)}`,
    "listPublicRoles by policy": () => "/api/v1/hiring/roles?remotePolicy=hybrid&limit=20",
    "listPublicRoles by place": () => "/api/v1/hiring/roles?location=zurich&limit=20",
    "listPublicRoles by entity": (i) => `/api/v1/hiring/roles?entityId=${some("entity", i)}`,
    listCommunities: (i) => `/v2/messaging/communities?limit=20&offset=${20 * (i % 5)}`,
    getCommunity: (i) => `/v2/messaging/communities/room-${1 + (i % 150)}`,
    "getDirectoryProfileExperience, viewer": (i) =>
      `/v2/directory/entity/company-${shown(i)}/profile-experience`,
    getOwnProfile: () => "/api/v1/users/me",
    listEntities: () => "/api/v1/entities?limit=20",
    listEntityTeam: () => `/v2/entities/${entity}/team`,
    listEntityAuditLog: () => `/v2/entities/${entity}/audit-log`,
    listWatchlists: () => "/v2/watchlists?limit=20",
    listCollections: () => "/api/v1/collections",
    listReports: () => "/v2/reports?limit=20",
    listRoleBookmarks: () => "/api/v1/hiring/roles/bookmarks?limit=20",
    listEntityRoles: () => `/api/v1/entities/${entity}/hiring/roles?limit=20`,
    listMyApplications: () => "/api/v1/hiring/applications/mine?limit=20",
    listRoleApplications: () =>
      `/api/v1/entities/${entity}/hiring/roles/${role}/applications?limit=20`,
    "listRoleApplications by status": () =>
      `/api/v1/entities/${entity}/hiring/roles/${role}/applications?limit=20&status=hired`,
    listMySkills: () => "/api/v1/hiring/my-skills",
    listRoleSkills: (i) => `/api/v1/hiring/roles/${openRole(i)}/skills`,
    listRoomMembers: () => `/v2/messaging/rooms/${room}/members?limit=20`,
    listRoomMessages: () => `/v2/messaging/rooms/${room}/messages?limit=20`,
    listStartups: (i) => `/v2/startups?limit=20&offset=${20 * (i % 5)}`,
    "listStartups by sector": () => "/v2/startups?sector=Robotics&limit=20",
    getStartup: (i) => `/v2/startups/startup-${shown(i)}`,
    listStartupFollowers: () => `/v2/startups/${startup}/followers?limit=20`,
    listStartupAuditLog: () => `/v2/startups/${startup}/audit-log?limit=20`,
    listStartupFollowInbox: () => "/v2/me/startup-follow-requests?limit=20",
    listOwnStartupFollows: () => "/v2/me/startup-follows?limit=20",
    listStartupWatchlists: () => "/v2/investor/startup-watchlists?limit=20",
    listStartupSaves: () => "/v2/investor/startup-profile-saves?limit=20",
    listStartupNotes: () => `/v2/investor/startups/${startup}/notes?limit=20`,
    listMandates: () => "/v2/investment-mandates?principalType=person&limit=20",
    getObservedHistory: () => "/v2/investment-mandates/observed-history",
    listEngagementRequests: () => `/v2/startups/${startup}/engagement-requests?limit=20`,
    listOwnEngagementRequests: () => "/v2/me/engagement-requests?limit=20",
    listStartupSuggestions: () => `/v2/startups/${startup}/match-suggestions?limit=20`,
    listProviderSuggestions: () =>
      `/v2/capital-providers/${uid("provider", 1)}/match-suggestions?limit=20`,
    listPortfolios: () => "/v2/portfolios?limit=20",
  }),
  ...searches({
    searchEntities: (i) => `/v2/entities?search=cedar%20harbor%20${i % 100}&limit=20`,
    "searchEntities: a slip": (i) => `/v2/entities?search=ceder%20habror%20${i % 100}&limit=20`,
    "listPublicRoles: words": () => "/api/v1/hiring/roles?search=senior%20data%20scientist",
    "listPublicRoles: a word of all": () => "/api/v1/hiring/roles?search=build",
    "listPublicRoles: a slip": () => "/api/v1/hiring/roles?search=accountent",
    listRecommendedRoles: () => "/api/v1/hiring/roles/recommended?limit=20",
    matchRole: (i) => `/api/v1/hiring/roles/${openRole(i)}/match`,
    listRoleMatches: () => `/api/v1/entities/${entity}/hiring/roles/${role}/matches?limit=20`,
    "listRoleMatches: five roles": (i) =>
      `/api/v1/entities/${entity}/hiring/roles/${ownRole(i)}/matches?limit=20`,
    "listSuggestions: skills": () => "/api/v1/search/suggestions?field=skills&query=pyt",
    "listSuggestions: titles": () => "/api/v1/search/suggestions?field=titles&query=eng",
    "listSuggestions: titles, a slip": () =>
      "/api/v1/search/suggestions?field=titles&query=enginer",
    "listSuggestions: locations": () => "/api/v1/search/suggestions?field=locations&query=ber",
    "listSuggestions: no such place": () =>
      "/api/v1/search/suggestions?field=locations&query=qqzzx",
    searchStartups: () => "/v2/investor/startups/search?search=better%20robotics&limit=20",
    "searchStartups: a word of all": () => "/v2/investor/startups/search?search=tools&limit=20",
    "listCommunities: words": () => "/v2/messaging/communities?search=cedar&limit=20",
  }),
  candidates("skill", "Actuarial Science"),
  candidates("skills and title", "senior engineer who knows Accounting and Budgeting"),
  candidates("a word of most", "build"),
  candidates("a skill of most", "3D Modeling"),
  candidates("many words of most", "engineer build things senior manager data scientist germany"),
  candidates("exclusion", 'engineer -"New York" -sales'),
];
