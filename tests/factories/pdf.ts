import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

const LATIN = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";
/** Its letters are numbered by a character map that the file only names. */
const CHINESE = `<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [
<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >>
/FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 -120 1000 880] /ItalicAngle 0 /Ascent 880
/Descent -120 /CapHeight 880 /StemV 80 >> >> ] >>`;

/** A PDF of plain pages, each of which says which one it is. */
export const plainPdf = (count: number): Buffer =>
  pdf(
    LATIN,
    Array.from({ length: count }, (_, page) => `(This is page number ${page + 1}.)`),
  );

/** A page in a Chinese font that the file does not bring along. */
export const chinesePdf = (text: string): Buffer =>
  pdf(CHINESE, [`<${[...text].map((letter) => letter.charCodeAt(0).toString(16).padStart(4, "0")).join("")}>`]);

function pdf(font: string, texts: string[]): Buffer {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${texts.length} /Kids [${texts.map((_, page) => `${4 + 2 * page} 0 R`).join(" ")}] >>`,
    font,
    ...texts.flatMap((text, page) => {
      const drawing = `BT /F1 32 Tf 72 700 Td ${text} Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * page} 0 R >>`,
        `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
      ];
    }),
  ];
  let file = "%PDF-1.4\n";
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const table = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}

/** A text without spaces and marks of direction: in a PDF spaces lie between its pieces, and are drawn by their places. */
export const joined = (text: string): string => text.replaceAll(/[\s\u061c\u200e\u200f\u2066-\u2069]/gu, "").normalize("NFKC");

/** What each page of a PDF says, joined. */
export async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, at) => pdf.getPage(at + 1)));
  const contents = await Promise.all(pages.map((page) => page.getTextContent()));
  return contents.map(({ items }) => joined(items.map((item) => ("str" in item ? item.str : "")).join("")));
}

/** What stands beside each other on the first page of a PDF, as it is seen from the left, joined. */
export async function seenLinesOf(bytes: Uint8Array): Promise<string[]> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const { items } = await (await pdf.getPage(1)).getTextContent();
  const pieces = items.flatMap((item) =>
    "str" in item ? [{ text: item.str, x: item.transform[4], y: Math.round(item.transform[5]) }] : [],
  );
  const heights = [...new Set(pieces.map(({ y }) => y))];
  const beside = (height: number) => pieces.filter(({ y }) => y === height).toSorted((one, other) => one.x - other.x);
  return heights.map((height) =>
    joined(
      beside(height)
        .map(({ text }) => text)
        .join(""),
    ),
  );
}
