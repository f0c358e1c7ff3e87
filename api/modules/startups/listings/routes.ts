import { owner, viewer } from "#api/auth/access.ts";
import { created, list, one } from "#api/http/answers.ts";
import { versionTag, wantedVersions } from "#api/http/requests/conditional.ts";
import { pageQuery } from "#schemas/shapes/page.ts";
import { endpoint } from "../endpoint.ts";
import { managesStartup, ofStartup, seesStartup, startupOfEntity } from "./access.ts";
import { listingMoves } from "./moves.ts";
import { listVersions } from "./queries.ts";
import type { Startup } from "./schemas.ts";
import * as shapes from "./schemas.ts";
import * as service from "./service.ts";

const etag = ({ version }: Startup) => versionTag(version);

export const listingEndpoints = [
  endpoint({
    at: "GET /startups",
    name: "listStartups",
    summary: "List published startups",
    description:
      "The last published first. Filters and search look at what everybody may read, also for the startup's own team.",
    query: shapes.startupsQuery,
    answers: list(shapes.startupCard),
    handle: ({ query, caller, deps }) => service.listStartups(deps.db, caller.userId, query),
  }),

  endpoint({
    at: "GET /startups/:id",
    name: "getStartup",
    summary: "Get a startup",
    description:
      "`viewer.audience` says as which audience the caller reads it. A member is null when it is not set and when the caller may not read it. An unpublished startup exists for its team only.",
    access: seesStartup,
    answers: one(shapes.startupShape, { etag }),
    handle: ({ subject, deps }) => service.presentStartup(deps.db, subject),
  }),

  endpoint({
    at: "PATCH /startups/:id",
    name: "changeStartup",
    summary: "Update the profile of a startup",
    description:
      "Needs `listing.manage`. Omitted members keep their values; null empties one. `audiences` names the least audience of a member, `customMembers` what the audience `custom` sees beyond the public part. Each change is a version.",
    access: managesStartup,
    body: shapes.profileChange,
    refuses: [409, 412],
    answers: one(shapes.startupShape, { etag }),
    handle: ({ subject: { id }, body, caller, from, deps }) =>
      service.changeProfile(
        deps,
        { id, actorId: caller.userId },
        body,
        wantedVersions(from.headers["if-match"]),
      ),
  }),

  endpoint({
    at: "GET /startups/:id/profile/preview",
    name: "previewStartup",
    summary: "Preview the profile as an audience",
    description: "For the startup's team: exactly what a reader of that audience gets.",
    access: ofStartup,
    query: shapes.previewQuery,
    answers: one(shapes.previewShape),
    handle: ({ subject, query, deps }) => service.preview(deps.db, subject, query.audience),
  }),

  endpoint({
    at: "GET /startups/:id/profile/preview-audiences",
    name: "listPreviewAudiences",
    summary: "List the audiences of a profile",
    description: "For the startup's team, with how many follow in each.",
    access: ofStartup,
    query: pageQuery,
    answers: list(shapes.audienceShape),
    handle: ({ subject, query, deps }) => service.previewAudiences(deps.db, subject.id, query),
  }),

  endpoint({
    at: "GET /startups/:id/profile/versions",
    name: "listStartupVersions",
    summary: "List the versions of a profile",
    description:
      "For the startup's team, newest first. Each is bound to the one before it by its hash and never changes.",
    access: ofStartup,
    query: pageQuery,
    answers: list(shapes.versionShape),
    handle: ({ subject, query, deps }) => listVersions(deps.db, subject.id, query),
  }),

  endpoint({
    at: "PUT /startups/:id/public-content",
    name: "selectStartupContent",
    summary: "Select the public content of a startup",
    description:
      "Needs `listing.manage`. Takes candidates only: 400 for anything else. Selected content that stops being a candidate is not shown.",
    access: managesStartup,
    body: shapes.publicContentBody,
    refuses: [409, 412],
    answers: one(shapes.startupShape, { etag }),
    handle: ({ subject: { id }, body, caller, from, deps }) =>
      service.selectContent(
        deps,
        { id, actorId: caller.userId },
        body,
        wantedVersions(from.headers["if-match"]),
      ),
  }),

  endpoint({
    at: "GET /startups/:id/public-content/candidates",
    name: "listStartupContentCandidates",
    summary: "List the candidates for the public content",
    description:
      "For the startup's team: public reports, submitted filings, published roles and fields of the locked baseline.",
    access: ofStartup,
    query: pageQuery,
    answers: list(shapes.candidateShape),
    handle: ({ subject, query, deps }) => service.contentCandidates(deps.db, subject, query),
  }),

  endpoint({
    at: "GET /entities/:entityId/startup-listing",
    name: "getStartupListing",
    summary: "Get the startup listing of an entity",
    description: "The same as reading the startup, found by its entity.",
    access: viewer(startupOfEntity),
    answers: one(shapes.startupShape, { etag }),
    handle: ({ subject, deps }) => service.presentStartup(deps.db, subject),
  }),

  endpoint({
    at: "POST /entities/:entityId/startup-listing",
    name: "createStartupListing",
    summary: "List an entity as a startup",
    description:
      "For the owner of the entity. The listing is unpublished: nobody outside the team sees it. 409 where the entity is listed.",
    access: owner("entityId"),
    body: shapes.optInBody,
    refuses: [409],
    answers: created(shapes.startupShape, "/v2/startups/:id", { etag }),
    handle: ({ params: { entityId }, body, caller, deps }) =>
      service.optIn(deps, { entityId, actorId: caller.userId }, body),
  }),

  ...(["publish", "unpublish"] as const).map((act) =>
    endpoint({
      at: `POST /startups/:id/${act}`,
      name: `${act}Startup`,
      summary: act === "publish" ? "Publish a startup" : "Take a startup out of the marketplace",
      description: `Needs \`listing.manage\`. ${listingMoves.text(act)}`,
      extension: true,
      access: managesStartup,
      answers: one(shapes.stateShape),
      handle: ({ subject: { id }, caller, deps }) =>
        service.moveListing(deps, act, { id, actorId: caller.userId }),
    }),
  ),
];
