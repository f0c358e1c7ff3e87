import { z } from "zod";

const example = "60341305-790b-5069-9516-704f56d33c21";

/** An id as a parameter or member that a client sends, in lower case: "Watchlist id". */
export const idOf = (description: string) =>
  z
    .uuid()
    .toLowerCase()
    .meta({ description, examples: [example] });
