import type { Db } from "#schemas/database/db.ts";
import type { OptionalMail } from "#schemas/shapes/accounts/mail.ts";
import { isSignatureOf, sign } from "../../auth/signature.ts";
import { badRequest } from "../../http/errors.ts";
import type { Platform } from "../../platform.ts";

/** The content of an unsubscribe link: account and kind of mail. It never expires, because people keep mails. */
export interface MailLink {
  /** Digest of the address. The address itself would be logged. */
  reader: string;
  kind: OptionalMail;
  signature: string;
}

const signedText = ({ reader, kind }: Omit<MailLink, "signature">) =>
  `unsubscribe\n${reader}\n${kind}`;

/** Where the reader with this digest ends mails of a kind. */
export async function unsubscribeUrl(
  { db, publicUrl }: Pick<Platform, "db" | "publicUrl">,
  reader: string,
  kind: OptionalMail,
): Promise<string> {
  const signature = await sign(db, signedText({ reader, kind }));
  return `${publicUrl}/mail/unsubscribe?${new URLSearchParams({ reader, kind, signature })}`;
}

/** Throws 400 for a link that we did not make. */
export async function checkLink(db: Db, link: MailLink): Promise<void> {
  if (!(await isSignatureOf(db, signedText(link), link.signature))) {
    throw badRequest("This link is invalid or incomplete: copy the whole link from the mail");
  }
}
