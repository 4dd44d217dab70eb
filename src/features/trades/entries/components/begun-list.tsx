"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { notify } from "@/ui/toast";
import { type Begun, changeBegun, OVERTAKEN } from "../hooks/begun-store";
import { useBegin } from "../hooks/use-begin";

/** Why the server does not take what was filled in here, and what can be done. Nothing of it goes by itself. */
export function BegunWays({ begun, onOpen }: { begun: Begun; onOpen?: () => void }) {
  const t = useTranslations("trades.entries.begun");
  const words = useTranslations("trades.entries.document");
  const leftOut = useTranslations("trades.entries.leftOut");
  const table = useTranslations("ui.table");
  const { uid, form, task, problem, gone, photos, handIn } = begun;
  const overtaken = problem === OVERTAKEN;
  const why = gone ? t(`${gone}Gone`) : photos ? t("photosRefused", { count: photos }) : overtaken ? leftOut("told") : problem;
  const send = (part: Parameters<typeof changeBegun>[1]) =>
    void changeBegun(uid, { problem: undefined, gone: undefined, ...part }).catch((error) => {
      console.error(error);
      notify("error", table("failed"));
    });
  return (
    <Alert tone={problem ? "danger" : "info"} title={t(problem ? "refused" : "waits", { name: form.name })}>
      {task ? <p className="wrap-anywhere">{words("task", { title: task.title })}</p> : null}
      {why ? <p>{why}</p> : null}
      <p>{t("kept")}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {onOpen && !handIn ? (
          <Button look="outline" size="sm" className="min-h-11!" onClick={onOpen}>
            {t("open")}
          </Button>
        ) : null}
        {problem && !photos && !overtaken ? (
          <Button look="outline" size="sm" className="min-h-11!" onClick={() => send({})}>
            {t("again")}
          </Button>
        ) : null}
        {gone ? (
          <Button look="outline" size="sm" className="min-h-11!" onClick={() => send({ [gone]: null })}>
            {t(gone === "task" ? "withoutTask" : "withoutJob")}
          </Button>
        ) : null}
      </div>
    </Alert>
  );
}

/** Forms that were begun here and show at no task. */
export function BegunList({ workspaceId, all }: { workspaceId: string; all: Begun[] }) {
  const { open } = useBegin(workspaceId);
  return all.map((begun) => <BegunWays key={begun.uid} begun={begun} onOpen={() => open(begun.uid)} />);
}
