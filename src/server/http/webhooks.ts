import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "@/lib/app-error";
import type { Services } from "../api/context";
import { toAppError } from "../api/errors";
import { webhooks } from "../api/root";
import { MAX_JSON_BYTES, readBytes, sendJson } from "./body";

export const isWebhook = (pathname: string): boolean => Object.hasOwn(webhooks, pathname);

/** Takes what another service tells. @throws AppError methodNotAllowed is the caller's | bodyTooLarge | what the feature refuses */
export async function serveWebhook(services: Services, req: IncomingMessage, res: ServerResponse, pathname: string): Promise<void> {
  if (Number(req.headers["content-length"] ?? 0) > MAX_JSON_BYTES) throw new AppError("bodyTooLarge");
  const body = await readBytes(req, MAX_JSON_BYTES);
  const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
  await webhooks[pathname]?.(services, body, headers);
  sendJson(res, 200, { received: true });
}

/** The same from within this process. @returns the HTTP status that the route would answer */
export async function callWebhook(services: Services, pathname: string, body: Buffer, headers: Record<string, string>): Promise<number> {
  try {
    await webhooks[pathname]?.(services, body, headers);
    return 200;
  } catch (error) {
    return toAppError(error).status;
  }
}
