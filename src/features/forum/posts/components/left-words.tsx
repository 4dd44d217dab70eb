"use client";

import { ClipboardDocumentIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/ui/button";
import { copyText } from "@/ui/copy-text";
import { TextArea } from "@/ui/field";
import { wordsLeftIn } from "../hooks/topic-drafts";

/** What somebody was writing where nobody can write any more: it is theirs to take along. */
export function LeftWords({ topicId }: { topicId: string }) {
  const t = useTranslations("forum.composer");
  const common = useTranslations("common");
  const [words, setWords] = useState("");
  useEffect(() => setWords(wordsLeftIn(topicId)), [topicId]);
  if (!words.trim()) return null;
  const copy = () => copyText(words, common("copied"), common("notCopied"));
  return (
    <div className="mt-4 text-start">
      <TextArea label={t("left")} help={t("leftHelp")} value={words} readOnly />
      <Button look="outline" size="sm" className="mt-3" icon={<ClipboardDocumentIcon className="size-5" />} onClick={() => void copy()}>
        {common("copy")}
      </Button>
    </div>
  );
}
