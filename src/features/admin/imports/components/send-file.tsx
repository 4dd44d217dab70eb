"use client";

import { ArrowUpTrayIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import type { ImportKind } from "@/lib/enums/imports";
import { RETRYABLE, toApiError, trpc } from "@/trpc/client";
import { useErrorMessage } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { useRouter } from "@/ui/use-router";
import { useSendFile } from "../hooks/use-send-file";
import { importHref } from "../hrefs";
import { MAX_FILE_BYTES } from "../schema";

/** Chooses a file and sends it; what it would change is shown before anything does. */
export function SendFile({ kind }: { kind: ImportKind }) {
  const t = useTranslations("admin.imports");
  const common = useTranslations("common");
  const errorMessage = useErrorMessage();
  const format = useFormat();
  const router = useRouter();
  const utils = trpc.useUtils();
  const input = useRef<HTMLInputElement>(null);
  const { send, share } = useSendFile();
  const [problem, setProblem] = useState<string>();
  /** What was given up, and can go on. */
  const [stuck, setStuck] = useState<File>();

  const take = async (file: File | undefined) => {
    if (input.current) input.current.value = "";
    if (!file) return;
    if (file !== stuck) setStuck(undefined);
    if (file.size === 0 || file.size > MAX_FILE_BYTES) return setProblem(t("size", { size: format.size(MAX_FILE_BYTES) }));
    setProblem(undefined);
    try {
      const uid = await send(kind, file, /\.json$/i.test(file.name) ? "json" : "csv");
      await utils.admin.imports.invalidate();
      router.push(importHref(uid));
    } catch (error) {
      // Browsers read no file that was changed on the disk since it was chosen.
      const isOther = error instanceof DOMException;
      setProblem(isOther ? t("changed") : errorMessage(error));
      setStuck(!isOther && RETRYABLE.includes(toApiError(error).code) ? file : undefined);
    }
  };

  return (
    <div className="grid gap-4">
      <input
        ref={input}
        type="file"
        accept=".csv,.json,text/csv,application/json"
        aria-label={t("choose")}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => void take(target.files?.[0])}
      />
      <Button
        className="justify-self-start"
        busy={share !== null}
        icon={<ArrowUpTrayIcon className="size-5" />}
        onClick={() => input.current?.click()}
      >
        {t("choose")}
      </Button>
      {share === null ? null : <p className="text-sm text-ink-soft">{t("sending", { share: format.percent(share) })}</p>}
      {problem ? <Alert tone="danger">{problem}</Alert> : null}
      {stuck ? (
        <Button look="outline" className="justify-self-start" busy={share !== null} onClick={() => void take(stuck)}>
          {common("retry")}
        </Button>
      ) : null}
    </div>
  );
}
