"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { Dialog } from "@/ui/dialog";
import { Joined } from "@/ui/joined";
import { LoadingList } from "@/ui/spinner";
import type { PostDto } from "../dto";
import { MessageMarkdown } from "./markdown";

/** What a message said before each change, the newest wording first. */
export function HistoryDialog({ post, onClose }: { post: PostDto; onClose: () => void }) {
  const t = useTranslations("forum.history");
  const format = useFormat();
  const history = trpc.forum.posts.history.useQuery({ uid: post.uid }, { staleTime: 0 });
  const versions = history.data?.data.toReversed() ?? [];
  return (
    <Dialog open onClose={onClose} title={t("title")}>
      {isComing(history) ? <LoadingList /> : null}
      {isMissing(history) ? <LoadFailed query={history} /> : null}
      <ol className="mt-2 grid gap-4">
        {versions.map(({ version, message, writtenAt }, at) => (
          <li key={version} className="rounded-box border border-line p-3 text-ink">
            <p className="mb-2 text-sm text-ink-soft">
              <Joined>
                {at === 0 ? t("now") : t("version", { number: format.number(version) })}
                <time dateTime={writtenAt}>{format.dateTime(writtenAt)}</time>
              </Joined>
            </p>
            <MessageMarkdown text={message} images={post.images} mentions={post.mentions} />
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
