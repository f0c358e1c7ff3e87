/** What becomes of a row that names a person, when the person leaves. */
export type Fate =
  | "gone"
  /** The row stays without the person, and without what these columns say. */
  | readonly string[];

/**
 * Every column that names an account. The sweep fills each table of them with marked text; a column that is missing here
 * fails it.
 */
export const personColumns: Readonly<Record<string, Fate>> = {
  ...of("gone", [
    "api_key.user_id",
    "billing_checkout.user_id",
    "billing_customer.user_id",
    "billing_subscription.user_id",
    "block.blocked_id",
    "block.user_id",
    "candidate.user_id",
    "capital_provider.user_id",
    "claim.user_id",
    "claim_invitation.user_id",
    "collection.user_id",
    "connection.user_id",
    "correction.user_id",
    "cover_image.owner_id",
    "document.user_id",
    "engagement_invitation.user_id",
    "engagement_request.user_id",
    "entity_member.user_id",
    "feature_flag.account_id",
    "follow.user_id",
    "hiring_bookmark.user_id",
    // Of the person alone; those of a firm are the firm's.
    "investor_note.author_id",
    "investor.user_id",
    "notification.actor_id",
    "notification.user_id",
    "investor_alert.user_id",
    "investor_save.user_id",
    "investor_watchlist.user_id",
    "invitation.invited_by",
    "invitation.user_id",
    "listing.user_id",
    "mailed_token.user_id",
    "model_scenario.user_id",
    "oauth_application.user_id",
    "oauth_code.user_id",
    "oauth_consent.user_id",
    "organization_member.user_id",
    "package_access.user_id",
    "passkey.user_id",
    "passkey_challenge.user_id",
    "pending_sign_in.user_id",
    "person_skill.user_id",
    "portfolio.owner_id",
    "portfolio_item.user_id",
    "portfolio_collaborator.user_id",
    "privacy_preference.user_id",
    "program.owner_id",
    "receipt.user_id",
    "recovery_code.user_id",
    "report.user_id",
    "room_invitation.user_id",
    "room_member.user_id",
    "room_request.user_id",
    "room_resource.added_by",
    "saved_screen.user_id",
    "session.user_id",
    "startup_follow.user_id",
    "totp_factor.user_id",
    "watchlist.user_id",
    "watchlist_feed.user_id",
    "webhook.user_id",
  ]),
  // What others rely on.
  ...of(
    [],
    [
      "audit_event.actor_id",
      "engagement_invitation.invited_by",
      "entity.owner_id",
      "entity_filing.created_by",
      "execution_baseline.set_by",
      "execution_commitment.owner_id",
      "execution_goal.owner_id",
      "investment_mandate.created_by",
      "portfolio_artifact.added_by",
      "profile_view.viewer_id",
      "report_view.viewer_id",
      "room_invitation.invited_by",
      "startup_follow.decided_by",
    ],
  ),
  "hiring_application.applicant_id": ["cover_letter", "portfolio_item_ids", "answers"],
  "hiring_feedback.author_id": [],
  "room_message.author_id": ["body"],
};

function of(fate: Fate, columns: readonly string[]): Record<string, Fate> {
  return Object.fromEntries(columns.map((column) => [column, fate]));
}
