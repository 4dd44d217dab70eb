"use client";

import { ArrowUpTrayIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useFormat } from "@/i18n/use-format";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { TAKEN, type Target, type UploadRoute, useFileUpload } from "../../hooks/use-file-upload";

interface FileUploadProps {
  route: UploadRoute;
  target: Target;
  /** Whose file it is, read after the button's word: several such buttons stand on a page. */
  name: string;
  replaces: boolean;
  /** What is said once it is taken. */
  said: string;
}

/** A button that sends a file, with how far it is; in a row, what it says takes a line of its own. */
export function FileUpload({ route, target, name, replaces, said }: FileUploadProps) {
  const t = useTranslations("learning.editing.upload");
  const common = useTranslations("common");
  const input = useRef<HTMLInputElement>(null);
  const { share, problem, take, stop } = useFileUpload(route, target, said);
  const label = (
    <>
      {t(replaces ? "replace" : "choose")}
      <span className="sr-only">{name}</span>
    </>
  );
  return (
    <>
      <Button
        look="outline"
        size="sm"
        icon={<ArrowUpTrayIcon className="size-4" />}
        busy={share !== undefined}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={Object.entries(TAKEN[route].types)
          .map(([ending, type]) => `.${ending},${type}`)
          .join(",")}
        className="hidden"
        aria-label={`${t("choose")} ${name}`}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void take(file);
          // The same file may be chosen again.
          event.target.value = "";
        }}
      />
      {share === undefined ? null : <Underway share={share} name={name} onStop={stop} />}
      {problem ? (
        <div className="basis-full">
          <Alert tone="danger">
            <span className="flex flex-wrap items-center justify-between gap-3">
              {problem.text}
              {problem.again ? (
                <Button size="sm" look="outline" onClick={() => problem.again && void take(problem.again)}>
                  {common("retry")}
                </Button>
              ) : null}
            </span>
          </Alert>
        </div>
      ) : null}
    </>
  );
}

function Underway({ share, name, onStop }: { share: number; name: string; onStop: () => void }) {
  const t = useTranslations("learning.editing.upload");
  const common = useTranslations("common");
  const format = useFormat();
  // Everything is there, and the server looks at it.
  const whole = share === 1;
  return (
    <div className="flex basis-full flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-soft">
      <div
        role="progressbar"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className="h-1.5 min-w-32 grow overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full rounded-full bg-primary" style={{ width: `${share * 100}%` }} />
      </div>
      <span className="tabular">{whole ? t("checking") : t("sending", { share: format.percent(share) })}</span>
      {whole ? null : (
        <Button look="ghost" size="sm" onClick={onStop}>
          {common("cancel")}
        </Button>
      )}
    </div>
  );
}
