import type { AnyTRPCProcedure } from "@trpc/server";
import { expect, it } from "vitest";
import { REST_ROUTES } from "#tests/factories/routes";
import { appRouter } from "@/server/api/root";
import type { RestMeta } from "@/server/api/trpc";

interface WithoutRest {
  /** One sentence. */
  why: string;
  /** What an external client calls instead. */
  instead: string[];
}

/** Every procedure that has no REST path. Whatever else is added to the router gets one. */
const WITHOUT_REST: Record<string, WithoutRest> = {
  "account.live": {
    why: "It is a stream of server-sent events that tells pages what to ask for again: an external client asks these lists now and then.",
    instead: ["GET /api/user/notifications/get", "GET /api/user/personalization/practice/answer/get"],
  },
  "forum.live": {
    why: "It is a stream of server-sent events of a room or a topic that is open: an external client asks these lists now and then.",
    instead: ["GET /api/user/personalization/community/topic/get", "GET /api/user/personalization/community/topic/message/get"],
  },
};

const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>);
const bare = procedures.filter(([, { _def }]) => !(_def.meta as RestMeta | undefined)?.openapi);

it("every procedure has a REST path, but for those that are listed here with the reason", () => {
  expect(bare.map(([path]) => path).sort()).toEqual(Object.keys(WITHOUT_REST).sort());
});

it("only streams have none", () => {
  expect(bare.filter(([, { _def }]) => _def.type !== "subscription").map(([path]) => path)).toEqual([]);
});

it("each of them says in one sentence why, and names paths that exist for those who need its news", () => {
  const paths = REST_ROUTES.map(({ method, path }) => `${method} ${path}`);
  for (const { why, instead } of Object.values(WITHOUT_REST)) {
    expect(why).toMatch(/^[A-Z][^.]+\.$/);
    expect(instead).not.toEqual([]);
    expect(paths).toEqual(expect.arrayContaining(instead));
  }
});
