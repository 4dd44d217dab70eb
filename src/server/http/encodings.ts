/** How a text may travel, the smallest first. */
const ENCODINGS = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** What a caller takes, by its Accept-Encoding (RFC 9110, 12.5.3): `br;q=0` takes it not. */
export function encodingFor(accepted: string | undefined): Encoding {
  const named = (accepted ?? "").split(",").flatMap((part) => {
    const [name = "", ...parameters] = part
      .toLowerCase()
      .split(";")
      .map((piece) => piece.trim());
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return ENCODINGS.find((encoding) => named.includes(encoding)) ?? "identity";
}
