"use client";

import { BoldIcon, CodeBracketIcon, ItalicIcon, LinkIcon, ListBulletIcon, PhotoIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { type ComponentType, useRef } from "react";
import { PICTURE_TYPES } from "@/lib/file-kinds";
import { IconButton } from "@/ui/button";
import { MARKS, type TextMark } from "../hooks/text-edits";

/** Two signs that open words; no set of icons that is used here has them. */
const QuoteIcon = ({ className }: { className?: string }) => (
  <svg
    viewBox="0 0 24 24"
    className={className}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M10 7c-3 .8-5 3-5 6v4h5v-5H7.200c.2-1.600 1.200-2.700 2.800-3.200zM19 7c-3 .8-5 3-5 6v4h5v-5h-2.800c.2-1.600 1.200-2.700 2.800-3.200z" />
  </svg>
);

const ICONS: Record<TextMark, ComponentType<{ className?: string }>> = {
  bold: BoldIcon,
  italic: ItalicIcon,
  list: ListBulletIcon,
  quote: QuoteIcon,
  code: CodeBracketIcon,
  link: LinkIcon,
};

/** What spares typing the signs of Markdown. */
export function Toolbar({
  marks = MARKS,
  onMark,
  onPictures,
}: {
  marks?: readonly TextMark[];
  onMark: (mark: TextMark) => void;
  onPictures: (files: File[]) => void;
}) {
  const t = useTranslations("forum.editor");
  const picker = useRef<HTMLInputElement>(null);
  const size = "size-9 [&_svg]:size-5";
  return (
    <div role="toolbar" aria-label={t("toolbar")} className="flex flex-wrap items-center">
      {marks.map((mark) => {
        const Icon = ICONS[mark];
        return (
          <IconButton key={mark} label={t(`marks.${mark}`)} className={size} onClick={() => onMark(mark)}>
            <Icon />
          </IconButton>
        );
      })}
      <IconButton label={t("picture")} className={size} onClick={() => picker.current?.click()}>
        <PhotoIcon />
      </IconButton>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={PICTURE_TYPES.join(",")}
        onChange={(event) => {
          onPictures([...(event.target.files ?? [])]);
          // The same file may be chosen again.
          event.target.value = "";
        }}
      />
    </div>
  );
}
