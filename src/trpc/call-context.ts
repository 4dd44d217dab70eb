import type { OperationContext } from "@trpc/client";

/** What the links of a call hand each other beside its input. */
export interface CallContext {
  /** As whom it goes, by their id, or not at all: asked at the very moment at which it goes, so that it is as if there were no network. */
  author?: string | undefined;
  /** It goes by itself, with an id of its own: nobody is told that it had arrived before, and whoever keeps it sends it again. */
  background?: boolean;
  idempotencyKey?: string;
  /** Keys of calls of its kind of which it is not known whether they were done, the latest first. */
  unanswered?: readonly string[];
  /** Hears that no answer came to a try. */
  onLost?: () => void;
}

export const callContext = (op: { context: OperationContext }): CallContext => op.context as CallContext;

/** For a call of one person's, which goes as nobody else's. */
export const asAuthor = (author: string | undefined) => ({ context: { author } satisfies CallContext });

/** The same for what waits on the device and goes when nobody has pressed anything. */
export const inBackground = (author: string) => ({ context: { author, background: true } satisfies CallContext });
