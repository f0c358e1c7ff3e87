import { moves } from "#api/data/moves.ts";
import { startupListing } from "#schemas/tables/platform/startup.ts";

/** A listing is in the marketplace while it is published; its followers and content stay when it is not. */
export const listingMoves = moves({
  name: "Startup",
  table: startupListing,
  acts: {
    publish: {
      from: ["unpublished"],
      to: "published",
      repeat: "same",
      audit: "startup.published",
    },
    unpublish: {
      from: ["published"],
      to: "unpublished",
      repeat: "same",
      audit: "startup.unpublished",
    },
  },
  auditOf: ({ id }) => ({ subjectType: "startup", subjectId: id }),
});
