import type { Db } from "#schemas/database/db.ts";
import { type OptionalMail, optionalMails } from "#schemas/shapes/accounts/mail.ts";
import type { Mail } from "#schemas/tasks/send-mail.ts";
import { MailRefused, type MailTransport } from "../../clients/mail.ts";
import { addressDigest } from "../../data/address-digest.ts";
import { required } from "../../data/rows.ts";
import { written } from "../../mails/render-mail.ts";
import type { Platform } from "../../platform.ts";
import { deleteStops, findAddress, insertStop, listStops, lockAddress } from "./queries.ts";
import { checkLink, type MailLink, unsubscribeUrl } from "./unsubscribe-link.ts";

export { preferencesShape } from "./schemas.ts";

/** Names of the kinds of mail, as readers see them. */
export const mailNames: Record<OptionalMail, string> = {
  invitations: "invitations of other users",
  alerts: "alerts about startups",
  applications: "news of applications",
  follows: "news of followers and requests to follow",
  engagements: "news of engagements",
  report_views: "news of views of your reports",
  company_filings: "news of filings of companies that you watch",
  decisions: "decisions on what you handed in",
};

export type Delivery = "sent" | "unwanted" | "refused";

/**
 * Sends a mail, unless its reader does not want mails of its kind or the reader's server has refused the address
 * before. A refusal for good is remembered and not thrown: another try would meet it again. Throws where another try
 * may help.
 */
export async function deliverMail(
  { db, publicUrl }: Pick<Platform, "db" | "publicUrl">,
  { deliver }: Pick<MailTransport, "deliver">,
  mail: Mail & { id: string },
): Promise<Delivery> {
  const { kind, to } = mail;
  const digest = addressDigest(to);
  const stops = await listStops(db, digest);
  if (stops.has("all")) return "refused";
  if (kind !== "security" && stops.has(kind)) return "unwanted";
  const wayOut =
    kind === "security"
      ? null
      : { url: await unsubscribeUrl({ db, publicUrl }, digest, kind), what: mailNames[kind] };
  try {
    await deliver(written(mail, wayOut));
    return "sent";
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    if (error.isOfReader) await insertStop(db, digest, { kind: "all", answer: error.message });
    return "refused";
  }
}

/** Ends mails of one kind to the link's receiver. Repeating the request changes nothing. Throws 400 for a forged link. */
export async function unsubscribe(db: Db, link: MailLink): Promise<void> {
  await checkLink(db, link);
  await insertStop(db, link.reader, { kind: link.kind });
}

const digestOf = async (db: Db, userId: string) =>
  addressDigest(required(await findAddress(db, userId), "Account"));

/** Which mails an account gets, and whether its mail server takes any. */
export async function getPreferences(db: Db, userId: string) {
  const stops = await listStops(db, await digestOf(db, userId));
  const choices = optionalMails.map((kind) => [kind, !stops.has(kind)] as const);
  return {
    ...(Object.fromEntries(choices) as Record<OptionalMail, boolean>),
    isAddressRefused: stops.has("all"),
  };
}

/** Changes the kinds that are named, all or none, and leaves the others. Of two at once one comes after the other. */
export function setPreferences(
  { transaction }: Pick<Platform, "transaction">,
  userId: string,
  wanted: { [kind in OptionalMail]?: boolean | undefined },
) {
  return transaction(async ({ db }) => {
    const digest = addressDigest(required(await lockAddress(db, userId), "Account"));
    for (const kind of optionalMails) {
      if (wanted[kind] === true) await deleteStops(db, digest, [kind]);
      if (wanted[kind] === false) await insertStop(db, digest, { kind });
    }
    return getPreferences(db, userId);
  });
}

/** Allows mail again to an address that its server has refused. Returns whether it was refused. */
export const allowAddressAgain = (db: Db, address: string): Promise<boolean> =>
  deleteStops(db, addressDigest(address), ["all"]);
