/**
 * What the browser asks the server to change and no table of forms walks through, by the reason. A new call that is in no table and not
 * here fails a test.
 */
export const OTHERS: Record<string, readonly string[]> = {
  "It goes by itself: what waits is kept on the device and sent when there is a network, and has tests of its own": [
    ...["practice.star.save", "practice.delivery.save", "peerReview.assignments.saveDraft", "peerReview.reviews.retake"],
    ...["support.chat.begin", "support.chat.send", "support.inbox.answer", "learning.recordWatching"],
    ...["trades.tasks.check", "trades.tasks.move", "trades.entries.save", "trades.entries.submit"],
    ...["practice.simulation.start", "practice.simulation.begin", "practice.simulation.finish", "practice.simulation.leave"],
    ...["admin.imports.begin", "admin.imports.piece"],
  ],
  "Nobody asks for it: the page tells what was seen, or that somebody types": [
    ...["forum.posts.typing", "forum.topics.read", "support.chat.read", "support.chat.received", "support.chat.typing"],
    ...["support.inbox.read", "support.inbox.received", "support.inbox.typing", "peerReview.requests.seen", "subscription.refresh"],
  ],
  "It changes nothing: it looks something up, or asks what a file would change": [
    ...["account.checkExistence", "practice.shared", "trades.invites.preview", "trades.quoteLinks.open", "trades.quoteLinks.pdf"],
    "trades.schedule.nextFree",
    ...["trades.customerFiles.check", "trades.priceFiles.check", "support.contact.view", "support.contact.file", "account.export.link"],
    ...["admin.audit.export", "admin.viewings.open", "subscription.checkout", "subscription.cardCheckout"],
  ],
  "It begins what another call ends, which is walked; nothing is lost with it, and it begins anew with the next press": [
    ...["account.factors.beginPasskey", "account.factors.beginPasskeyLogin", "account.factors.beginPasskeyReauthentication"],
    "account.factors.beginTotp",
  ],
  "One press and nothing typed: a toast or the dialog says why it was not done, and it can be pressed again": [
    ...["account.deletion.cancel", "account.deletion.request", "account.notifications.push.subscribe"],
    ...["account.notifications.push.test", "account.notifications.push.unsubscribe"],
    ...["account.removeAvatar"],
    ...["account.sessions.end", "account.sessions.endAll", "account.sessions.endOthers"],
    ...["account.viewings.answer", "account.viewings.end", "admin.announcements.delete", "admin.areas.revoke", "admin.imports.again"],
    ...["admin.imports.forget", "admin.imports.order", "admin.operations.retryEvents", "admin.operations.retryMails"],
    ...["admin.people.endSessions", "admin.people.restore", "admin.people.unlock", "admin.people.verify"],
    ...["admin.viewings.end", "forum.posts.react", "forum.professions.archive", "forum.professions.move", "forum.proposals.withdraw"],
    ...["forum.rooms.mark", "forum.sharing.open", "forum.sharing.revoke", "forum.topics.answer"],
    ...["forum.topics.mark", "learning.deleteBookmark", "learning.dismissSuggestion", "learning.editing.deleteCaptions"],
    ...["learning.editing.deleteDocument", "learning.editing.deleteVideo", "learning.editing.detachFile", "learning.editing.moveDocument"],
    ...["learning.editing.moveUniversity", "learning.editing.moveVideo", "learning.editing.publishDocument"],
    ...["learning.editing.publishUniversity", "learning.editing.publishVideo", "peerReview.assignments.next"],
    ...["peerReview.assignments.release", "peerReview.care.take"],
    ...["peerReview.requests.withdraw", "peerReview.reviews.helpful", "peerReview.reviews.thank"],
    ...["practice.bank.restore", "practice.deleteAnswer", "practice.editedCategories.move"],
    ...["practice.editedCategories.retire", "practice.interviews.delete", "practice.revokeShare", "practice.share"],
    ...["subscription.demo.advance", "subscription.demo.authenticate", "subscription.pay"],
    ...["subscription.resume", "support.chat.shareReport", "support.faq.editing.delete"],
    ...["support.faq.editing.move", "support.faq.editing.publish", "support.faq.vote"],
    ...["support.inbox.canned.delete", "support.inbox.canned.move", "support.inbox.resolve"],
    ...["support.inbox.reopen", "support.inbox.wake", "trades.costs.delete", "trades.customers.delete", "trades.cutPlans.stop"],
    ...["trades.files.delete", "trades.forms.archive", "trades.forms.delete", "trades.invites.accept"],
    ...["trades.invites.revoke", "trades.invoices.delete", "trades.members.leave", "trades.members.remove"],
    ...["trades.notes.delete", "trades.prices.deleteItem", "trades.prices.discard"],
    ...["trades.prices.draft", "trades.quotes.delete", "trades.reservations.issue", "trades.reservations.release"],
    ...["trades.resources.deleteAbsence", "trades.resources.openFeed", "trades.schedule.delete"],
    ...["trades.slabs.move", "trades.standards.delete", "trades.standards.order", "trades.tasks.delete", "trades.tasks.order"],
    ...["trades.templates.delete"],
    ...["trades.forms.publish"],
  ],
  "The lost answer is made good before anybody presses again: the page hears that it was done, and shows it": [
    ...["forum.moderation.rename", "forum.moderation.move"],
  ],
};

/** What is asked for over REST alone: by programs, and a logout by a request that outlives its page. */
export const BY_REST: readonly string[] = [
  ...["account.loginUser", "account.logout", "account.registerUser", "learning.editUniversity", "subscription.changeMethod"],
  "support.chat.view",
];
