"use client";

import { Tab, TabGroup, TabList } from "@headlessui/react";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useState } from "react";
import { api, toApiError, trpc } from "@/trpc/client";
import { Composer, type Insertion } from "../../chat/components/composer";
import { post } from "../../chat/hooks/outbox";
import type { OutgoingFile } from "../../chat/hooks/outbox-store";
import { CannedMenu } from "./canned-menu";
import type { TeamView } from "./inbox-conversation";
import { useInboxKeys } from "./shortcuts";

interface ReplyProps {
  held: TeamView;
  me: string;
  /** The number of the last message that is shown; 0 where none is. */
  seq: number;
  field: RefObject<HTMLTextAreaElement | null>;
  onTyping: () => void;
  insert: Insertion | undefined;
  onInsert: (insert: Insertion | undefined) => void;
}

/** Where the team writes: an answer to the person, or a note to itself. Which of them it is shows in more than a colour. */
export function Reply({ held, me, seq, field, onTyping, insert, onInsert }: ReplyProps) {
  const t = useTranslations("support");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const [noting, setNoting] = useState(false);
  useEffect(() => {
    // What is taken back was an answer: it goes into the field for answers.
    if (insert) setNoting(false);
  }, [insert]);
  const write = (note: boolean) => {
    setNoting(note);
    requestAnimationFrame(() => field.current?.focus());
  };
  useInboxKeys([
    ["n", () => write(true)],
    ["r", () => write(held.state === "closed")],
  ]);
  const closed = held.state === "closed";
  const isNote = noting || closed;
  const answer = async (text: string, files: OutgoingFile[], uid: string) => {
    const about = { userId: me, side: "support" as const, conversationId: held.uid, seen: seq };
    await post({ uid, ...about, text, files, at: Date.now() });
  };
  const note = async (text: string, _files: OutgoingFile[], uid: string) => {
    const data = await api.support.inbox.note.mutate({ conversationId: held.uid, uid, text });
    utils.support.inbox.view.setData({ conversationId: held.uid }, data);
  };
  return (
    <div className={isNote ? "bg-warning-soft/60" : undefined}>
      {closed ? null : (
        <TabGroup selectedIndex={isNote ? 1 : 0} onChange={(index) => setNoting(index === 1)}>
          <TabList className="flex gap-1 border-t border-line px-3 pt-2 sm:px-4">
            {(["answer", "note"] as const).map((kind) => (
              <Tab
                key={kind}
                className="min-h-9 rounded-full px-3 text-sm font-semibold text-ink-soft hover:text-ink data-selected:bg-sunken data-selected:text-ink"
              >
                {t(`inbox.${kind}`)}
              </Tab>
            ))}
          </TabList>
        </TabGroup>
      )}
      {isNote ? (
        <Composer
          key="note"
          draft={`support-note-${held.uid}`}
          label={t("inbox.noteLabel")}
          send={t("inbox.addNote")}
          withFiles={false}
          field={field}
          onSend={note}
          explain={(error) => toApiError(error).message ?? common("offlineKept")}
        />
      ) : (
        <Composer
          key="answer"
          draft={`support-answer-${held.uid}`}
          label={t("inbox.answerLabel")}
          field={field}
          insert={insert}
          onInserted={() => onInsert(undefined)}
          onSend={answer}
          onTyping={onTyping}
        >
          <CannedMenu conversationId={held.uid} onChoose={(text) => onInsert({ text, at: Date.now() })} />
        </Composer>
      )}
    </div>
  );
}
