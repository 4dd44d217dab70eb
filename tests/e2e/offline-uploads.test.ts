import type { Browser, Page } from "@playwright/test";
import { plainPdf } from "#tests/factories/pdf";
import { picture } from "#tests/factories/pictures";
import { LOCALE_NAMES } from "@/lib/locales";
import { SETTINGS } from "./account-steps";
import { callApi, P, startTake } from "./actions";
import type { RunningApp } from "./app";
import { answerOf } from "./database";
import { detailPath } from "./delivery-actions";
import { accountWith, CONTENT, draft, inAll } from "./editing-actions";
import { type Account, expect, newAccount, signIn } from "./fixtures";
import { aMember, aRoom, aTopic, FORUMS, messageWith } from "./forum-actions";
import { TEXTS } from "./languages";
import type { Prepared } from "./offline-forms";
import { type SentFile, walkUploads } from "./offline-uploads";
import { aPeer, R, requestOf } from "./peer-review-actions";
import { aBoss, aCustomer, aJob, aStock, aWorkspace, TRADES } from "./trades-actions";
import { filled } from "./words";

const t = TEXTS.en;
const { profile } = t.account;
const { pictures } = t.forum;
const { files } = t.trades;
const { upload, file: videoFile } = t.learning.editing;

interface Chosen {
  name: string;
  mimeType: string;
  buffer: Buffer;
}
const png = async (name: string): Promise<Chosen> => ({ name, mimeType: "image/png", buffer: await picture("png") });
const pdf = (name: string): Chosen => ({ name, mimeType: "application/pdf", buffer: plainPdf(1) });
const VIDEO = "public/learning/after-a-rejection.mp4";
const VTT = { name: "talk.vtt", mimeType: "text/vtt", buffer: Buffer.from("WEBVTT\n\n00:00:00.000 --> 00:00:03.000\nWelcome back\n") };

/** How many rows there are, as the database counts them, and how many files lie there by a name. */
const counted = (app: RunningApp, rows: string, about: string, name?: string) => async () => [
  await answerOf(app, `select count(*)::int from ${rows}`, about),
  name && (await answerOf(app, "select count(*)::int from stored_files where name = $1", name)),
];

async function people(app: RunningApp): Promise<Prepared<SentFile>> {
  const amal = await newAccount(app.url);
  const ada = await aMember(app, "Ada Lovelace");
  const topic = await aTopic(app.url, ada, await aRoom(app, "Whiteboards"), "Do you draw?", "I do.");
  const [face, board] = [await png("face.png"), await png("board-of-a-lost-network.png")];
  const field = (page: Page) => page.getByRole("textbox", { name: t.forum.composer.label });
  return {
    people: { amal, ada },
    forms: [
      {
        sends: "avatar",
        by: "account/components/settings/crop-form",
        path: SETTINGS,
        first: async (page) => {
          await page.locator("input[type=file]").setInputFiles(face);
          await expect(page.getByRole("button", { name: profile.use })).toBeEnabled();
        },
        begin: (page) => page.getByRole("button", { name: profile.use }).click(),
        again: profile.use,
        kept: (page) => page.getByRole("dialog").getByRole("application", { name: profile.cropTitle }),
        at: counted(app, "avatars where user_id = (select id from users where email = $1)", amal.email, face.name),
        ends: async (page) => {
          await expect(page.getByRole("dialog")).toHaveCount(0);
          await expect(page.locator("header img")).toBeVisible();
        },
      },
      {
        sends: "forumImage",
        by: "forum/posts/hooks/use-pictures",
        who: "ada",
        path: `${FORUMS}?topic=${topic}`,
        first: (page) => field(page).fill("Look:"),
        begin: (page) => page.locator("input[type=file]").setInputFiles(board),
        again: filled(pictures.retry, { name: board.name }),
        kept: (page) => page.getByText(board.name, { exact: true }),
        at: counted(app, "forum_images where uploader_id = (select id from users where email = $1)", ada.email, board.name),
        ends: async (page) => {
          await expect(field(page)).toHaveValue(/^Look:\n!\[board-of-a-lost-network\]\(image:[\da-f-]{36}\)\n$/);
          await expect(page.getByText(board.name, { exact: true })).toHaveCount(0);
          await page.getByRole("button", { name: t.forum.composer.send, exact: true }).click();
          await expect(messageWith(page, "Look:").getByRole("img", { name: "board-of-a-lost-network" })).toBeVisible();
        },
      },
    ],
  };
}

