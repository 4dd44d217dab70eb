import { eq, sql } from "drizzle-orm";
import { createUploadthing, type FileRouter } from "uploadthing/server";
import { z } from "zod";
import { AppError, found } from "@/lib/app-error";
import type { Role } from "@/lib/enums/account";
import { requireRole, type Services } from "@/server/api/context";
import { type Act, recordAct } from "@/server/audit";
import type { Transaction } from "@/server/db/client";
import { lockRows } from "@/server/db/lock-rows";
import { captions, documents, videos } from "@/server/db/schema";
import { actorOfRequest } from "@/server/http/caller";
import { isShown, letGo } from "@/server/jobs/orphans";
import { headOf } from "@/server/stored-bytes";
import type { UploadDocs } from "@/server/vendors/uploadthing/docs";
import { uploadErrorBody, uploadRefusal } from "@/server/vendors/uploadthing/refusal";
import { videoDuration } from "@/server/vendors/videos";
import { attachFile } from "./documents/mutations";
import { CAPTIONS_PROBLEMS, captionsProblem, looksLikePdf } from "./editing/rules";
import { languageInput, videoFileInput } from "./editing/schema";

/** What an upload route answers once it has looked at the file: taken, or why not. */
const editingOutcome = z.union([
  z.strictObject({ taken: z.literal(true) }),
  z.strictObject({ taken: z.literal(false), problem: z.enum([...CAPTIONS_PROBLEMS, "notVideo", "notPdf", "gone"]) }),
]);
type EditingOutcome = z.infer<typeof editingOutcome>;

type Problem = Extract<EditingOutcome, { taken: false }>["problem"];

export const learningUploadsTold = {
  learningVideo: { about: "The file of a video, by its `uid`: for those who run the service.", outcome: editingOutcome },
  learningCaptions: {
    about: "The captions of a video in one language, as WebVTT, by the video's `uid`: for those who run the service.",
    outcome: editingOutcome,
  },
  document: { about: "The file of a document in one language, by the document's `uid`: for super admins.", outcome: editingOutcome },
} satisfies Record<string, UploadDocs>;

type Target = NonNullable<Act["target"]>;

const FILE = { maxFileCount: 1, acl: "private" } as const;
const MAX_CAPTIONS_BYTES = 1024 ** 2;

/**
 * The routes by which a video, captions and documents arrive. Their metadata names whoever sent them for the log alone, and not as
 * their owner: what is published stays when its editor goes.
 */
