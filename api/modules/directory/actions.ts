import type { ListingRecord, ListingViewer, PackageStatus } from "./record.ts";

export const reasonCodes = [
  "PROFILE_UNCLAIMED",
  "PROFILE_ARCHIVED",
  "CLAIM_PENDING",
  "NO_REQUESTABLE_PACKAGES",
  "VIEWER_IS_MANAGER",
  "RELATIONSHIP_PENDING",
  "NOT_YET_AVAILABLE",
  "SUBJECT_NOT_FOLLOWABLE",
] as const;
type ReasonCode = (typeof reasonCodes)[number];

/** What can be done, or why not. The act is allowed exactly in the states that `isOffered` names. */
export interface Action<S extends string> {
  state: S;
  reasonCode?: ReasonCode;
}

export interface Actions {
  followProfile: Action<"available" | "active" | "unavailable">;
  claimProfile: Action<"available" | "pending" | "managed" | "unavailable">;
  inviteToClaim: Action<"available" | "unavailable">;
  suggestCorrection: Action<"available" | "unavailable">;
  requestPackages: (Action<PackageState> & { packageId: string; title: string })[];
}

type PackageState = "available" | "pending" | "active" | "expired" | "revoked" | "unavailable";

/** True where the act would be done and change something. An access that has expired may be requested again. */
export const isOffered = ({ state }: Action<string>): boolean =>
  state === "available" || state === "expired";

type Subject = Pick<ListingRecord, "status" | "subjectType" | "claimStatus" | "packages">;
type Party = Omit<ListingViewer, "userId"> | null;

const unavailable = (reasonCode: ReasonCode) => ({ state: "unavailable" as const, reasonCode });
const available = { state: "available" as const };

/**
 * What this viewer can do with the listing. The acts ask the same function before they do anything. Without a
 * viewer: what an account that has nothing to do with the listing could do after it signs in. Pure.
 */
export function actionsOf(subject: Subject, viewer: Party): Actions {
  if (subject.status === "archived") {
    const archived = unavailable("PROFILE_ARCHIVED");
    return {
      followProfile: archived,
      claimProfile: archived,
      inviteToClaim: archived,
      suggestCorrection: archived,
      requestPackages: subject.packages.map((one) => ({ ...one, ...archived })),
    };
  }
  return {
    followProfile: followAction(subject, viewer),
    claimProfile: claimAction(subject, viewer),
    inviteToClaim: inviteAction(subject, viewer),
    suggestCorrection: available,
    requestPackages: subject.packages.map((one) => ({
      ...one,
      ...packageAction(one.packageId, viewer),
    })),
  };
}

function followAction({ subjectType }: Subject, viewer: Party): Actions["followProfile"] {
  if (subjectType === "person") return unavailable("SUBJECT_NOT_FOLLOWABLE");
  if (viewer === null) return available;
  if (viewer.selfOrManager) return unavailable("VIEWER_IS_MANAGER");
  if (viewer.follow?.status === "active") return { state: "active" };
  if (viewer.follow?.status === "pending") return unavailable("RELATIONSHIP_PENDING");
  // The reason is also that of a listing without following, so that it does not reveal a block.
  return viewer.isBlocked ? unavailable("SUBJECT_NOT_FOLLOWABLE") : available;
}

function claimAction({ claimStatus }: Subject, viewer: Party): Actions["claimProfile"] {
  if (claimStatus === "not_claimable") return unavailable("NOT_YET_AVAILABLE");
  if (claimStatus === "claimed") {
    return viewer?.selfOrManager
      ? { state: "managed", reasonCode: "VIEWER_IS_MANAGER" }
      : { state: "managed" };
  }
  if (claimStatus === "unclaimed") return available;
  return viewer?.hasOpenClaim
    ? { state: "pending", reasonCode: "CLAIM_PENDING" }
    : unavailable("CLAIM_PENDING");
}

function inviteAction({ claimStatus }: Subject, viewer: Party): Actions["inviteToClaim"] {
  if (claimStatus === "unclaimed") return available;
  if (claimStatus === "claim_pending") return unavailable("CLAIM_PENDING");
  return unavailable(viewer?.selfOrManager ? "VIEWER_IS_MANAGER" : "NOT_YET_AVAILABLE");
}

const packageActions: Record<PackageStatus, Action<PackageState>> = {
  not_requested: available,
  pending: { state: "pending", reasonCode: "RELATIONSHIP_PENDING" },
  provisioning: { state: "pending", reasonCode: "RELATIONSHIP_PENDING" },
  active: { state: "active" },
  failed: available,
  expired: { state: "expired" },
  revoked: { state: "revoked" },
};

function packageAction(packageId: string, viewer: Party): Action<PackageState> {
  if (viewer === null) return available;
  if (viewer.selfOrManager) return unavailable("VIEWER_IS_MANAGER");
  const access = viewer.packages.find((one) => one.packageId === packageId);
  const action = packageActions[access?.status ?? "not_requested"];
  return viewer.isBlocked && isOffered(action) ? unavailable("NOT_YET_AVAILABLE") : action;
}
