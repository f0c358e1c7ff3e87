import { accessPackage, packageAccess } from "#schemas/tables/companies/directory.ts";
import { moves } from "../../data/moves.ts";

const ofEntity = ({ entityId }: { entityId: string }) =>
  ({ subjectType: "entity", subjectId: entityId }) as const;

/** A team offers a package, and withdraws it. */
export const packageMoves = moves({
  name: "Package",
  table: accessPackage,
  acts: {
    withdraw: { from: ["offered"], to: "withdrawn", repeat: "same", audit: "package.withdrawn" },
    offer: { from: ["withdrawn"], to: "offered", repeat: "same", audit: "package.offered" },
  },
  auditOf: ofEntity,
});

/** A person asks, the team decides, and an access ends by its date or by the team. */
export const accessMoves = moves({
  name: "Access",
  table: packageAccess,
  acts: {
    request: {
      from: ["declined", "expired", "failed"],
      to: "pending",
      audit: "package_access.requested",
    },
    grant: {
      from: ["pending", "expired", "revoked"],
      to: "active",
      audit: "package_access.granted",
    },
    decline: {
      from: ["pending"],
      to: "declined",
      repeat: "same",
      audit: "package_access.declined",
    },
    revoke: { from: ["active"], to: "revoked", repeat: "same", audit: "package_access.revoked" },
    expire: { from: ["active"], to: "expired", repeat: "same", audit: "package_access.expired" },
  },
  auditOf: ofEntity,
});
