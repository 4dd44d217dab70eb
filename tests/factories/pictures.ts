import { crc32 } from "node:zlib";
import sharp from "sharp";

/** Edge of a tile in pixels. */
export const TILE = 200;
type Rgb = [number, number, number];
const RED: Rgb = [220, 30, 30];
const GREEN: Rgb = [30, 160, 60];
const BLUE: Rgb = [30, 60, 220];
const YELLOW: Rgb = [230, 210, 40];
const BLACK: Rgb = [10, 10, 10];
const WHITE: Rgb = [245, 245, 245];
/** Row by row, as somebody who looks at the upright picture sees them. */
export const TILES: Rgb[][] = [
  [RED, GREEN, BLUE],
  [YELLOW, BLACK, WHITE],
];

const upright = () => {
  const width = TILE * 3;
  const height = TILE * 2;
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) pixels.set(TILES[Math.floor(y / TILE)]?.[Math.floor(x / TILE)] ?? BLACK, (y * width + x) * 3);
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};

/** The six tiles as a phone held upright stores them: on their side, with the orientation, the place and the owner in EXIF. */
export const phonePicture = async (): Promise<Buffer> =>
  sharp(await upright().rotate(270).png().toBuffer())
    .jpeg({ quality: 95 })
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Copyright: "Ada Test", Make: "Camera maker" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "15/1 30/1 0/1", GPSLongitudeRef: "E", GPSLongitude: "32/1 33/1 0/1" },
    })
    .toBuffer();

export const picture = (format: "png" | "webp" | "jpeg" | "gif"): Promise<Buffer> => upright().toFormat(format).toBuffer();

/** A file of some hundred kilobytes that unpacks to 100 million pixels. */
export const bomb = (): Promise<Buffer> =>
  sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: "#000000" }, limitInputPixels: false })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();

/** A PNG whose head says that it is larger than any machine's memory. */
export async function giant(): Promise<Buffer> {
  const png = await picture("png");
  png.writeUInt32BE(0x7fffffff, 16);
  png.writeUInt32BE(0x7fffffff, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}
