import { z } from "zod";
import { idOf } from "#schemas/shapes/id.ts";
import { linkText, nameText } from "#schemas/shapes/text.ts";

export const params = { entityId: idOf("Entity id") };

const shared = {
  label: nameText(60),
  /** The audience of the value: everybody, the entity's connections, or its team. */
  visibility: z.enum(["public", "connected", "private"]),
};

/** A website is a link and must be one; other ways to reach somebody are any text. */
const contactFieldShape = z
  .union([
    z.object({ kind: z.literal("website"), ...shared, value: linkText.max(300) }),
    z.object({ kind: z.enum(["email", "phone", "other"]), ...shared, value: nameText(300) }),
  ])
  .meta({ id: "ContactField" });

export type ContactField = z.output<typeof contactFieldShape>;

export const contactsBody = z.object({ fields: z.array(contactFieldShape).max(20) });
