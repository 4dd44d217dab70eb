"use client";

import { useTranslations } from "next-intl";
import { isVisible } from "@/features/forum/rules";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { isNowhere, LoadFailed } from "@/trpc/load-failed";
import { BackLink } from "@/ui/back-link";
import { ButtonLink } from "@/ui/button";
import { Card, Notice } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { loginHref, PREVIEW, topicHref } from "../../hrefs";
import { Byline } from "../../members/components/byline";
import { Face } from "../../members/components/face";
import { MessageMarkdown } from "../../posts/components/markdown";

/** A topic's beginning, as visitors read it, and the way in to go on. */
export function PreviewThread({ topicId }: { topicId: string }) {
  const t = useTranslations("forum");
  const format = useFormat();
  const query = trpc.forum.preview.topic.useQuery({ topicId }, { retry: false });
  const topic = query.data?.data;
  if (isNowhere(query))
    return (
      <Notice level={1} title={t("topic.gone")} text={t("topic.goneText")}>
        <ButtonLink href={PREVIEW}>{t("topic.toRooms")}</ButtonLink>
      </Notice>
    );
  if (!topic) return query.isError ? <LoadFailed query={query} /> : <LoadingList />;
  const more = Math.max(0, topic.lastSeq - topic.messages.length);
  return (
    <div className="mx-auto max-w-3xl">
      <BackLink href={PREVIEW} text={t("topic.toRooms")} />
      <h1 dir="auto" className="mb-5 text-2xl font-bold break-words lg:text-[1.75rem]">
        {topic.title}
      </h1>
      <h2 className="sr-only">{t("topic.messages")}</h2>
      <div className="grid grid-cols-1 gap-3">
        {topic.messages.map((post) => {
          const visible = isVisible(post.state) && post.message !== null;
          return (
            <article key={post.uid} aria-labelledby={`by-${post.uid}`} className="rounded-box border border-line bg-surface p-4 sm:p-5">
              <header id={`by-${post.uid}`} className="flex items-center gap-3">
                <Face person={visible ? post.author : null} className="size-10 text-sm" />
                <div className="min-w-0">
                  <Byline author={post.author} />
                  <time dateTime={post.createdAt} title={format.dateTime(post.createdAt)} className="block text-sm text-ink-soft">
                    {format.ago(post.createdAt)}
                  </time>
                </div>
              </header>
              <div className="mt-3 grid grid-cols-1 gap-3">
                {post.quote && visible ? (
                  <p
                    dir="auto"
                    className="line-clamp-2 rounded-box border-s-4 border-line-strong/60 bg-sunken px-3 py-2 text-sm break-words text-ink-soft"
                  >
                    {post.quote.excerpt || t("post.quoteGone")}
                  </p>
                ) : null}
                {visible && post.message !== null ? (
                  <MessageMarkdown text={post.message} images={post.images} mentions={[]} />
                ) : (
                  <p className="text-ink-soft italic">{t(`post.stubs.${post.state as "hidden"}`)}</p>
                )}
              </div>
            </article>
          );
        })}
      </div>
      <Card className="mt-6 flex flex-wrap items-center justify-between gap-4 p-5 sm:p-6">
        <div>
          <p className="font-semibold">{more > 0 ? t("preview.more", { count: more }) : t("preview.join")}</p>
          <p className="mt-1 text-ink-soft">{t("preview.joinText")}</p>
        </div>
        <ButtonLink href={loginHref(topicHref(topic.uid))}>{t("preview.readOn")}</ButtonLink>
      </Card>
    </div>
  );
}
