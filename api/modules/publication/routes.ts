import { can, member } from "../../auth/access.ts";
import { one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v2 } from "../../http/responses/families.ts";
import { personPublication } from "./person-routes.ts";
import * as shapes from "./schemas.ts";
import { params } from "./schemas.ts";
import * as service from "./service.ts";

const { endpoint } = moduleOf({
  tag: "Directory",
  family: v2,
  access: can("listing.manage", "entityId"),
  params,
});

const base = "/directory/entity-profile/:entityId" as const;

export const publication = [
  endpoint({
    at: `GET ${base}/publication`,
    name: "getPublication",
    summary: "Get an entity's directory state and possible actions",
    description:
      "`primaryAction` is null, with a reason, while moderation locks the listing. `filings` says which filings everybody reads while the profile is published.",
    answers: one(shapes.publicationState),
    handle: ({ params: { entityId }, deps }) => service.getPublication(deps.db, entityId),
  }),

  endpoint({
    at: `POST ${base}/publication`,
    name: "publishEntityProfile",
    summary: "Publish an entity's profile as a new version",
    description:
      "Needs no review. Publishing again makes another version. Filings keep their audience: private ones stay private unless `openFilings` names them. 409 while moderation locks the listing, and where filings that are public already would become readable and `openFilings` does not name them; the message does.",
    body: shapes.publicationBody,
    answers: one(shapes.publicationState),
    refuses: [404, 409],
    handle: async ({ params: { entityId }, body, caller, deps }) => {
      await service.publishEntity(deps, { entityId, actorId: caller.userId }, body.openFilings);
      return service.getPublication(deps.db, entityId);
    },
  }),

  endpoint({
    at: `DELETE ${base}/publication`,
    name: "unpublishEntityProfile",
    summary: "Unpublish an entity from the directory",
    description:
      "Directory entry, profile by slug, ticker and search end. What a regulator published stays readable by entity id. 409 while moderation locks the listing.",
    answers: one(shapes.publicationState),
    refuses: [409],
    handle: async ({ params: { entityId }, caller, deps }) => {
      await service.unpublish(deps, { entityId }, caller.userId);
      return service.getPublication(deps.db, entityId);
    },
  }),

  endpoint({
    at: `GET ${base}/profile`,
    name: "getEntityProfileDraft",
    summary: "Get the draft of an entity's profile",
    description:
      "Returns only the texts written by the team. Name, description and logo are the entity's own.",
    answers: one(shapes.profileDraft),
    extension: true,
    handle: ({ params: subject, deps }) => service.getDraft(deps.db, subject),
  }),

  endpoint({
    at: `PATCH ${base}/profile`,
    name: "changeEntityProfileDraft",
    summary: "Update the draft of an entity's profile",
    description:
      "Omitted members keep their values. Texts are public with the next publication; `disclosure` and `asksFollowers` take effect immediately.",
    body: shapes.profileChange,
    answers: one(shapes.profileDraft),
    extension: true,
    handle: ({ params: subject, body, caller, deps }) =>
      service.changeDraft(deps, subject, caller.userId, body),
  }),

  endpoint({
    at: `PUT ${base}/slug`,
    name: "renameEntityProfile",
    summary: "Change an entity's slug",
    description:
      "The old slug still leads to the profile. 400 for what cannot be a slug, 409 for one that is taken or looks like one that is.",
    body: shapes.slugBody,
    answers: one(shapes.slugAnswer),
    extension: true,
    refuses: [409],
    handle: ({ params: subject, body, caller, deps }) =>
      service.changeSlug(deps, subject, caller.userId, body.slug),
  }),

  endpoint({
    at: `GET ${base}/versions`,
    name: "listEntityProfileVersions",
    summary: "List and verify the versions of an entity's profile",
    description:
      "Each hash covers the content and the hash before it. `brokenAt` names the first version that was changed.",
    answers: one(shapes.versionsShape),
    extension: true,
    handle: ({ params: subject, deps }) => service.getVersions(deps.db, subject),
  }),

  endpoint({
    at: `PUT ${base}/personnel/:userId`,
    name: "listPersonnelMember",
    summary: "Propose to name a team member in public",
    description: "The profile names a member once the member agrees, too.",
    body: shapes.personnelBody,
    answers: one(shapes.personnelShape),
    extension: true,
    handle: ({ params: { entityId, userId }, body, caller, deps }) =>
      service.listPerson(deps, { entityId, userId }, caller.userId, {
        isListedByTeam: body.listed,
        title: body.title,
      }),
  }),

  endpoint({
    at: `PUT ${base}/personnel/me`,
    name: "agreeToBeListed",
    summary: "Accept or decline to be named as a team member in public",
    description: "The profile names a member once the team wants it, too. It ends at once.",
    access: member("entityId"),
    body: shapes.ownPersonnelBody,
    answers: one(shapes.personnelShape),
    extension: true,
    handle: ({ params: { entityId }, body, caller, deps }) =>
      service.listPerson(deps, { entityId, userId: caller.userId }, caller.userId, {
        isListedByMember: body.listed,
      }),
  }),

  ...personPublication,
];
