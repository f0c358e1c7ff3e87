import type { Mail } from "#schemas/tasks/send-mail.ts";
import { letter } from "../../mails/letter.ts";

const nameCharactersMax = 60;

/**
 * A name that a user chose, as a mail shows it: in quotes, on one line, cut, and without what mail programs make a
 * link of.
 */
export function nameInMail(name: string): string {
  const plain = name
    .normalize("NFKC")
    .replace(/[^\p{L}\p{M}\p{N}&'’,()-]/gu, " ")
    .split(" ")
    .filter(Boolean)
    .join(" ");
  return `"${[...plain].slice(0, nameCharactersMax).join("")}"`;
}

/** The name is the only text that the sender chooses. */
export const invitationMail = (given: {
  to: string;
  kind: "organization" | "entity";
  placeName: string;
  invitationId: string;
  publicUrl: string;
}): Mail =>
  letter({
    to: given.to,
    kind: "invitations",
    subject: "You are invited to join a team",
    says: [
      `A user of ${given.publicUrl} invites you to the ${given.kind} that is named ${nameInMail(given.placeName)}.`,
      `Sign in to accept or decline: POST /api/v1/invitations/${given.invitationId}/accept or .../decline`,
      "If you do not know who this is, do nothing.",
    ],
  });
