import { optional } from "../../auth/access.ts";
import { one, stored } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v2 } from "../../http/responses/families.ts";
import { directoryProfile, experienceShape, listingParams, recordSummary } from "./schemas.ts";
import { getExperience, getListing, getSummary } from "./service.ts";

const { endpoint } = moduleOf({
  tag: "Directory",
  family: v2,
  access: optional,
  freshness: "cached",
  params: listingParams,
});

const experienceFlag = "directory_profile_experience_v2";

export const directory = [
  endpoint({
    at: "GET /directory/:subjectType/:slug",
    name: "getDirectoryProfile",
    summary: "Get a published profile",
    description:
      "A former slug answers with `redirectedFromSlug`. Records no view. 404 for a profile that is unknown or not published.",
    answers: one(directoryProfile),
    handle: ({ params, deps }) => getListing(deps, params),
  }),

  endpoint({
    at: "GET /directory/:subjectType/:slug/record-summary",
    name: "getDirectoryRecordSummary",
    summary: "Get the record of a person or entity",
    description:
      "Claim, verification, reports and followers. `viewer` is null without a credential. Reports of a company are its periodic filings at the regulator.",
    answers: one(recordSummary),
    handle: ({ params, caller, deps }) => getSummary(deps, params, caller),
  }),

  endpoint({
    at: "GET /directory/:subjectType/:slug/profile-experience",
    name: "getDirectoryProfileExperience",
    summary: "Get profile, record, trust, provenance and actions together",
    description:
      "The server decides which actions are possible; without a credential they are those of an account that signs in. There is no composite score. Has no effects. Managers can read it while the listing is archived.",
    answers: stored(experienceShape),
    flag: experienceFlag,
    handle: ({ params, caller, deps }) => getExperience(deps, params, caller),
  }),
];
