import { z } from "zod";
import { nameText } from "#schemas/shapes/text.ts";

export const contactParams = z.object({
  entityId: z
    .uuid()
    .toLowerCase()
    .meta({ description: "Entity id", examples: ["60341305-790b-5069-9516-704f56d33c21"] }),
});

export const contactFieldShape = z
  .object({
    kind: z.enum(["website", "email", "phone", "other"]),
    label: nameText(60),
    value: nameText(300),
    /** Who sees the value: everybody, the entity's connections, or its team. */
    visibility: z.enum(["public", "connected", "private"]),
  })
  .meta({ id: "ContactField" });

export type ContactField = z.output<typeof contactFieldShape>;

export const contactsBody = z.object({ fields: z.array(contactFieldShape).max(20) });
