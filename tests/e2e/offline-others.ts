import type { UploadRoutes } from "@/server/api/root";

/**
 * What the browser asks the server to change and no table of forms walks through, by the reason; of what is asked for in several places, each
 * "by" the file below src/features that does. A new call, or a new place that makes one, that is in no table and not here fails a test.
 */
export const OTHERS: Record<string, readonly string[]> = {
  "It goes by itself: what waits is kept on the device and sent when there is a network, and has tests of its own": [
    ...["practice.saveAnswer by practice/hooks/upload-queue", "trades.entries.start by trades/entries/hooks/deliver-begun"],
    ...["practice.star.save", "practice.delivery.save", "peerReview.assignments.saveDraft", "peerReview.reviews.retake"],
    ...["support.chat.begin", "support.chat.send", "support.inbox.answer", "learning.recordWatching by learning/hooks/reports"],
    ...["trades.tasks.check", "trades.tasks.move", "trades.entries.save", "trades.entries.submit"],
    "practice.simulation.begin",
  ],
  "It goes by itself and is tried again while its page is open: a step of a simulation that has no network yet, whose takes are kept": [
    ...["practice.simulation.start", "practice.simulation.finish", "practice.simulation.leave"],
  ],
  "It goes piece by piece; where it breaks off the page says so, and a press goes on from there, which has a test of its own": [
    ...["admin.imports.begin", "admin.imports.piece"],
  ],
  "Nobody asks for it: the page tells what was seen, or that somebody types": [
    ...["forum.posts.typing", "forum.topics.read", "support.chat.read", "support.chat.received", "support.chat.typing"],
    ...[
      "support.inbox.received by support/chat/components/support-keeper",
      "support.inbox.received by support/inbox/components/inbox-page",
    ],
    ...["support.inbox.read", "support.inbox.typing", "peerReview.requests.seen", "subscription.refresh"],
  ],
  "It changes nothing: it looks something up, or asks what a file would change": [
    ...["account.checkExistence", "practice.shared", "trades.invites.preview", "trades.quoteLinks.open", "trades.quoteLinks.pdf"],
    "trades.schedule.nextFree",
    ...["trades.customerFiles.check", "trades.priceFiles.check", "support.contact.view", "support.contact.file", "account.export.link"],
    ...["admin.audit.export", "admin.viewings.open"],
  ],
  "It begins what another call ends, which is walked; nothing is lost with it, and it begins anew with the next press": [
    ...["account.factors.beginPasskey", "account.factors.beginPasskeyLogin", "account.factors.beginPasskeyReauthentication"],
    "account.factors.beginTotp",
  ],
  "The browser asks its push service first, and the one that tests drive has none: a toast says why it was not done": [
    ...["account.notifications.push.subscribe", "account.notifications.push.test", "account.notifications.push.unsubscribe"],
  ],
  "The take stays on its device until the server has been told, and a toast says so, which has a test of its own (never-lost)": [
    "practice.deleteAnswer by practice/hooks/upload-queue",
  ],
  "The lost answer is made good before anybody presses again: the page hears that it was done, and shows it": [
    ...["forum.moderation.rename", "forum.moderation.move"],
  ],
};

/**
 * Code below src/features that sends files and that no table of sent files walks through, each with the routes by which it does, by the
 * reason. A new route, or new code that sends by one, that is in no table and not here fails a test.
 */
export const OTHER_UPLOADS: Record<string, Readonly<Record<string, keyof UploadRoutes>>> = {
  "It goes by itself: what was recorded or attached waits on the device, and has tests of its own (never-lost, support-offline, trades-photos)":
    {
      "practice/hooks/upload-queue": "recording",
      "support/chat/hooks/outbox": "supportAttachment",
      "trades/entries/hooks/send-photo": "workspaceFile",
    },
};

/** What is asked for over REST alone: by programs, and a logout by a request that outlives its page. */
export const BY_REST: readonly string[] = [
  ...["account.loginUser", "account.logout", "account.registerUser", "learning.editUniversity", "subscription.changeMethod"],
  "support.chat.view",
];
