"use client";

import { LightBulbIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { InterviewEditor } from "@/features/practice/interviews/components/interview-editor";
import { Button } from "@/ui/button";
import { DialogMissing, lazyPart } from "@/ui/lazy-part";
import { useRouter } from "@/ui/use-router";
import { NEW_TOPIC } from "../../hrefs";
import type { AskedInput } from "../schema";
import { bringAsked } from "../state";

const AskedDialog = lazyPart(() => import("./asked-dialog").then((part) => part.AskedDialog), { missing: DialogMissing });

/** An interview of one's log, from which what was asked can be proposed for the bank. */
export const InterviewEntry = () => <InterviewEditor propose={(number, told) => <Propose number={number} told={told} />} />;

/** Fills in what the log knows, and leads to the message that goes along with it. */
function Propose({ number, told }: { number: string; told: () => AskedInput }) {
  const t = useTranslations("forum.proposal");
  const router = useRouter();
  const [asked, setAsked] = useState<AskedInput>();
  return (
    <>
      <Button
        look="outline"
        icon={<LightBulbIcon className="size-5" />}
        aria-label={t("proposeLabel", { number })}
        onClick={() => setAsked(told())}
      >
        {t("propose")}
      </Button>
      {asked ? (
        <AskedDialog
          draft="forum-asked"
          asked={asked}
          onClose={() => setAsked(undefined)}
          onChoose={(wanted) => {
            bringAsked(wanted);
            router.push(NEW_TOPIC);
          }}
        />
      ) : null}
    </>
  );
}
