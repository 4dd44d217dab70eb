import type { OpenAPIObject } from "trpc-to-openapi";
import { SAMPLE_ID } from "@/lib/fields";
import { refusalsOf } from "./openapi-answers";
import { LANGUAGE } from "./openapi-parameters";
import { uploadKinds } from "./openapi-upload-kinds";

type Paths = NonNullable<OpenAPIObject["paths"]>;
type Operation = NonNullable<Paths[string]["get"]>;

/**
 * How files get here: by UploadThing's protocol and not by a procedure, so it is described by hand. Where the hosted service keeps
 * the files, the address is one of its own and takes the same calls.
 */
const ASK = "/api/uploadthing";
const SEND = "/api/storage/ingest/{key}";

const NAME = `${SAMPLE_ID}.webm`;
const KEY = "aZ3kQ9x7Lm2PvT4wYc8RnB6dHs1JfGe5";
const ADDRESS = `https://parley.example/api/storage/ingest/${KEY}?expires=1795600000000&signature=hmac-sha256%3D9e10`;
const MD5 = "9e107d9d372bb6826bd81d3542a419d6";

const json = (schema: unknown, example: unknown) => ({ "application/json": { schema: schema as object, example } });
const object = (properties: Record<string, unknown>) => ({ type: "object", required: Object.keys(properties), properties });

const KINDS = uploadKinds();

const ask = {
  operationId: "files-address",
  summary: "An address for a file",
  description:
    "For whoever is signed in. The body is the one that is titled as `slug` says. Asking for a `recording` or a `reviewVoice` again gives an address for the same file, which goes on where it broke; of other files it is a new one.",
  parameters: [
    {
      name: "actionType",
      in: "query",
      required: true,
      description: "What is asked for.",
      schema: { type: "string", enum: ["upload"] },
      example: "upload",
    },
    {
      name: "slug",
      in: "query",
      required: true,
      description: "What is sent.",
      schema: { type: "string", enum: KINDS.map(({ slug }) => slug) },
      example: "recording",
    },
    LANGUAGE,
  ],
  requestBody: {
    required: true,
    content: json(
      { anyOf: KINDS.map(({ asks }) => asks) },
      { files: [{ name: NAME, size: 5000, type: "audio/webm" }], input: { uid: SAMPLE_ID } },
    ),
  },
  responses: {
    200: {
      description: "One address: it is signed, needs no token, and holds for an hour.",
      content: json(
        {
          type: "array",
          items: object({
            url: { type: "string", format: "uri", description: "Where the file is sent, used as it is." },
            key: { type: "string" },
            name: { type: "string" },
            customId: { type: "null" },
          }),
        },
        [{ url: ADDRESS, key: KEY, name: NAME, customId: null }],
      ),
    },
    ...refusalsOf([400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 500, 503]),
  },
};

/** Of the address: what of it is named may be read, and none of it may be changed. */
const SIGNED = [
  { name: "key", in: "path", required: true, description: "The file.", schema: { type: "string" }, example: KEY },
  {
    name: "expires",
    in: "query",
    required: true,
    description: "Until when the address holds, in milliseconds since 1970.",
    schema: { type: "integer" },
    example: 1_795_600_000_000,
  },
  {
    name: "signature",
    in: "query",
    required: true,
    description: "Covers all that stands before it in the address.",
    schema: { type: "string" },
    example: `hmac-sha256=${MD5}${MD5}`,
  },
];

const refused = (description: string) => ({
  description,
  content: json(
    { anyOf: [{ $ref: "#/components/schemas/StorageRefusal" }, { $ref: "#/components/schemas/Error" }] },
    { error: "Invalid signature" },
  ),
});
const AWAY = refusalsOf([404, 422, 429, 500, 503]);
const NOT_SIGNED = refused("The address was changed, or has ended: ask for another.");
const OTHERS = refused("Another file has this key: ask with another name, of a recording the `uid` with a hyphen and a number behind.");
const FOR_EVERYBODY = "For whoever has the address; its signature says what it is for.";

const progress = {
  operationId: "files-progress",
  summary: "How much of a file has arrived",
  description: `${FOR_EVERYBODY} An upload that broke goes on from there.`,
  parameters: SIGNED,
  responses: {
    200: {
      description: "`x-ut-range-start` is the byte from which the rest is wanted.",
      headers: { "x-ut-range-start": { description: "A byte, counted from 0.", required: true, schema: { type: "integer", minimum: 0 } } },
    },
    400: refused("The address is not as it has to be."),
    403: NOT_SIGNED,
    409: OTHERS,
    ...AWAY,
  },
};

const text = { type: "string" } as const;
const FILE = { type: "string", contentMediaType: "application/octet-stream" } as const;

const send = {
  operationId: "files-send",
  summary: "Send a file",
  description: `${FOR_EVERYBODY} With the header \`Range: bytes=<n>-\` the bytes from the n-th on, which is what HEAD tells; without, all of them. As the part \`file\` of a form, or raw as the body. The answer comes when the whole file was looked at.`,
  parameters: SIGNED,
  requestBody: {
    required: true,
    content: {
      "multipart/form-data": { schema: object({ file: FILE }) },
      "application/octet-stream": { schema: FILE },
    },
  },
  responses: {
    200: {
      description: "The file has arrived; `serverData`, of which one is titled as the `slug` was, says what became of it.",
      content: json(
        object({
          url: text,
          appUrl: text,
          ufsUrl: text,
          fileHash: { ...text, description: "The file's MD5 in hex." },
          serverData: { anyOf: KINDS.map(({ outcome }) => outcome) },
        }),
        {
          ...Object.fromEntries(["url", "appUrl", "ufsUrl"].map((name) => [name, `http://files.local/a/parley/${KEY}`])),
          fileHash: MD5,
          serverData: { stored: true, uid: SAMPLE_ID },
        },
      ),
    },
    400: refused("Fewer bytes came than were announced: ask where to go on."),
    403: NOT_SIGNED,
    409: OTHERS,
    413: refused("More bytes came than were announced, or the file is too large."),
    416: refused("The file is not at this byte: ask where to go on, or send it anew with another name."),
    423: refused("Another request writes this file: ask where to go on."),
    ...refusalsOf([408, 415]),
    ...AWAY,
  },
};

/** What the storage itself says, in UploadThing's words: for programs. */
export const STORAGE_REFUSAL = { type: "object", required: ["error"], additionalProperties: false, properties: { error: text } } as const;

/**
 * The document's paths, and those by which files are sent.
 * @param changes what stands at operations that change something
 */
export function withUploads(paths: Paths, changes: Record<string, true>): Paths {
  const tags = ["Files"];
  return {
    ...paths,
    [ASK]: { post: { ...changes, tags, security: [{ bearer: [] }], ...ask } as unknown as Operation },
    [SEND]: {
      head: { tags, security: [], ...progress } as unknown as Operation,
      put: { ...changes, tags, security: [], ...send } as unknown as Operation,
    },
  };
}
