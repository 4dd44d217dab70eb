import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { squarePicture } from "@/server/vendors/pictures";

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400"/></svg>');
const drawn = () => sharp({ create: { width: 40, height: 40, channels: 3, background: "#0b6b53" } });
const whole = { x: 0, y: 0, size: 40 };

describe("pictures that come at once", () => {
  it("are loaded one after the other, each once the one before it is done, and one that does not load holds up nobody", async () => {
    const bytes = await drawn().png().toBuffer();
    const happened: string[] = [];
    const make = (name: string, load = async () => bytes) =>
      squarePicture(
        "me",
        async () => {
          happened.push(`${name} loads`);
          return load();
        },
        whole,
      ).then(
        () => happened.push(`${name} is done`),
        () => happened.push(`${name} failed`),
      );
    const gone = async () => {
      throw new Error("the file is gone");
    };
    await Promise.all([make("first"), make("second", gone), make("third")]);
    expect(happened).toEqual(["first loads", "first is done", "second loads", "second failed", "third loads", "third is done"]);
  });
});

describe("what pictures are read with", () => {
  it("opens no markup and no rarer format, whoever asks the library", async () => {
    await expect(sharp(SVG).metadata()).rejects.toThrow("unsupported image format");
    await expect(sharp(await drawn().tiff().toBuffer()).metadata()).rejects.toThrow("unsupported image format");
    expect(await squarePicture("me", async () => SVG, whole)).toBeUndefined();
  });

  it.each(["jpeg", "png", "webp", "gif", "avif"] as const)("opens %s", async (format) => {
    const bytes = await drawn().toFormat(format).toBuffer();
    expect((await squarePicture("me", async () => bytes, whole))?.subarray(8, 12).toString()).toBe("WEBP");
  });
});