export function learningUploads(services: Services) {
  const f = createUploadthing({ errorFormatter: uploadErrorBody });
  const { db, files } = services;

  /** @returns who sends a file  @throws UploadThingError unless the caller has one of the roles and the row is there */
  const editor = async (req: Request, roles: readonly Role[], find: () => Promise<unknown[]>) => {
    const caller = await actorOfRequest(services, req);
    try {
      if (!caller.actor) throw caller.authError ?? new AppError("unauthorized");
      await services.limits.spend("change", caller.actor.id);
      requireRole(caller.actor, roles);
      found((await find())[0]);
      return { editorId: caller.actor.id };
    } catch (cause) {
      throw uploadRefusal(cause, caller);
    }
  };
  /** A file arrives by itself: from where it was sent is not known any more. */
  const attached = (tx: Transaction, editorId: string, target: Target, detail: Record<string, unknown>) =>
    recordAct(tx, { actor: { id: editorId }, address: "" }, { action: "learning.attach", target, detail });
  const videoRow = (uid: string) => db.select({ id: videos.id }).from(videos).where(eq(videos.id, uid));
  const documentRow = (uid: string) => db.select({ id: documents.id }).from(documents).where(eq(documents.id, uid));

  /**
   * Whatever goes wrong while a file is taken, a file that nothing points to is removed.
   * @param take brings what is wrong with the file, or the keys to which nothing points now that it is taken
   */
  const taking = async (key: string, take: () => Promise<Problem | string[]>): Promise<EditingOutcome> => {
    const done = await take().catch(async (error: unknown): Promise<Problem> => {
      if (error instanceof AppError && error.code === "notFound") return "gone";
      await letGo(services, await unshown(key));
      throw error;
    });
    if (typeof done !== "string") {
      await letGo(services, done);
      return { taken: true };
    }
    await letGo(services, [key]);
    return { taken: false, problem: done };
  };

  /** The key, unless it is of a file that is shown already and came once more. Where nobody can tell it stays, too. */
  const unshown = (key: string): Promise<string[]> =>
    db.execute<{ shown: boolean }>(sql`select ${isShown(key)} as shown`).then(
      ([row]) => (row?.shown ? [] : [key]),
      () => [],
    );

  return {
    learningVideo: f(
      { "video/mp4": { ...FILE, maxFileSize: "1GB" }, "video/webm": { ...FILE, maxFileSize: "1GB" } },
      { awaitServerData: true },
    )
      .input(videoFileInput)
      .middleware(async ({ req, input }) => {
        const { editorId } = await editor(req, ["admin", "super_admin"], () => videoRow(input.uid));
        return { uid: input.uid, editorId };
      })
      .onUploadComplete(({ metadata: { uid, editorId }, file: { key } }) =>
        taking(key, async () => {
          const duration = await videoDuration(await files.open(key));
          if (duration === null) return "notVideo";
          return db.transaction(async (tx) => {
            const [before] = await lockRows(tx, videos, [uid]);
            const { source } = found(before);
            await tx.update(videos).set({ source: { key }, duration, editedAt: sql`now()` }).where(eq(videos.id, uid));
            const known = source && "key" in source ? source.key : undefined;
            // What is told twice was done once.
            if (known === key) return [];
            await attached(tx, editorId, { kind: "video", id: uid }, { file: "video" });
            return known ? [known] : [];
          });
        }),
      ),

    learningCaptions: f({ "text/vtt": { ...FILE, maxFileSize: "1MB" } }, { awaitServerData: true })
      .input(languageInput)
      .middleware(async ({ req, input }) => {
        const { editorId } = await editor(req, ["admin", "super_admin"], () => videoRow(input.uid));
        return { ...input, editorId };
      })
      .onUploadComplete(({ metadata: { uid, language, editorId }, file: { key } }) =>
        taking(key, async () => {
          const vtt = await textOf(await files.open(key));
          if (vtt === null) return "notWebVtt";
          return db.transaction(async (tx) => {
            const [row] = await lockRows(tx, videos, [uid]);
            const problem = await captionsProblem(vtt, found(row).duration);
            if (problem) return problem;
            await tx
              .insert(captions)
              .values({ videoId: uid, locale: language, vtt })
              .onConflictDoUpdate({ target: [captions.videoId, captions.locale], set: { vtt } });
            await tx.update(videos).set({ editedAt: sql`now()` }).where(eq(videos.id, uid));
            await attached(tx, editorId, { kind: "video", id: uid }, { file: "captions", language });
            // The text stands in its table; the file has served.
            return [key];
          });
        }),
      ),

    document: f({ pdf: { ...FILE, maxFileSize: "32MB" } }, { awaitServerData: true })
      .input(languageInput)
      .middleware(async ({ req, input }) => {
        const { editorId } = await editor(req, ["super_admin"], () => documentRow(input.uid));
        return { ...input, editorId };
      })
      .onUploadComplete(({ metadata: { uid, language, editorId }, file: { key, size } }) =>
        taking(key, async () => {
          if (!looksLikePdf(await headOf(await files.open(key), 1024))) return "notPdf";
          return db.transaction(async (tx) => {
            const { isNew, gone } = await attachFile(tx, uid, language, { key, size });
            if (isNew) await attached(tx, editorId, { kind: "document", id: uid }, { file: "document", language });
            return gone;
          });
        }),
      ),
  } satisfies FileRouter;
}

/** A short text in UTF-8, or null where it is none. */
async function textOf(stream: ReadableStream<Uint8Array>): Promise<string | null> {
  const bytes = await new Response(stream).arrayBuffer();
  if (bytes.byteLength > MAX_CAPTIONS_BYTES) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
