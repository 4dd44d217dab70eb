import { describe, expect, it } from "vitest";
import { isFinalRefusal } from "@/features/practice/hooks/upload-queue";
import { refusal } from "@/features/support/chat/hooks/outbox";
import { refusedFile } from "@/lib/refused-file";
import { toApiError } from "@/trpc/client";

/** As UploadThing's client throws what the storage answered. */
const thrown = (code: string) => Object.assign(new Error("XHR failed"), { data: { code, message: `in words: ${code}` } });

describe("a file that was refused by the malware scanner, or for what it is", () => {
  it.each(["malwareFound", "tooLargeToCheck", "recordingRefused"])("as %s is not sent again, and its owner reads why", (code) => {
    expect(refusal(thrown(code))).toBe(`in words: ${code}`);
    expect(isFinalRefusal(code)).toBe(true);
    expect(toApiError(thrown(code))).toMatchObject({ code, message: `in words: ${code}` });
  });

  it.each(["notCheckedYet", "filesFull"])("waits on its device where the answer was %s", (code) => {
    expect(refusal(thrown(code))).toBeUndefined();
    expect(isFinalRefusal(code)).toBe(false);
  });

  it("is told from one that a route took", () => {
    const refused = { code: "malwareFound" };
    expect(refusedFile({ refused })).toBe(refused);
    for (const answer of [{ taken: true }, { stored: false }, { avatar: null }, null, undefined, "refused"])
      expect(refusedFile(answer)).toBeUndefined();
  });
});
