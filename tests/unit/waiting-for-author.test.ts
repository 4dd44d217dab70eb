import { afterEach, describe, expect, it, vi } from "vitest";
import { inBackground } from "@/trpc/call-context";
import { api, toApiError } from "@/trpc/client";

const token = (sub: string) => `e30.${btoa(JSON.stringify({ sub }))}.x`;
const asked = vi.fn(
  async (_url: string, _init?: RequestInit) => new Response(JSON.stringify({ result: { data: { json: { data: {} } } } })),
);
const signIn = (sub: string) => {
  vi.stubGlobal("localStorage", { getItem: (key: string) => (key === "accessToken" ? token(sub) : null) });
  vi.stubGlobal("document", { documentElement: { lang: "en" } });
  vi.stubGlobal("fetch", asked);
};

describe("what waits on a device for its author", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    asked.mockClear();
  });
  const send = (author: string) => api.practice.saveAnswer.mutate({ uid: "0190a5f0-0000-7000-8000-000000000000" }, inBackground(author));

  it("goes as theirs", async () => {
    signIn("amal");
    await send("amal");
    expect(asked).toHaveBeenCalledOnce();
    expect(asked.mock.calls[0]?.[1]?.headers).toMatchObject({ authorization: `Bearer ${token("amal")}` });
  });

  it("stays, as if there were no network, where somebody else is signed in by the time that it goes", async () => {
    signIn("noor");
    expect(toApiError(await send("amal").catch((error: unknown) => error)).code).toBe("network");
    expect(asked).not.toHaveBeenCalled();
  });
});
