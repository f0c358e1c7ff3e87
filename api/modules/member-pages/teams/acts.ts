import { can } from "#api/auth/access.ts";
import { checkRule } from "#api/auth/rules.ts";
import type { Deps } from "#api/deps.ts";
import * as entities from "../../entities/service.ts";
import * as publication from "../../publication/service.ts";
import { parseSent, withLines } from "../sentence.ts";
import type { Reader } from "../show-to-member.ts";
import type { Team } from "./access.ts";
import { contacts, profileTexts, shownIn } from "./profile-section.ts";
import type { TeamFields } from "./schemas.ts";

const manages = can("listing.manage", "id");

interface Sent {
  deps: Deps;
  id: string;
  caller: Reader["caller"];
  fields: TeamFields;
}

/** Does what a form of the page asks, by the rules of the API. Throws 403 for who may not, and as the API does. */
export async function actOnTeam(
  deps: Deps,
  { id }: Team,
  { caller, fields }: Pick<Sent, "caller" | "fields">,
): Promise<void> {
  await checkRule(deps.db, manages, { id }, caller);
  await acts[fields.act]({ deps, id, caller, fields });
}

const acts: Record<TeamFields["act"], (sent: Sent) => Promise<unknown>> = {
  describe,
  profile: changeProfile,
  publish: ({ deps, id, caller, fields }) => {
    const sent = { openFilings: [fields.openFilings].flat() };
    const { openFilings } = parseSent(publication.publicationBody, sent, {
      openFilings: "Filings",
    });
    return publication.publishEntity(deps, { entityId: id, actorId: caller.userId }, openFilings);
  },
  withdraw: ({ deps, id, caller }) => publication.unpublish(deps, { entityId: id }, caller.userId),
};

const names = {
  name: "Name",
  entityType: "Kind",
  description: "Description",
  logoUrl: "Address of the logo",
};

async function describe({ deps: { db }, id, caller, fields }: Sent): Promise<void> {
  const entity = await entities.getEntity(db, id, caller);
  const { name, entityType, description, logoUrl } = fields;
  const sent = changed(entity, {
    name,
    entityType,
    description: emptied(description && withLines(description)),
    logoUrl: emptied(logoUrl),
  });
  await entities.changeEntity(db, id, caller, parseSent(entities.entityChange, sent, names));
}

async function changeProfile({ deps, id, caller, fields }: Sent): Promise<void> {
  const draft = await publication.getDraft(deps.db, { entityId: id });
  const texts = profileTexts.map(([name]) => [name, typedValue(name, fields[name])] as const);
  const shown = shownIn(fields);
  const boxes = contacts.map((one) => [one, shown.includes(one)] as const);
  const sent = {
    ...changed(draft, Object.fromEntries(texts)),
    ...changed(draft, { asksFollowers: fields.asksFollowers === "yes" }),
    disclosure: changed(draft.disclosure, Object.fromEntries(boxes)),
  };
  const change = parseSent(publication.profileChange, sent, Object.fromEntries(profileTexts));
  await publication.changeDraft(deps, { entityId: id }, caller.userId, change);
}

/** Reads the number of employees as a number. Other text stays text, and the check of the body refuses it. */
function typedValue(name: string, text: string | undefined): string | number | null | undefined {
  const value = emptied(text);
  return name === "employeeCount" && typeof value === "string" && /^\d{1,12}$/.test(value)
    ? Number(value)
    : value;
}

/** Null for a field that was emptied, undefined for one that was not sent. */
const emptied = (text: string | undefined): string | null | undefined => {
  const value = text?.trim();
  return value === "" ? null : value;
};

/** What differs from the present values: what is as it was is not written, nor is what was never said and stays empty. */
function changed(
  present: Readonly<Record<string, unknown>>,
  sent: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const differs = ([name, value]: [string, unknown]) =>
    value !== undefined && value !== (present[name] ?? null);
  return Object.fromEntries(Object.entries(sent).filter(differs));
}
