import fc from "fast-check";
import { type Harness, registerUser } from "#tests/config/harness";
import { answerDetail, capturedAnswer } from "#tests/factories/answers";
import { storedAnswer, uploadAddress } from "#tests/factories/uploads";

/** What begins a file's addresses, by whether something is sent or served there. */
export const SENT = "/api/storage/ingest/";

/** Signed addresses of one who practises, without their origin: of a file of which nothing has come, and of one that is there, to send and to play. */
export async function storageAddresses(harness: Harness): Promise<string[]> {
  const { token } = await registerUser(harness);
  const begun = await capturedAnswer(harness, token);
  const file = { name: begun.name, size: begun.bytes.length, type: "video/webm" };
  const stored = await storedAnswer(harness, token);
  const { media } = await answerDetail(harness, token, stored.uid);
  return [await uploadAddress(harness, token, begun.uid, file), stored.address, media.link].map((address: string) =>
    address.slice(harness.url.length),
  );
}

/** An address that nobody signed: one that somebody has changed, in a letter, in what it says, or in how it is written. */
export const changed = (address: string): fc.Arbitrary<string> => {
  const [path = "", query = ""] = address.split("?");
  const instead = fc.constantFrom("", "0", "%", "%zz", "%00", "%2e%2e%2f", "&", "%F0%9F", "signature=", "//");
  return fc.oneof(
    fc
      .tuple(fc.integer({ min: SENT.length, max: address.length - 1 }), instead)
      .map(([at, text]) => `${address.slice(0, at)}${text}${address.slice(at + 2)}`),
    fc.constantFrom(
      path,
      `${path}?`,
      `${path}?${query}&x=1`,
      `${path}?${query}&${query.slice(0, -1)}`,
      `${path}/x?${query}`,
      `${path}/?${query}`,
    ),
    fc.constantFrom(
      `${path}?expires=1&signature=x`,
      `${path}?signature=hmac-sha256%3D00`,
      `${path.slice(0, -10)}?${query}`,
      `${SENT}?${query}`,
    ),
    fc.constant(`${path}?${query.replace(/expires=\d/, "expires=9")}`),
  );
};

const TYPES = [
  "",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  "multipart/form-data; boundary=x",
  "application/octet-stream",
  "x",
  "video/webm",
];
const PART = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nbytes';
const RANGES = [
  "bytes=0-",
  "bytes=3-",
  "bytes=-1",
  "bytes=0-0,2-2",
  "bytes=9999999-",
  "bytes=1e9-",
  "bytes=99999999999999999999-",
  "lines=0-",
  "x",
];

/** What stands in a request for a file besides its address. */
export const fileRequests = fc.record(
  {
    raw: fc.oneof(fc.constantFrom("", PART, `${PART}\r\n--x--\r\n`, "--x--", "\r\n"), fc.base64String({ maxLength: 200 })),
    headers: fc.record(
      {
        range: fc.constantFrom(...RANGES),
        "content-type": fc.constantFrom(...TYPES),
        "if-match": fc.constantFrom("*", '"x"', "x"),
        "if-none-match": fc.constantFrom("*", '"x"', ",,"),
        "if-range": fc.constantFrom('"x"', "x", "Thu, 01 Jan 1970 00:00:00 GMT"),
        "if-unmodified-since": fc.constantFrom("x", "Thu, 01 Jan 1970 00:00:00 GMT"),
      },
      { requiredKeys: [], noNullPrototype: true },
    ),
  },
  { noNullPrototype: true },
);
