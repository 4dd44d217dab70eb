import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import send from "send";
import { sendJson } from "../../http/body";
import { answerUnsent, type Unsent } from "../../http/send-failures";
import type { Log } from "../../log";

interface Sent {
  key: string;
  name: string;
  type: string;
  md5: string | null;
}

/** What a page shows. Markup (SVG is some too) never is: on this origin it would be a page of ours. */
const SHOWN = /^(audio|video)\/[\w.+-]+$|^image\/(png|jpeg|webp|gif)$/;

/** Answers with a stored file, or the range of it that is asked for. @returns when the answer is over, whole or not */
export function sendFile(req: IncomingMessage, res: ServerResponse, path: string, file: Sent, log: Log): Promise<void> {
  const shown = SHOWN.test(file.type);
  return new Promise<void>((resolve) => {
    // When a file came is for its owner to tell: of a copy that a reviewer hears it would say when somebody asked. What a download
    // that is taken up again is known by is its content.
    send(req, path, { cacheControl: false, dotfiles: "allow", etag: false, lastModified: false, index: false })
      .on("headers", (headers: ServerResponse) => {
        if (file.md5) headers.setHeader("etag", `"${file.md5}"`);
        headers.setHeader("content-type", shown ? file.type : "application/octet-stream");
        headers.setHeader("content-disposition", shown ? "inline" : `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`);
        // An address that has ended must not play on from a shared computer's cache.
        headers.setHeader("cache-control", "private, no-store");
        headers.setHeader("cross-origin-resource-policy", "same-site");
      })
      .on("error", (error: Unsent) => {
        const { status = 500, headers } = error;
        if (status >= 500) log.error({ err: error, key: file.key }, "file not sent");
        answerUnsent(res, error, () => sendJson(res, status, { error: STATUS_CODES[status] }, headers));
      })
      .pipe(res);
    res.once("close", resolve);
  });
}
