/** Closed sets of values, once, of accounts and the ways into them: the tables' types, the zod schemas and the interface all read these tuples. */

export const ROLES = ["candidate", "admin", "super_admin"] as const;
export type Role = (typeof ROLES)[number];

/** An account from its registration to its end; which one it is in follows from its facts (features/account/rules.ts). */
export const ACCOUNT_STATES = ["unverified", "active", "locked", "suspended", "pending_deletion", "erased"] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** Third parties that can prove who somebody is. `oidc` is any OpenID Connect provider that the operator names. */
export const PROVIDERS = ["google", "linkedin", "github", "oidc"] as const;
export type Provider = (typeof PROVIDERS)[number];

/** What proved a session's owner at its start. */
export const SESSION_METHODS = ["password", "passkey", "third_party"] as const;
export type SessionMethod = (typeof SESSION_METHODS)[number];

/** What a link that was mailed may do, once. */
export const LINK_PURPOSES = ["verify_email", "change_email", "reset_password"] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** A look of those who run the service at somebody's account, from the question to its end (features/account/viewings/rules.ts). */
export const VIEWING_STATES = ["asked", "allowed", "declined", "withdrawn", "ended", "lapsed"] as const;
export type ViewingState = (typeof VIEWING_STATES)[number];

/** An archive of somebody's data: asked for, being made, there for 48 hours, gone. */
export const EXPORT_STATES = ["queued", "running", "ready", "failed", "expired"] as const;
export type ExportState = (typeof EXPORT_STATES)[number];
