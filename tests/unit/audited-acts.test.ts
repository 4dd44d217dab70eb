import { describe, expect, it } from "vitest";
import { AUDIT_ACTIONS, type AuditAction } from "@/lib/enums/service";
import { appRouter } from "@/server/api/root";
import type { RestMeta } from "@/server/api/trpc";

/** Each change that those who run the service can make: the acts that it notes, or why it notes none. */
const NOTES: Record<string, AuditAction[] | string> = {
  "admin.announcements.save": ["announcements.add", "announcements.edit"],
  "admin.announcements.delete": ["announcements.delete"],
  "admin.areas.grant": ["areas.grant"],
  "admin.areas.revoke": ["areas.revoke"],
  "admin.audit.export": ["audit.export"],
  "admin.settings.save": ["settings.save"],
  "admin.people.suspend": ["people.suspend"],
  "admin.people.restore": ["people.restore"],
  "admin.people.unlock": ["people.unlock"],
  "admin.people.verify": ["people.verify"],
  "admin.people.endSessions": ["people.endSessions"],
  "admin.people.grantRole": ["people.grantRole"],
  "admin.viewings.ask": ["people.askView"],
  "admin.viewings.open": ["people.openView"],
  "admin.viewings.end": ["people.endView"],
  "admin.operations.run": ["operations.run_job"],
  "admin.operations.retryEvents": ["operations.retry_event"],
  "admin.operations.retryMails": ["operations.retry_mail"],
  "practice.bank.save": ["bank.add", "bank.save"],
  "practice.bank.restore": ["bank.save"],
  "practice.bank.turn": ["bank.turn"],
  "practice.bank.move": ["bank.move"],
  "practice.editedCategories.save": ["category.add", "category.save"],
  "practice.editedCategories.retire": ["category.turn"],
  "practice.editedCategories.move": ["category.move"],
  "admin.imports.begin": "changes nothing that others see, until it is ordered",
  "admin.imports.piece": "changes nothing that others see, until it is ordered",
  "admin.imports.again": "changes nothing that others see, until it is ordered",
  "admin.imports.order": ["bank.order_import", "bank.import"],
  "admin.imports.forget": "changes nothing that others see",
  "forum.professions.save": ["room.add", "room.save"],
  "forum.professions.archive": ["room.archive"],
  "forum.professions.move": ["room.move"],
  "learning.editUniversity": ["learning.edit"],
  "learning.editing.saveVideo": ["learning.add", "learning.edit"],
  "learning.editing.publishVideo": ["learning.publish", "learning.withdraw"],
  "learning.editing.moveVideo": ["learning.move"],
  "learning.editing.deleteVideo": ["learning.delete"],
  "learning.editing.deleteCaptions": ["learning.detach"],
  "learning.editing.saveUniversity": ["learning.add", "learning.edit"],
  "learning.editing.publishUniversity": ["learning.publish", "learning.withdraw"],
  "learning.editing.moveUniversity": ["learning.move"],
  "learning.editing.saveDocument": ["learning.add", "learning.edit"],
  "learning.editing.publishDocument": ["learning.publish", "learning.withdraw"],
  "learning.editing.moveDocument": ["learning.move"],
  "learning.editing.detachFile": ["learning.detach"],
  "learning.editing.deleteDocument": ["learning.delete"],
  "support.faq.editing.save": ["faq.add", "faq.edit"],
  "support.faq.editing.publish": ["faq.publish", "faq.withdraw"],
  "support.faq.editing.move": ["faq.move"],
  "support.faq.editing.delete": ["faq.delete"],
  "support.inbox.canned.save": ["canned.add", "canned.edit"],
  "support.inbox.canned.move": ["canned.move"],
  "support.inbox.canned.delete": ["canned.delete"],
  "support.inbox.answer": ["support.answer"],
  "support.inbox.note": ["support.note"],
  "support.inbox.assign": ["support.assign"],
  "support.inbox.snooze": ["support.snooze"],
  "support.inbox.wake": ["support.wake"],
  "support.inbox.resolve": ["support.resolve"],
  "support.inbox.reopen": ["support.reopen"],
  "support.inbox.read": "marks as read",
  "support.inbox.received": "marks as received",
  "support.inbox.typing": "shows that somebody types",
  "subscription.admin.grant": ["subscription.grant"],
  "subscription.admin.revoke": ["subscription.revoke"],
  "subscription.admin.refund": ["subscription.refund", "subscription.refund_refused"],
  "subscription.demo.advance": ["demo.clock"],
  "peerReview.care.decide": ["peer_review.decide"],
  "peerReview.care.take": ["peer_review.take"],
  "forum.moderation.message": ["forum.moderate"],
  "forum.moderation.topic": ["forum.moderate"],
  "forum.moderation.rename": ["forum.moderate"],
  "forum.moderation.move": ["forum.moderate"],
  "forum.moderation.merge": ["forum.moderate"],
  "forum.moderation.suspend": ["forum.moderate"],
  "forum.moderation.lift": ["forum.moderate"],
  "forum.proposals.adopt": ["forum.moderate"],
  "forum.proposals.decline": ["forum.moderate"],
};

/** What is noted where no procedure is called: what an upload brings, and what somebody does at a terminal alone. */
const ELSEWHERE: AuditAction[] = ["learning.attach", "people.dropFactors"];

describe("the changes that administrators can make", () => {
  const changes = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { type: string; meta?: RestMeta } }>)
    .filter(([, { _def }]) => _def.type === "mutation" && _def.meta?.tier)
    .map(([name]) => name);

  it("are all known to note what was done, or why not", () => {
    expect(Object.keys(NOTES).sort()).toEqual(changes.sort());
  });

  it("note every act that there is", () => {
    const noted = Object.values(NOTES).flatMap((acts) => (typeof acts === "string" ? [] : acts));
    expect([...new Set([...noted, ...ELSEWHERE])].sort()).toEqual([...AUDIT_ACTIONS].sort());
  });
});
