"use client";

import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import { AcademicCapIcon, LightBulbIcon, PlusIcon, VideoCameraIcon, XMarkIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { QuestionDialog } from "@/features/practice/components/question-dialog";
import { IconButton } from "@/ui/button";
import { clearDraft } from "@/ui/drafts";
import { MENU_ITEM, MENU_PANEL } from "@/ui/menu";
import { AskedDialog } from "../../proposals/components/asked-dialog";
import type { AskedInput } from "../../proposals/schema";
import { TakeDialog } from "../../sharing/components/take-dialog";
import type { Extras } from "../schema";

interface Chosen extends Extras {
  /** What the shared question, or that of the shared take, says. */
  words?: string;
}

interface ExtrasProps {
  /** Names what is kept of them on this device. */
  draft: string;
  /** Only threads tell of interviews. */
  chat: boolean;
  /** What was brought along from the log of interviews. */
  asked?: AskedInput | undefined;
}

/**
 * What comes along with a message that is being written: a shared question or take, a question that was asked in an interview. It is
 * not kept on the device as the words are, but for those of a question that is still being written: consent is given anew.
 */
export function useExtras({ draft, chat, asked: brought }: ExtrasProps) {
  const t = useTranslations("forum.extras");
  const sharing = useTranslations("forum.share");
  const [chosen, setChosen] = useState<Chosen>(brought ? { asked: brought } : {});
  const [open, setOpen] = useState<"question" | "take" | "asked">();
  const close = () => setOpen(undefined);
  const begun = `${draft}-asked`;
  const { share, asked, words } = chosen;
  const put = (change: Chosen) => {
    setChosen((now) => ({ ...now, ...change }));
    close();
  };
  const tool = (
    <Menu>
      <MenuButton
        aria-label={t("add")}
        title={t("add")}
        className="grid size-9 place-items-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink data-open:bg-sunken [&_svg]:size-5"
      >
        <PlusIcon />
      </MenuButton>
      <MenuItems anchor="bottom end" transition className={MENU_PANEL}>
        <Item label={t("question")} icon={<AcademicCapIcon />} onSelect={() => setOpen("question")} />
        <Item label={t("take")} icon={<VideoCameraIcon />} onSelect={() => setOpen("take")} />
        {chat ? null : <Item label={t("asked")} icon={<LightBulbIcon />} onSelect={() => setOpen("asked")} />}
      </MenuItems>
    </Menu>
  );
  const chips = (
    <>
      {share ? (
        <Chip
          icon={share.kind === "take" ? <VideoCameraIcon /> : <AcademicCapIcon />}
          drop={t("drop")}
          onDrop={() => setChosen(({ asked: rest }) => (rest ? { asked: rest } : {}))}
        >
          {t(share.kind === "take" ? "takeChip" : "questionChip", { question: words ?? "" })}
        </Chip>
      ) : null}
      {asked ? (
        <Chip icon={<LightBulbIcon />} drop={t("drop")} onDrop={() => setChosen(({ asked: _, ...rest }) => rest)}>
          {t("askedChip", { question: asked.question })}
        </Chip>
      ) : null}
    </>
  );
  const dialogs = (
    <>
      {open === "question" ? (
        <QuestionDialog
          title={sharing("questionTitle")}
          onClose={close}
          onChoose={({ uid, text }) => put({ share: { kind: "question", questionId: uid }, words: text })}
        />
      ) : null}
      {open === "take" ? <TakeDialog onClose={close} onChoose={(wanted, question) => put({ share: wanted, words: question })} /> : null}
      {open === "asked" ? <AskedDialog draft={begun} asked={asked} onClose={close} onChoose={(wanted) => put({ asked: wanted })} /> : null}
    </>
  );
  return {
    extras: { ...(share && { share }), ...(asked && { asked }) } satisfies Extras,
    /** They have gone with a message; what was chosen meanwhile stays. */
    clear: () => {
      clearDraft(begun);
      setChosen((now) => ({
        ...(now.share && now.share !== share && { share: now.share, ...(now.words !== undefined && { words: now.words }) }),
        ...(now.asked && now.asked !== asked && { asked: now.asked }),
      }));
    },
    tool,
    chips,
    dialogs,
  };
}

function Item({ label, icon, onSelect }: { label: string; icon: ReactNode; onSelect: () => void }) {
  return (
    <MenuItem>
      <button type="button" className={MENU_ITEM} onClick={onSelect}>
        {icon}
        {label}
      </button>
    </MenuItem>
  );
}

function Chip({ icon, drop, onDrop, children }: { icon: ReactNode; drop: string; onDrop: () => void; children: ReactNode }) {
  return (
    <p className="mb-2 flex items-center gap-2 rounded-box bg-sunken ps-3 text-sm text-ink [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-soft">
      {icon}
      <span className="min-w-0 grow truncate" dir="auto">
        {children}
      </span>
      <IconButton label={drop} onClick={onDrop} className="size-9 [&_svg]:size-5">
        <XMarkIcon />
      </IconButton>
    </p>
  );
}
