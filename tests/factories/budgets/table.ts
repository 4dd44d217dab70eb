import type { LimitClass } from "@/server/http/rate-limits";

/** Procedures by what they spend, those of one router in a line: the router's name, and theirs. */
type Budgets = Partial<Record<LimitClass, string[]>>;

/**
 * What each procedure spends besides what every call does. A procedure that is new gets its name in one of the three lists below: what
 * could be guessed, what anybody may call, and what has mails sent, a payment service work or people told is to have a budget of its own.
 *
 * These are an address's, whoever is signed in there: a token that comes along buys no further guesses.
 */
export const OF_AN_ADDRESS: Budgets = {
  credentials: [
    "account: login register registerUser loginUser",
    "account.factors: beginPasskeyLogin loginWithPasskey",
    "account.links: resetPassword verifyEmail",
    "account.thirdParty: login register",
  ],
  lookup: ["account: checkExistence", "account.thirdParty: exists", "practice: shared", "subscription: plans"],
  mail: ["account.links: forgetPassword"],
  contact: ["support.contact: save send"],
  message: ["support.contact: view file", "trades.quoteLinks: accept decline"],
  reading: ["forum.preview: rooms topics topic", "support.faq: open vote", "trades.quoteLinks: open"],
  drawing: ["trades.quoteLinks: pdf"],
};

/** These are a person's, wherever they are. */
export const OF_A_PERSON: Budgets = {
  mail: [
    "account: updatePassword",
    "account.deletion: request",
    "account.links: requestVerification changeEmail",
    "account.notifications.push: test",
    "admin.people: verify",
    "admin.viewings: ask",
    "trades.invites: send",
    "trades.invoices: send",
    "trades.quotes: send",
  ],
  payment: [
    "subscription: checkout refresh previewChange change cancel resume changeMethod cardCheckout pay receipt",
    "subscription.demo: pay authenticate",
  ],
  message: [
    "forum: flag",
    "forum.members: save",
    "forum.posts: write edit delete react",
    "forum.topics: create rename mark answer",
    "peerReview.assignments: next report",
    "peerReview.requests: save",
    "peerReview.reviews: save dispute report",
    "support.chat: begin send",
  ],
  typing: ["forum.posts: typing", "support.chat: typing"],
  reading: ["forum: search", "forum.members: suggest", "forum.posts: history"],
  drawing: [
    "admin.exports: csv json",
    "practice: report",
    "trades.entries: pdf",
    "trades.invoices: pdf",
    "trades.prices: pdf",
    "trades.quotes: pdf",
  ],
};

