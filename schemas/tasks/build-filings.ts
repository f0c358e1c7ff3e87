import { z } from "zod";
import { task } from "./task.ts";

/** Builds the statements of an entity from the filings that its team has submitted. */
export const buildFilings = task({
  name: "filings.build",
  data: z.object({ entityId: z.uuid() }),
  key: ({ entityId }) => entityId,
});
