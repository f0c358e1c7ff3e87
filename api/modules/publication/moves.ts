import { listing } from "#schemas/tables/companies/directory.ts";
import { moves } from "../../data/moves.ts";

/** Acts of the team and of administrators on a listing. */
export const listingMoves = moves({
  name: "Listing",
  table: listing,
  acts: {
    publish: {
      from: ["draft", "unpublished", "published"],
      to: "published",
      audit: "listing.published",
    },
    unpublish: {
      from: ["published"],
      to: "unpublished",
      repeat: "same",
      audit: "listing.unpublished",
    },
    block: {
      from: ["draft", "published", "unpublished", "archived"],
      to: "blocked",
      repeat: "same",
      audit: "listing.blocked",
    },
    archive: {
      from: ["published", "unpublished"],
      to: "archived",
      repeat: "same",
      audit: "listing.archived",
    },
    // A managed listing is published again by its team; a reference listing has nobody who could.
    restore: { from: ["blocked", "archived"], to: "unpublished", audit: "listing.restored" },
    reinstate: { from: ["blocked", "archived"], to: "published", audit: "listing.restored" },
  },
  auditOf: ({ id, entityId, userId }) =>
    entityId === null
      ? { subjectType: "person", subjectId: userId ?? id }
      : { subjectType: "entity", subjectId: entityId },
});
