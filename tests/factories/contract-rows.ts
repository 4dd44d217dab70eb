const P = "/api/user/personalization";

/** What an answer of 200 holds: fields of its own, of its `data`, of each item of its list; or a file. */
export type Held = { in: "whole" | "data" | "items"; fields: readonly string[] } | { file: string };
const whole = (...fields: string[]): Held => ({ in: "whole", fields });
const data = (...fields: string[]): Held => ({ in: "data", fields });
const list = (...fields: string[]): Held => ({ in: "items", fields });
const signedIn = whole("accessToken", "user");

/** The rows of the REST contract: each path, whom it answers, and the fields that it names. */
export const CONTRACT_ROWS: readonly (readonly [method: string, path: string, tier: "none" | "user" | "super", answer: Held])[] = [
  ["POST", "/api/account/login", "none", signedIn],
  ["POST", "/api/account/register", "none", signedIn],
  ["GET", "/api/account/my-account", "user", whole("user")],
  ["POST", "/api/user/register", "none", signedIn],
  ["POST", "/api/user/social/register", "none", signedIn],
  ["POST", "/api/user/register/validation/check", "none", data("emailExists", "usernameExists")],
  ["POST", "/api/user/social/login", "none", signedIn],
  ["POST", "/api/user/login", "none", signedIn],
  ["POST", "/api/user/forget/password", "none", data("sent")],
  ["POST", "/api/user/reset/password", "none", data("reset")],
  ["GET", `${P}/account/detail/profile/get`, "user", data()],
  ["POST", `${P}/account/detail/profile/update`, "user", data()],
  ["POST", `${P}/account/detail/password/update`, "user", data("updated")],
  ["GET", "/auth/check-provider-account-id/{id}", "none", data("exists")],
  ["GET", "/api/user/logout", "user", data("loggedOut")],
  ["GET", "/answer/peer-review/{userId}", "user", list()],
  ["GET", `${P}/subscription/active/get`, "user", data()],
  ["GET", `${P}/subscription/canceling`, "user", data("cancelAt")],
  ["POST", `${P}/subscription/canceling`, "user", data("cancelAt")],
  ["POST", `${P}/subscription/change/method`, "user", data()],
  ["GET", `${P}/subscription/receipt/invoices/get`, "user", list()],
  ["POST", `${P}/subscription/receipt/invoices/download`, "user", { file: "application/pdf" }],
  ["POST", "/api/user/web/contact/us/save", "none", data("received")],
  ["GET", `${P}/faq/get`, "user", list()],
  ["GET", `${P}/video/library/get`, "user", list()],
  ["POST", `${P}/video/library/update/status`, "user", data()],
  ["GET", `${P}/contact/us/get`, "user", list()],
  ["POST", `${P}/contact/us/save`, "user", data()],
  ["POST", `${P}/contact/us/detail/view`, "user", data("messages")],
  ["POST", `${P}/contact/us/detail/send/message`, "user", data()],
  ["GET", `${P}/learning/resources/mentorship/program/get`, "user", list("uid", "heading", "video", "date", "description")],
  ["GET", `${P}/learning/resources/interview/tutorial/get`, "user", list("uid", "name", "video", "date", "description")],
  ["GET", `${P}/learning/resources/mentorship/program/suggested/for/you/get`, "user", data("description")],
  ["GET", `${P}/learning/resources/interview/tutorial/suggested/for/you/get`, "user", data("description")],
  ["POST", `${P}/learning/resources/mentorship/program/view`, "user", data()],
  ["POST", `${P}/learning/resources/interview/tutorial/view`, "user", data()],
  ["GET", `${P}/learning/resources/university/get`, "user", list("uid", "name", "logo")],
  ["POST", `${P}/learning/resources/university/detail/get`, "user", data("sections", "documents")],
  ["POST", "/api/super/admin/learning/resources/university/detail/edit", "super", data()],
  ["GET", `${P}/practice/category/get`, "user", list("uid", "name", "questions")],
  ["GET", `${P}/practice/question/get`, "user", list("uid", "text", "reading_time", "answer_time")],
  ["POST", `${P}/practice/answer/save`, "user", data("uid")],
  ["GET", `${P}/practice/answer/get`, "user", list()],
  ["POST", `${P}/practice/answer/detail/get`, "user", data("uid", "media")],
  ["GET", `${P}/community/profession/get`, "user", list("uid", "name")],
  ["GET", `${P}/community/topic/get`, "user", list("uid", "title", "replies", "lastMessageAt")],
  ["POST", `${P}/community/topic/save`, "user", data()],
  ["GET", `${P}/community/topic/message/get`, "user", list("uid", "message", "replyFromId", "author")],
  ["POST", `${P}/community/topic/message/save`, "user", data()],
  ["POST", `${P}/peer-review/request/save`, "user", data()],
  ["POST", `${P}/peer-review/assignment/next`, "user", data("question_id", "recording")],
  ["POST", `${P}/peer-review/review/save`, "user", data()],
];
