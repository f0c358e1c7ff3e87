import { z } from "zod";
import { task } from "./task.ts";

/** Has a document judged by the operator's hook. Stored with the document. */
export const scanDocument = task({
  name: "documents.scan",
  data: z.object({ documentId: z.uuid() }),
  key: ({ documentId }) => documentId,
});
