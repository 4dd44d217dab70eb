import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { capturedAnswer } from "#tests/factories/answers";
import { CATALOGUES } from "#tests/factories/catalogues";
import { uploadAddress } from "#tests/factories/uploads";

const harness = useHarness();
let token: string;
beforeAll(async () => {
  token = (await registerUser(harness())).token;
});

const ASK = "/api/uploadthing?actionType=upload&slug=recording";
const FILE = { name: "a.webm", size: 10, type: "audio/webm" };
const INPUT = { uid: "0198c5f0-7a4e-7000-8000-5d3a1b2c4e6f" };

/** That each answer is as the document says is checked by the harness. */
describe("whoever asks for an address", () => {
  it.each([
    ["no body", ASK, undefined, "badRequest"],
    ["a file without a size", ASK, { files: [{ name: "a.webm", type: "audio/webm" }], input: INPUT }, "badRequest"],
    ["no input", ASK, { files: [FILE] }, "badRequest"],
    ["an input with a field too many", ASK, { files: [FILE], input: { ...INPUT, more: 1 } }, "badRequest"],
    ["a kind of file that nobody sends", ASK.replace("recording", "nothing"), { files: [FILE], input: INPUT }, "unknownPath"],
    ["no wish", ASK.replace("actionType=upload&", ""), { files: [FILE], input: INPUT }, "badRequest"],
    ["another wish", ASK.replace("actionType=upload", "actionType=delete"), { files: [FILE], input: INPUT }, "badRequest"],
  ] as const)("with %s reads in their own language what UploadThing would say in its own", async (_what, target, body, code) => {
    const { status, body: told } = await harness().call("POST", target, { token, body, headers: { "accept-language": "fr" } });
    expect({ status, told }).toEqual({ status: code === "unknownPath" ? 404 : 400, told: { code, message: CATALOGUES.fr.errors[code] } });
  });
});

describe("whoever has an address", () => {
  it.each(["HEAD", "PUT"])("that was changed is refused: %s", async (method) => {
    const { uid, name, recording } = await capturedAnswer(harness(), token);
    const address = new URL(await uploadAddress(harness(), token, uid, { name, size: recording.size, type: recording.type }));
    const target = `${address.pathname}${address.search}`;
    expect((await harness().call("HEAD", target)).headers.get("x-ut-range-start")).toBe("0");
    expect((await harness().call(method, target.replace("expires=", "expires=9"))).status).toBe(403);
  });

  it("sends too little, and is told so", async () => {
    const { uid, name, recording } = await capturedAnswer(harness(), token);
    const address = new URL(await uploadAddress(harness(), token, uid, { name, size: recording.size, type: recording.type }));
    const sent = await harness().call("PUT", `${address.pathname}${address.search}`, {
      raw: "short",
      headers: { "content-type": "audio/webm" },
    });
    expect(sent).toMatchObject({ status: 400, body: { error: expect.any(String) } });
  });
});
