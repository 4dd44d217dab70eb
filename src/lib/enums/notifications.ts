/** Closed sets of values, once, of what people are told, and how: the tables' types, the zod schemas and the interface all read these tuples. */

/** What happens that somebody may want to hear of. */
export const NOTIFICATION_EVENTS = [
  "new_device",
  "export_ready",
  "recording_played",
  "support",
  "billing",
  "security",
  // A message waits in the support inbox; only those who answer it hear of it.
  "support_inbox",
  // Somebody answers, names or thanks one in the community.
  "community",
  // Something was written in what one watches there.
  "community_watched",
  // Reports and proposals wait there; only those who look after it hear of them.
  "community_reports",
  // Reviews of one's answers, and what came of those that one gave.
  "peer_review",
  // Disputes, and requests that nobody answers; only those who look after it hear of them.
  "peer_review_care",
  // What somebody says to being asked for a look at their account; only those who may ask hear of it.
  "viewings",
  // What somebody of a workspace that one is in wants one to see there, and what becomes of one's place in it.
  "trades",
] as const;
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];

/** The ways beside the bell, under which everything appears. */
export const NOTIFICATION_CHANNELS = ["email", "push"] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** What a notification says; its words are `notifications.kinds.<kind>` in the catalogues. */
export const NOTIFICATION_KINDS = [
  "password_changed",
  "factors_changed",
  "email_change_asked",
  "deletion_requested",
  "new_device",
  "account_suspended",
  "account_restored",
  "role_changed",
  "signed_out",
  "viewing_asked",
  "viewing_allowed",
  "viewing_declined",
  "export_ready",
  "recording_played",
  "receipt",
  "payment_failed",
  "subscription_ending",
  "subscription_on_hold",
  "subscription_ended",
  "support_reply",
  "support_resolved",
  "support_message",
  "support_woken",
  "support_assigned",
  "forum_reply",
  "forum_mention",
  "forum_answer",
  "forum_post",
  "forum_topic",
  "forum_hidden",
  "forum_restored",
  "forum_removed",
  "forum_topic_moderated",
  "forum_suspended",
  "forum_suspension_lifted",
  "forum_flag_outcome",
  "forum_flagged",
  "forum_take_played",
  "forum_proposed",
  "forum_proposal_adopted",
  "forum_proposal_declined",
  "review_first",
  "review_all",
  "review_thanked",
  "review_retake",
  "review_lease_ending",
  "review_decided",
  "review_own_decided",
  "review_waiting",
  "review_unreadable",
  "review_voiceless",
  "review_unprepared",
  "review_case",
  "trades_mention",
  "trades_joined",
  "trades_role",
  "trades_removed",
  "trades_owner",
  // The same where its owner's account has ended: whoever is no more is not named.
  "trades_inherited",
  "trades_task",
  "trades_quote_accepted",
  "trades_quote_declined",
  "trades_tasks_missing",
  "trades_mail_unsent",
  "trades_budget",
  "trades_stock_low",
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** When mails about what somebody has not seen go out. */
export const MAIL_RHYTHMS = ["promptly", "daily"] as const;
export type MailRhythm = (typeof MAIL_RHYTHMS)[number];
