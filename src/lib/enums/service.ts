/** Closed sets of values, once, of the service as a whole and those who run it: the tables' types, the zod schemas and the interface all read these tuples. */

/** The parts of the app that can be switched off: each is the router of that name. One's account and the administration stay. */
export const AREAS = ["practice", "learning", "forum", "peerReview", "support", "subscription", "trades"] as const;
export type Area = (typeof AREAS)[number];

/** For everybody, for nobody, or for accounts that it was given to. */
export const AREA_STATES = ["on", "off", "chosen"] as const;
export type AreaState = (typeof AREA_STATES)[number];

export const ANNOUNCEMENT_KINDS = ["info", "warning"] as const;
export type AnnouncementKind = (typeof ANNOUNCEMENT_KINDS)[number];

/** Who sees an announcement: whoever opens a page, whoever is signed in, or those who run the service. */
export const AUDIENCES = ["everybody", "signed_in", "team"] as const;
export type Audience = (typeof AUDIENCES)[number];

/** What those who run the service do, by its area and what was done there; the audit log's words for each are in the catalogues. */
export const AUDIT_ACTIONS = [
  "announcements.add",
  "announcements.delete",
  "announcements.edit",
  "areas.grant",
  "areas.revoke",
  "audit.export",
  "bank.add",
  "bank.import",
  "bank.move",
  "bank.order_import",
  "bank.save",
  "bank.turn",
  "canned.add",
  "canned.delete",
  "canned.edit",
  "canned.move",
  "category.add",
  "category.move",
  "category.save",
  "category.turn",
  "demo.clock",
  "faq.add",
  "faq.delete",
  "faq.edit",
  "faq.move",
  "faq.publish",
  "faq.withdraw",
  "forum.moderate",
  "learning.add",
  "learning.attach",
  "learning.delete",
  "learning.detach",
  "learning.edit",
  "learning.move",
  "learning.publish",
  "learning.withdraw",
  "operations.retry_event",
  "operations.retry_mail",
  "operations.run_job",
  "peer_review.decide",
  "peer_review.take",
  "people.askView",
  "people.dropFactors",
  "people.endSessions",
  "people.endView",
  "people.grantRole",
  "people.openView",
  "people.restore",
  "people.suspend",
  "people.unlock",
  "people.verify",
  "room.add",
  "room.archive",
  "room.move",
  "room.save",
  "settings.save",
  "subscription.grant",
  "subscription.refund",
  "subscription.refund_refused",
  "subscription.revoke",
  "support.answer",
  "support.assign",
  "support.note",
  "support.reopen",
  "support.resolve",
  "support.snooze",
  "support.wake",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What those who run the service may do about somebody's account. */
export const PEOPLE_ACTS = ["suspend", "restore", "unlock", "verify", "endSessions", "grantRole", "view"] as const;
export type PeopleAct = (typeof PEOPLE_ACTS)[number];

/** By what the list of people can be ordered. */
export const PEOPLE_ORDERS = ["registered", "name", "email", "seen"] as const;
export type PeopleOrder = (typeof PEOPLE_ORDERS)[number];

export const STORED_FILE_STATES = ["uploading", "uploaded"] as const;

/** Where a row of an ordered list goes: by one place, or to an end. */
export const MOVES = ["up", "down", "first", "last"] as const;
export type Move = (typeof MOVES)[number];