/** Reading and changing what is there, within what everybody may do of that. */
export const NOTHING_MORE: string[] = [
  "account: me logout signInOptions reauthenticate profile updateProfile removeAvatar preferences savePreference live",
  "account.deletion: holdings cancel",
  "account.export: latest request link",
  "account.factors: get beginTotp enableTotp disableTotp renewRecoveryCodes beginPasskey addPasskey renamePasskey removePasskey",
  "account.factors: beginPasskeyReauthentication reauthenticateWithPasskey",
  "account.links: cancelEmailChange",
  "account.notifications: list unread read unreadOne readAll settings saveSettings",
  "account.notifications.push: key subscribe unsubscribe",
  "account.sessions: list end endOthers endAll",
  "account.thirdParty: link unlink",
  "account.viewings: list open answer end",
  "admin: mails",
  "admin.announcements: list view save delete",
  "admin.areas: grants grant revoke",
  "admin.audit: list actors export",
  "admin.home: waiting figure revenue health",
  "admin.imports: list view rows begin piece again order forget",
  "admin.operations: jobs run events retryEvents mails retryMails erasures storage",
  "admin.people: list person history suspend restore unlock endSessions grantRole",
  "admin.plans: prices holders impact",
  "admin.service: now",
  "admin.settings: list save",
  "admin.viewings: list open end",
  "forum: live",
  "forum.images: waiting",
  "forum.log: list moderators member",
  "forum.members: me",
  "forum.moderation: waiting message topic rename move merge suspend lift",
  "forum.posts: list get locate",
  "forum.professions: list save archive move",
  "forum.proposals: list view adopt decline withdraw credit",
  "forum.reports: list",
  "forum.rooms: list mark catchUp",
  "forum.sharing: open revoke ofAnswer",
  "forum.topics: list get read",
  "learning: mentorship tutorials suggestedMentorship suggestedTutorial dismissSuggestion mentorshipVideo tutorial library",
  "learning: continueWatching recordWatching bookmarks saveBookmark deleteBookmark universities university document editUniversity",
  "learning.editing: videos video saveVideo publishVideo moveVideo deleteVideo deleteCaptions universities university saveUniversity",
  "learning.editing: publishUniversity moveUniversity documents saveDocument documentFile publishDocument moveDocument detachFile",
  "learning.editing: deleteDocument",
  "peerReview: overview",
  "peerReview.assignments: get saveDraft saveFirst release saveLanguages",
  "peerReview.care: counts cases decide waiting take",
  "peerReview.insights: calibration reviewing",
  "peerReview.requests: list get ofAnswer seen withdraw",
  "peerReview.reviews: received given givenOne thank helpful retake",
  "practice: categories questions question saveAnswer answers answer deleteAnswer share revokeShare plays",
  "practice.bank: list question versions save restore turn move",
  "practice.delivery: get save",
  "practice.editedCategories: list save retire move",
  "practice.interviews: list interview save delete",
  "practice.plan: today forecast dates settings saveSettings choose leftOut",
  "practice.progress: get",
  "practice.simulation: list running get report plan start begin finish leave delete",
  "practice.star: get save",
  "practice.takes: repeated list",
  "subscription: active usage invoices",
  "subscription.admin: person grant revoke refund",
  "subscription.demo: checkout clock advance",
  "support.chat: list view get history read received unread waiting file rate report shareReport",
  "support.faq: list",
  "support.faq.editing: categories entries entry save publish move delete",
  "support.inbox: list queues view history answer note assign snooze wake resolve reopen read received typing file team",
  "support.inbox.canned: list reply save move delete",
  "trades.costs: list budget margins save delete",
  "trades.counts: sheet save",
  "trades.customerFiles: export check take",
  "trades.customers: list view save delete merge",
  "trades.cutPlans: list view materials waiting start stop discard approve cut",
  "trades.entries: list ofJob view start save submit discard",
  "trades.files: list view rename delete",
  "trades.forms: list open view save publish archive delete",
  "trades.invites: list revoke preview accept",
  "trades.invoices: list view draft credit save delete issue xml statement",
  "trades.jobs: list board view timeline save move words saveWords",
  "trades.materials: list save",
  "trades.members: list setRole remove leave transfer",
  "trades.notes: list save delete",
  "trades.payments: add refund reverse",
  "trades.pieces: list save move",
  "trades.priceFiles: export check take",
  "trades.prices: lists saveList view holding draft saveItem deleteItem discard publish",
  "trades.pricing: settings saveSettings taxes saveTax",
  "trades.quotes: list view save delete revise answer takeBack",
  "trades.reservations: list ofJob save release issue",
  "trades.resources: list save settings saveSettings absences saveAbsence deleteAbsence openFeed endFeed",
  "trades.schedule: view ofJob nextFree save delete",
  "trades.slabs: list view offers kin history labels save move place mark break",
  "trades.standards: list save order delete use",
  "trades.stock: list view moves save receive issue giveBack lose",
  "trades.tasks: list day ofJob view save move check order delete",
  "trades.templates: list save delete use",
  "trades.texts: list save delete fill",
  "trades.workspace: list create view save delete",
];

/** The whole names of the procedures of such lines. */
export const proceduresOf = (lines: string[] = []): string[] =>
  lines.flatMap((line) => {
    const [router, names = ""] = line.split(": ");
    return names.split(" ").map((name) => `${router}.${name}`);
  });
