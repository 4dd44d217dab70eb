"use client";

import { ArrowDownTrayIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { Button } from "@/ui/button";
import { Badge } from "@/ui/card";
import { saveBlob } from "@/ui/save-file";
import type { Told } from "./call";
import { CodeBlock } from "./code-block";
import { keepToken } from "./typed-token";

/** What a call answered. @param takesToken whether a token that it holds may be used for the next calls */
export function ResponseView({ told, takesToken }: { told: Told; takesToken: boolean }) {
  const t = useTranslations("developers.try");
  const { content } = told;
  const token = "json" in content ? tokenIn(content.json) : undefined;
  return (
    <div className="grid min-w-0 gap-3">
      <p role="status" className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">{t("answer")}</span>
        <Badge tone={told.status < 400 ? "success" : "danger"}>{told.status}</Badge>
        <span className="text-ink-soft">{t("took", { ms: told.ms })}</span>
      </p>
      <dl dir="ltr" lang="en" className="grid gap-0.5 font-mono text-[0.8125rem]">
        {told.headers.map(([name, value]) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="text-ink-soft">{name}:</dt>
            <dd className="break-all">{value}</dd>
          </div>
        ))}
      </dl>
      {"file" in content ? (
        <div>
          <Button
            look="outline"
            size="sm"
            icon={<ArrowDownTrayIcon className="size-5" />}
            onClick={() => saveBlob(content.name, content.file)}
          >
            {t("download", { name: content.name })}
          </Button>
        </div>
      ) : "json" in content ? (
        <CodeBlock label={t("answer")} text={pretty(content.json, true)} whole={pretty(content.json, false)} />
      ) : content.text === "" ? null : (
        <CodeBlock label={t("answer")} text={content.text} />
      )}
      {token ? (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-ink-soft">{t("tokenHidden")}</p>
          {takesToken ? (
            <Button look="outline" size="sm" onClick={() => keepToken(token)}>
              {t("useToken")}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

const TOKEN = "accessToken";

const tokenIn = (json: unknown): string | undefined => {
  const token = (json as Record<string, unknown> | null)?.[TOKEN];
  return typeof token === "string" ? token : undefined;
};

/** A token that an answer holds is copied with it, but does not stand in the page. */
const pretty = (json: unknown, hiding: boolean): string =>
  JSON.stringify(json, (name, value: unknown) => (hiding && name === TOKEN && typeof value === "string" ? "…" : value), 2);
