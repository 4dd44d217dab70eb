"use client";

import { CheckIcon, ClockIcon, ExclamationCircleIcon } from "@heroicons/react/20/solid";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import type { ConversationSide } from "@/lib/enums/support";
import { isFileProblem } from "@/lib/file-kinds";
import { Button } from "@/ui/button";
import { Joined } from "@/ui/joined";
import type { MessageDto } from "../dto";
import { flushOutbox, retryOutgoing } from "../hooks/outbox";
import { type Outgoing, removeOutgoing } from "../hooks/outbox-store";
import type { Mark } from "../rules";
import { Attachments, type LoadFile, LocalFiles } from "./attachments";
import { MessageText } from "./message-text";

function Shape({ own, tone = "plain", children, below }: { own: boolean; tone?: "plain" | "note"; children: ReactNode; below: ReactNode }) {
  return (
    <div className={clsx("flex flex-col", own ? "items-end" : "items-start")}>
      <div
        className={clsx(
          "max-w-[min(85%,36rem)] min-w-0 rounded-2xl px-4 py-2.5",
          tone === "note" ? "border border-warning/40 bg-warning-soft" : own ? "bg-primary-soft" : "bg-sunken",
        )}
      >
        {children}
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-2 px-1 text-xs text-ink-soft">{below}</div>
    </div>
  );
}

interface BubbleProps {
  message: MessageDto;
  /** Which side looks. */
  side: ConversationSide;
  /** Who it is from, where the reader would not know. */
  name: string | null;
  /** How far an own one has come; null where that is not worth saying. */
  mark: Mark | null;
  load: LoadFile;
}

/** One message: one's own at the end of the line, the other side's at its beginning. */
export function Bubble({ message, side, name, mark, load }: BubbleProps) {
  const t = useTranslations("support.thread");
  const format = useFormat();
  const own = message.side === side;
  if (message.kind !== "text")
    return (
      <p className="text-center text-sm text-ink-soft">
        <Joined>
          {t(`turns.${message.kind}.${message.side}`)}
          <time dateTime={message.createdAt}>{format.time(message.createdAt)}</time>
        </Joined>
      </p>
    );
  return (
    <Shape
      own={own}
      below={
        <>
          {name ? (
            <span className="font-medium" dir="auto">
              {name}
            </span>
          ) : null}
          <time dateTime={message.createdAt}>{format.time(message.createdAt)}</time>
          {own && mark ? (
            <span className={clsx("inline-flex items-center gap-0.5", mark === "read" && "text-primary-text")}>
              <CheckIcon className="size-3.5" aria-hidden="true" />
              {mark === "sent" ? null : <CheckIcon className="-ms-2.5 size-3.5" aria-hidden="true" />}
              {t(`marks.${mark}`)}
            </span>
          ) : null}
        </>
      }
    >
      {message.text ? <MessageText text={message.text} /> : null}
      <Attachments files={message.attachments} load={load} />
    </Shape>
  );
}

interface OutgoingBubbleProps {
  message: Outgoing;
  /** Takes one that was refused back to where it can be changed; undefined where there is no such place. */
  onTakeBack?: ((message: Outgoing) => void) | undefined;
  /** Whether that place is a new conversation. */
  anew?: boolean;
}

/** One that is still on this device: it waits for the network, or for what its author says. */
export function OutgoingBubble({ message, onTakeBack, anew = false }: OutgoingBubbleProps) {
  const t = useTranslations("support.thread");
  const files = useTranslations("support.files");
  const common = useTranslations("common");
  const { problem } = message;
  return (
    <Shape
      own
      below={
        problem ? (
          <span className="flex flex-wrap items-center justify-end gap-2">
            <span role="alert" className="inline-flex items-center gap-1 font-medium text-danger">
              <ExclamationCircleIcon className="size-4 shrink-0" aria-hidden="true" />
              {isFileProblem(problem) ? files(problem) : problem}
            </span>
            <Button look="outline" size="sm" onClick={() => void retryOutgoing(message.uid)}>
              {common("retry")}
            </Button>
            {onTakeBack ? (
              <Button look="outline" size="sm" onClick={() => onTakeBack(message)}>
                {t(anew ? "anew" : "takeBack")}
              </Button>
            ) : null}
            <Button look="ghost" size="sm" onClick={() => void removeOutgoing(message.uid).then(flushOutbox)}>
              {t("drop")}
            </Button>
          </span>
        ) : (
          <span className="inline-flex items-center gap-1">
            <ClockIcon className="size-3.5" aria-hidden="true" />
            {t("onItsWay")}
          </span>
        )
      }
    >
      {message.text ? <MessageText text={message.text} /> : null}
      <LocalFiles files={message.files} />
    </Shape>
  );
}

/** What only the team sees. */
export function NoteBubble({ author, at, label, text }: { author: string | null; at: string; label: string; text: string }) {
  const format = useFormat();
  return (
    <Shape
      own
      tone="note"
      below={
        <>
          <span className="font-medium" dir="auto">
            {author ?? ""}
          </span>
          <time dateTime={at}>{format.time(at)}</time>
        </>
      }
    >
      <p className="text-xs font-semibold text-warning">{label}</p>
      <MessageText text={text} />
    </Shape>
  );
}
