"use client";

import { Disclosure, DisclosureButton, DisclosurePanel } from "@headlessui/react";
import { ChatBubbleLeftRightIcon, ChevronDownIcon, HandThumbDownIcon, HandThumbUpIcon, LinkIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Button, ButtonLink } from "@/ui/button";
import { copyLink } from "@/ui/copy-text";
import { useFragment } from "@/ui/hooks";
import { type FaqEntry, useVote } from "../hooks/use-faq";
import { Answer } from "./answer";

interface EntryProps {
  entry: FaqEntry;
  /** Where support is asked this question. */
  askHref: string;
  /** Says which category it belongs to. */
  named: boolean;
}

/** A question that opens to its answer. Its name in the address opens it, too. */
export function Entry({ entry, askHref, named }: EntryProps) {
  const { slug, question, category, answer } = entry;
  const wanted = useFragment() === slug;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!wanted || !button.current) return;
    if (button.current.ariaExpanded !== "true") button.current.click();
    button.current.scrollIntoView();
    button.current.focus({ preventScroll: true });
  }, [wanted]);
  return (
    <Disclosure as="div" defaultOpen={wanted}>
      {({ open }) => (
        <>
          <h3 id={slug}>
            <DisclosureButton
              ref={button}
              // The address names what was opened last, so that it can be copied.
              onClick={() => open || window.history.replaceState(null, "", `#${slug}`)}
              className="flex min-h-14 w-full items-center justify-between gap-4 rounded-box px-4 py-3 text-start font-semibold -outline-offset-2 transition-colors hover:bg-sunken sm:px-5"
            >
              <span>
                {question}
                {named ? <span className="block text-sm font-normal text-ink-soft">{category.name}</span> : null}
              </span>
              <ChevronDownIcon
                className={clsx("size-5 shrink-0 text-ink-soft transition-transform", open && "rotate-180")}
                aria-hidden="true"
              />
            </DisclosureButton>
          </h3>
          <DisclosurePanel className="px-4 pt-1 pb-5 sm:px-5">
            <Answer text={answer} />
            <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-3">
              <Vote entry={entry} askHref={askHref} />
              <CopyLink slug={slug} />
            </div>
          </DisclosurePanel>
        </>
      )}
    </Disclosure>
  );
}

function Vote({ entry, askHref }: { entry: FaqEntry; askHref: string }) {
  const t = useTranslations("faq");
  const vote = useVote(entry);
  const say = (helpful: boolean) => vote.mutate({ uid: entry.uid, helpful });
  const answers = [
    { helpful: true, words: t("yes"), Icon: HandThumbUpIcon },
    { helpful: false, words: t("no"), Icon: HandThumbDownIcon },
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <fieldset className="flex flex-wrap items-center gap-2">
        <legend className="float-start me-3 text-sm font-medium text-ink-soft">{t("helpful")}</legend>
        {answers.map(({ helpful, words, Icon }) => (
          <Button
            key={words}
            look="outline"
            size="sm"
            aria-pressed={entry.helpful === helpful}
            className="aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary-text"
            icon={<Icon className="size-4" />}
            onClick={() => say(helpful)}
          >
            {words}
          </Button>
        ))}
      </fieldset>
      <p role="status" className="text-sm text-ink-soft">
        {entry.helpful === null ? "" : t(entry.helpful ? "thanks" : "thanksNo")}
      </p>
      {entry.helpful === false ? (
        <ButtonLink
          href={askHref}
          size="sm"
          look="ghost"
          className="text-primary-text"
          icon={<ChatBubbleLeftRightIcon className="size-4" />}
        >
          {t("ask")}
        </ButtonLink>
      ) : null}
    </div>
  );
}

/** Copies an address that everybody can open, signed in or not. */
function CopyLink({ slug }: { slug: string }) {
  const t = useTranslations("faq");
  return (
    <Button look="ghost" size="sm" icon={<LinkIcon className="size-4" />} onClick={() => void copyLink(`/faq#${slug}`, t("copied"))}>
      {t("copy")}
    </Button>
  );
}
