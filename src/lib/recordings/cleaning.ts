import type { Looked, Read } from "./container";
import { mp4 } from "./mp4";
import { ogg } from "./ogg";
import { webm } from "./webm";

const CONTAINERS = ["webm", "mp4", "ogg"] as const;
export type Container = (typeof CONTAINERS)[number];

const BY_TYPE = new Map<string, Container>([
  ["audio/webm", "webm"],
  ["video/webm", "webm"],
  ["audio/mp4", "mp4"],
  ["video/mp4", "mp4"],
  ["audio/ogg", "ogg"],
]);

export const CLEANABLE_TYPES = [...BY_TYPE.keys()];
/** Whether a recording of this type can be freed of what it says of its maker. */
export const isCleanable = (type: string): boolean => BY_TYPE.has(type);
export const containerOf = (type: string): Container | undefined => BY_TYPE.get(type);

const LOOKS: Record<Container, (read: Read, size: number) => Promise<Looked>> = { webm, mp4, ogg };

/**
 * What has to be written over in a recording so that it says nothing of who made it, on what, where and when, and how long it plays; the
 * file stays as large as it is.
 * @throws Unreadable for a file that is not what its type says
 */
export const cleaning = (container: Container, read: Read, size: number): Promise<Looked> => LOOKS[container](read, size);
