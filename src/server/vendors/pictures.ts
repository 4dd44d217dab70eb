import sharp from "sharp";
import { type Load, oneFileAtATime } from "../keyed-queue";

/** Formats that are read. SVG is a program as much as a picture, and stays out. */
const READ = new Set(["jpeg", "png", "webp", "gif", "avif", "heif"]);
/**
 * What the library may open at all, in this process: a file that calls itself a photo and is SVG, PDF or TIFF reaches no reader of those.
 * (What the pages' own pictures are made smaller with is the same library, and needs no more.)
 */
const READERS = ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((kind) => `VipsForeignLoad${kind}`);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: READERS });

/** Edge of a profile picture: twice the largest size at which one is shown. */
const EDGE = 512;
/** A small file can unpack to a huge picture: this is what phones make, and some 100 MB in memory. */
const MAX_PIXELS = 26_000_000;
const MAX_SECONDS = 10;

/** Each takes a core besides: `whose` is who made it be looked at. */
const inTurn = oneFileAtATime();

/**
 * A square of a picture as a new WebP file: upright, without EXIF or any other metadata, and without whatever else a file
 * may carry besides its pixels.
 * @param crop in pixels of the upright picture; what reaches beyond it is cut off
 * @returns undefined when it is no picture that can be read
 */
export const squarePicture = (whose: string, load: Load, crop: Crop): Promise<Buffer | undefined> =>
  inTurn(whose, load, (bytes) => cut(bytes, crop));

interface Crop {
  x: number;
  y: number;
  size: number;
}

async function cut(bytes: Uint8Array, crop: Crop): Promise<Buffer | undefined> {
  const open = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error" });
  try {
    const { format, width, height, orientation = 1 } = await open().metadata();
    if (!READ.has(format ?? "")) return undefined;
    // Orientations from 5 on lie on their side (EXIF 2.3, tag 0x0112).
    const [w, h] = orientation >= 5 ? [height, width] : [width, height];
    const left = Math.min(crop.x, w - 1);
    const top = Math.min(crop.y, h - 1);
    const size = Math.min(crop.size, w - left, h - top);
    return await open()
      .rotate()
      .extract({ left, top, width: size, height: size })
      .resize(EDGE, EDGE, { fit: "cover" })
      .webp({ quality: 82 })
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer();
  } catch {
    return undefined;
  }
}

/** Edge of the small picture that stands in for a large one. */
const PREVIEW_EDGE = 480;

export interface CleanPicture {
  /** In the format in which it came. */
  image: Buffer;
  /** A WebP that fits a square of 480 pixels. */
  preview: Buffer;
  width: number;
  height: number;
}

/**
 * A picture written anew with nothing but its pixels, upright, beside a small one of it. What moves goes on moving.
 * @returns undefined when it is no picture that can be read
 */
export const cleanPicture = (whose: string, load: Load): Promise<CleanPicture | undefined> => inTurn(whose, load, clean);

/** Edge of a picture in a document: on paper as wide as a page, a picture of this size is sharp. */
const PRINTED_EDGE = 1000;

/**
 * A picture as documents hold it: a JPEG of a small size, on white where it is clear.
 * @returns undefined when it is no picture that can be read
 */
export const printable = (whose: string, load: Load): Promise<Buffer | undefined> => inTurn(whose, load, print);

async function print(bytes: Uint8Array): Promise<Buffer | undefined> {
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error" })
      .autoOrient()
      .resize(PRINTED_EDGE, PRINTED_EDGE, { fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: 78 })
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer();
  } catch {
    return undefined;
  }
}

async function clean(bytes: Uint8Array): Promise<CleanPicture | undefined> {
  const limits = { limitInputPixels: MAX_PIXELS, failOn: "error" } as const;
  try {
    const { data: image, info } = await sharp(bytes, { ...limits, animated: true })
      .autoOrient()
      .keepIccProfile()
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer({ resolveWithObject: true });
    if (!READ.has(info.format)) return undefined;
    const preview = await sharp(image, limits)
      .resize(PREVIEW_EDGE, PREVIEW_EDGE, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: 80 })
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer();
    // Frames of a moving picture stand one below the other.
    return { image, preview, width: info.width, height: info.pageHeight ?? info.height };
  } catch {
    return undefined;
  }
}
