import { user } from "../../auth/access.ts";
import { one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v2 } from "../../http/responses/families.ts";
import {
  personPublicationState,
  profileChange,
  profileDraft,
  slugAnswer,
  slugBody,
} from "./schemas.ts";
import {
  changeDraft,
  changeSlug,
  getDraft,
  getOwnPublication,
  publish,
  unpublish,
} from "./service.ts";

const { endpoint } = moduleOf({ tag: "Directory", family: v2, access: user, extension: true });

const base = "/directory/person-profile" as const;

/** A person's own listing: the same operations, about the caller. */
export const personPublication = [
  endpoint({
    at: `GET ${base}/publication`,
    name: "getOwnPublication",
    summary: "Get your directory state",
    description: "Accounts are not listed until they publish their profile.",
    answers: one(personPublicationState),
    handle: ({ caller, deps }) => getOwnPublication(deps.db, caller.userId),
  }),

  endpoint({
    at: `POST ${base}/publication`,
    name: "publishOwnProfile",
    summary: "Publish your profile as a new version",
    description: "Name, biography and picture are those of the account.",
    answers: one(personPublicationState),
    refuses: [409],
    handle: async ({ caller: { userId }, deps }) => {
      await publish(deps, { userId }, userId);
      return getOwnPublication(deps.db, userId);
    },
  }),

  endpoint({
    at: `DELETE ${base}/publication`,
    name: "unpublishOwnProfile",
    summary: "Unpublish yourself from the directory",
    description: "Takes effect immediately: the entry is gone for everyone else.",
    answers: one(personPublicationState),
    refuses: [409],
    handle: async ({ caller: { userId }, deps }) => {
      await unpublish(deps, { userId }, userId);
      return getOwnPublication(deps.db, userId);
    },
  }),

  endpoint({
    at: `GET ${base}/profile`,
    name: "getOwnProfileDraft",
    summary: "Get the draft of your profile",
    description: "Returns only the texts written for the directory.",
    answers: one(profileDraft),
    handle: ({ caller: { userId }, deps }) => getDraft(deps.db, { userId }),
  }),

  endpoint({
    at: `PATCH ${base}/profile`,
    name: "changeOwnProfileDraft",
    summary: "Update the draft of your profile",
    description:
      "Texts are public with the next publication; `disclosure` takes effect immediately.",
    body: profileChange,
    answers: one(profileDraft),
    handle: ({ body, caller: { userId }, deps }) => changeDraft(deps, { userId }, userId, body),
  }),

  endpoint({
    at: `PUT ${base}/slug`,
    name: "renameOwnProfile",
    summary: "Change your slug",
    description: "The old slug still leads to the profile. 409 for one that is taken.",
    body: slugBody,
    answers: one(slugAnswer),
    refuses: [409],
    handle: ({ body, caller: { userId }, deps }) => changeSlug(deps, { userId }, userId, body.slug),
  }),
];
