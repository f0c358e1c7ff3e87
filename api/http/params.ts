import { z } from "zod";

/** `:id` of an entity, in the lower case that rows and notifications carry. */
export const entityParams = z.object({
  id: z
    .uuid()
    .toLowerCase()
    .meta({ description: "Entity id", examples: ["60341305-790b-5069-9516-704f56d33c21"] }),
});
