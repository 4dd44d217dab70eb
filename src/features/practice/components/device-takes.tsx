"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { passFocusAlong, passFocusOn } from "@/ui/pass-focus-on";
import { saveBlob } from "@/ui/save-file";
import { notify } from "@/ui/toast";
import { keepInterrupted } from "../hooks/mend";
import { type DeviceTake, readChunks, readFile, takeLock } from "../hooks/take-store";
import { discardTake, NEEDS_ROOM, runUploads } from "../hooks/upload-queue";
import { useDeviceTakes } from "../hooks/use-device-takes";
import { uploadName } from "../rules";
import { useUploads } from "../state";
import { UploadProgress } from "./upload-progress";

/** What is on this device and not yet on the server: offered, sent, never dropped. */
export function DeviceTakes() {
  const t = useTranslations("practice.device");
  const takes = (useDeviceTakes() ?? []).filter((take) => take.state !== "recording");
  if (takes.length === 0) return null;
  return (
    <section tabIndex={-1} aria-labelledby="device-takes" className="mb-8">
      <h2 id="device-takes" className="text-lg font-semibold">
        {t("title")}
      </h2>
      <p className="mt-1 mb-3 text-ink-soft">{t("lead")}</p>
      <ul className="grid gap-3">
        {takes.map((take) => (
          <li key={take.uid} ref={passFocusAlong} tabIndex={-1} className="rounded-box">
            <DeviceTakeCard take={take} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function DeviceTakeCard({ take }: { take: DeviceTake }) {
  const t = useTranslations("practice.device");
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const stuck = useUploads((uploads) => {
    const problem = uploads[take.uid]?.problem;
    return problem !== undefined && (problem.final || NEEDS_ROOM.includes(problem.code));
  });
  // "kept" is a take whose finishing was interrupted in its turn.
  const recovered = take.state === "recovered" || take.state === "kept";

  const keep = async () => {
    setBusy(true);
    try {
      // The app itself finishes a simulation's take, in this tab or in another one.
      const kept = await navigator.locks.request(takeLock(take.uid), () => keepInterrupted(take.uid));
      if (kept) void runUploads();
      else notify("warning", t("nothing"));
    } catch {
      notify("error", t("keepFailed"));
    } finally {
      setBusy(false);
    }
  };

  const discard = async () => {
    setBusy(true);
    try {
      if (await discardTake(take.uid)) return;
      setAsking(false);
      notify("warning", t("held"));
    } catch {
      notify("error", t("discardFailed"));
    } finally {
      setBusy(false);
    }
  };

  const save = async () => {
    try {
      if (!(await saveCopy(take))) notify("warning", t("nothingToSave"));
    } catch {
      notify("error", t("saveFailed"));
    }
  };

  return (
    <Card className="grid gap-3 border-warning/50 p-4 sm:p-5">
      <div>
        <p className="font-semibold">{take.question.text}</p>
        <p className="mt-1 text-sm text-ink-soft">
          {t(recovered ? "interrupted" : "waiting", { date: format.dateTime(new Date(take.startedAt).toISOString()) })}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {recovered ? (
          <Button ref={passFocusOn} busy={busy} onClick={() => void keep()}>
            {t("keep")}
          </Button>
        ) : (
          <UploadProgress uid={take.uid} />
        )}
        <Button look="outline" size={recovered ? "md" : "sm"} onClick={() => void save()}>
          {t("saveCopy")}
        </Button>
        {recovered || stuck ? (
          <Button look="danger" size={recovered ? "md" : "sm"} onClick={() => setAsking(true)}>
            {t("discard")}
          </Button>
        ) : null}
      </div>
      <Dialog
        open={asking && (recovered || stuck)}
        onClose={() => setAsking(false)}
        title={t("discardTitle")}
        footer={
          <DialogActions onCancel={() => setAsking(false)} look="danger" busy={busy} onClick={() => void discard()}>
            {t("discard")}
          </DialogActions>
        }
      >
        {t("discardText")}
      </Dialog>
    </Card>
  );
}

/** Saves what is there as a file of one's own, whatever becomes of the upload. @returns whether there is anything of it */
async function saveCopy(take: DeviceTake): Promise<boolean> {
  const file = (await readFile(take.uid)) ?? new Blob(await readChunks(take.uid), { type: take.type });
  if (file.size > 0) saveBlob(uploadName(take.uid, take.type), file);
  return file.size > 0;
}