async function trades(app: RunningApp): Promise<Prepared<SentFile>> {
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const customer = await aCustomer(app, boss, shop);
  const job = await aJob(app, boss, { workspaceId: shop, customerUid: customer, title: "Villa bench" });
  const { slab } = await aStock(app, boss, shop, job);
  const at = (page: string, uid: string) => `${TRADES}/${page}?workspace=${shop}&uid=${uid}`;
  /** Chosen below a heading, and shown there from then on. */
  const sent = (within: string, path: string, file: Chosen): SentFile => ({
    sends: "workspaceFile",
    by: "trades/files/hooks/use-sending",
    path,
    begin: (page) => page.locator(`${within} input[type=file]`).first().setInputFiles(file),
    again: filled(files.retry, { name: file.name }),
    kept: (page) => page.locator(within).getByRole("button", { name: filled(files.leaveOut, { name: file.name }) }),
    at: counted(app, "workspace_files where name = $1", file.name, file.name),
    ends: async (page) => {
      await expect(page.locator(within).getByRole("button", { name: filled(files.retry, { name: file.name }) })).toHaveCount(0);
      await expect(page.locator(within).getByRole("button", { name: filled(files.open, { name: file.name }) })).toHaveCount(1);
    },
  });
  const { notes } = t.trades;
  const gate = await png("gate-of-a-lost-network.png");
  return {
    people: { boss },
    forms: [
      sent("#documents", at("customers/customer", customer), await png("face-of-a-lost-network.png")),
      sent("#documents", at("customers/customer", customer), pdf("contract-of-a-lost-network.pdf")),
      sent("#documents", at("jobs/job", job), pdf("drawing-of-a-lost-network.pdf")),
      sent("#documents", at("stock/slab", slab), await png("slab-of-a-lost-network.png")),
      {
        ...sent("#notes", at("jobs/job", job), gate),
        first: (page) => page.locator("#notes").getByLabel(notes.body).fill("The gate is narrow"),
        ends: async (page) => {
          await expect(page.locator("#notes").getByLabel(notes.body)).toHaveValue("The gate is narrow");
          await page.locator("#notes").getByRole("button", { name: notes.add, exact: true }).click();
          const written = page.locator("#notes").getByRole("listitem").filter({ hasText: "The gate is narrow" });
          await expect(written.getByRole("button", { name: filled(files.open, { name: gate.name }) })).toHaveCount(1);
        },
      },
    ],
  };
}

async function learning(app: RunningApp): Promise<Prepared<SentFile>> {
  const boss = await accountWith(app, "super_admin");
  const post = async (path: string, body: object): Promise<string> => (await callApi(app.url, boss.token, path, body)).data.uid;
  const video = await post("/api/admin/learning/video/save", draft("Lost on its way"));
  const paper = await post("/api/super/admin/learning/document/save", { university: null, title: inAll("A paper on its way") });
  const ofVideo = `${CONTENT}/video?uid=${video}`;
  const field = (name: string) => (page: Page) => page.getByLabel(`${upload.choose} ${name}`, { exact: true });
  const shared = {
    again: t.common.retry,
    told: upload.lost,
    ends: (page: Page) => expect(page.getByText(upload.lost)).toHaveCount(0),
  };
  const [captions, english] = [`${t.learning.video.captions}, ${LOCALE_NAMES.en}`, `A paper on its way, ${LOCALE_NAMES.en}`];
  const sheet = pdf("sheet-of-a-lost-network.pdf");
  return {
    people: { boss },
    forms: [
      {
        ...shared,
        sends: "learningVideo",
        by: "learning/hooks/use-file-upload",
        path: ofVideo,
        begin: (page) => field(videoFile.title)(page).setInputFiles(VIDEO),
        at: counted(app, "videos v join stored_files f on f.key = v.source ->> 'key' where v.id = $1", video, "after-a-rejection.mp4"),
      },
      {
        ...shared,
        sends: "learningCaptions",
        by: "learning/hooks/use-file-upload",
        path: ofVideo,
        begin: (page) => field(captions)(page).setInputFiles(VTT),
        at: counted(app, "captions where video_id = $1", video, VTT.name),
      },
      {
        ...shared,
        sends: "document",
        by: "learning/hooks/use-file-upload",
        path: `${CONTENT}?tab=shared`,
        begin: (page) => field(english)(page).setInputFiles(sheet),
        at: counted(app, "documents where id = $1 and files ? 'en'", paper, sheet.name),
      },
    ],
  };
}

/** A video that somebody recorded and asks about, of which the voice is to be sent first. */
async function aVoiceToSend(browser: Browser, app: RunningApp, maker: Account): Promise<string> {
  const context = await browser.newContext({ baseURL: app.url, permissions: ["microphone", "camera"] });
  await signIn(context, maker);
  const page = await context.newPage();
  await startTake(page, app.url, maker, "video", 2_000);
  await page.getByRole("button", { name: t.practice.recording.stop }).click();
  await expect(page.getByText(t.practice.review.stored, { exact: true })).toBeVisible();
  await context.close();
  const { data } = await callApi(app.url, maker.token, `${P}/answer/get`);
  const [{ uid }] = data;
  await callApi(app.url, maker.token, `${R}/request/save`, { answer_id: uid, staged: true });
  return uid;
}

async function voices(app: RunningApp, browser: Browser): Promise<Prepared<SentFile>> {
  const maker = await aPeer(app);
  const answer = await aVoiceToSend(browser, app, maker);
  const { ask, voice } = t.peerReview;
  const send = (page: Page) => page.getByRole("button", { name: ask.sendVoice, exact: true });
  return {
    people: { maker },
    forms: [
      {
        sends: "reviewVoice",
        by: "peer-review/hooks/use-voice-upload",
        path: detailPath(answer),
        begin: (page) => send(page).click(),
        again: t.common.retry,
        told: voice.problem.network,
        at: async () => (await requestOf(app.url, maker, answer)).awaitsVoice,
        showsItself: true,
        ends: async (page) => {
          await expect(page.getByText(voice.problem.network)).toHaveCount(0);
          await expect(send(page)).toHaveCount(0);
        },
      },
    ],
  };
}

walkUploads("of one's own and of the community", (app) => people(app));
walkUploads("of a shop", (app) => trades(app));
walkUploads("of learning", (app) => learning(app));
walkUploads("of a review", voices);
