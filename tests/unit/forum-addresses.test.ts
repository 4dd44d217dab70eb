import { describe, expect, it } from "vitest";
import type { PostDto } from "@/features/forum/posts/dto";
import { Addresses } from "@/features/forum/posts/hooks/addresses";

const post = (url: string, message = "Look"): PostDto => ({
  uid: "p",
  topicId: "t",
  seq: 1,
  state: "published",
  message,
  replyFromId: null,
  quote: null,
  author: null,
  own: false,
  reactions: [],
  mentions: [],
  images: [{ uid: "i", url, width: 1, height: 1 }],
  share: null,
  proposal: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  editedAt: null,
});
const urlOf = ([one]: PostDto[]) => one?.images[0]?.url;
const MINUTES = 60_000;

describe("the addresses of pictures", () => {
  it("stay while they are young, and so does a message that did not change", () => {
    const addresses = new Addresses();
    const held = addresses.settle([post("/a")], [], 0);
    expect(addresses.settle([post("/b")], held, 9 * MINUTES)[0]).toBe(held[0]);
    const [changed] = addresses.settle([post("/b", "Look here")], held, 9 * MINUTES);
    expect(changed).toMatchObject({ message: "Look here", images: [{ url: "/a" }] });
    expect(urlOf(addresses.settle([post("/c")], held, 11 * MINUTES))).toBe("/c");
  });

  it("are asked for once where they lead nowhere", () => {
    const addresses = new Addresses();
    const held = addresses.settle([post("/a")], [], 0);
    expect(addresses.forget("i")).toBe(true);
    expect(urlOf(addresses.settle([post("/b")], held, MINUTES))).toBe("/b");
    expect(addresses.forget("i")).toBe(false);
  });
});
