import type { Mail } from "#schemas/tasks/send-mail.ts";
import { letter, nameInMail } from "../../mails/letter.ts";

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
