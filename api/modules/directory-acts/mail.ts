import type { Mail } from "#schemas/tasks/send-mail.ts";
import { letter, nameInMail } from "../../mails/letter.ts";

/** The mail has no text of the sender: the name is the company's. */
export const claimMail = (given: {
  to: string;
  name: string;
  slug: string;
  publicUrl: string;
}): Mail =>
  letter({
    to: given.to,
    kind: "invitations",
    subject: "Is this your company?",
    says: [
      `A user of ${given.publicUrl} thinks that you speak for the company that is named ${nameInMail(given.name)}.`,
      `Sign in to claim its profile: POST /v2/directory/entity/${given.slug}/claim`,
      {
        label: "You can read its page without an account",
        url: `${given.publicUrl}/companies/${given.slug}`,
      },
      "If you do not know what this is about, do nothing. We send this mail once.",
    ],
  });
