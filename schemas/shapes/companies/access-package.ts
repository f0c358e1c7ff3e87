/** A person's status for an access package (DIR-59). Declined requesters see "not_requested". */
export const packageStatuses = [
  "not_requested",
  "pending",
  "provisioning",
  "active",
  "failed",
  "expired",
  "revoked",
] as const;
export type PackageStatus = (typeof packageStatuses)[number];

/** The states of a row of `package_access`; without a row the package was not requested. */
export type AccessState = Exclude<PackageStatus, "not_requested"> | "declined";
