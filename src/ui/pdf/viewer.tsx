"use client";

import { ArrowLeftIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { type ReactNode, useRef, useState } from "react";
import { Document, PasswordResponses, pdfjs } from "react-pdf";
import { useFormat } from "@/i18n/use-format";
import { IconButton } from "@/ui/button";
import { Spinner } from "@/ui/spinner";
import { type PageSize, PIXELS_PER_POINT } from "./layout";
import { type FollowLink, OpenDocument } from "./open-document";
import { PasswordForm, type Problem, ProblemNotice, problemOf } from "./problem";

// Here and not in a module of its own: react-pdf sets another place when it is loaded.
pdfjs.GlobalWorkerOptions.workerSrc = new URL("pdfjs-dist/legacy/build/pdf.worker.min.mjs", import.meta.url).toString();

/** Served by the front door, from where npm put them. */
const DATA = `/pdfjs/${pdfjs.version}`;
const OPTIONS = {
  cMapUrl: `${DATA}/cmaps/`,
  standardFontDataUrl: `${DATA}/standard_fonts/`,
  wasmUrl: `${DATA}/wasm/`,
  iccUrl: `${DATA}/iccs/`,
  isEvalSupported: false,
  verbosity: pdfjs.VerbosityLevel.ERRORS,
};

export interface ViewerProps {
  /** Where the file lies; parts of it are asked for as they are needed, if the place allows that. */
  url: string;
  /** What the document is called: its heading, and its file's name when it is saved. */
  name: string;
  /** The way back, left out where there is none. */
  onBack?: () => void;
  /** Told before the document is asked for once more, for example to get an address that has not ended. */
  onRetry?: () => void;
  /** How large it is. */
  className: string;
}

export function Viewer({ onRetry, ...props }: ViewerProps) {
  const [attempt, setAttempt] = useState(0);
  const retry = () => {
    onRetry?.();
    setAttempt((count) => count + 1);
  };
  return <Attempt key={`${attempt} ${props.url}`} onRetry={retry} {...props} />;
}

interface Lock {
  wrong: boolean;
  open: (password: string) => void;
}

function Attempt({ url, name, onBack, onRetry, className }: ViewerProps & { onRetry: () => void }) {
  const t = useTranslations("documents.viewer");
  const [problem, setProblem] = useState<Problem>();
  const [lock, setLock] = useState<Lock>();
  const [part, setPart] = useState<number>();
  const [first, setFirst] = useState<PageSize & { lang: string | undefined }>();
  const follow = useRef<FollowLink>(undefined);

  /** Shows the document as soon as the size of its first page is known: the others have their places by it. */
  const begin = (pdf: PDFDocumentProxy) => {
    Promise.all([pdf.getPage(1), pdf.getMetadata()]).then(
      ([page, { info }]) => {
        const { width, height } = page.getViewport({ scale: PIXELS_PER_POINT });
        const { Language: lang } = info as { Language?: string | null };
        setFirst({ width, height, lang: lang ?? undefined });
      },
      (error) => setProblem(problemOf(error)),
    );
  };
  const heading = (
    <>
      {onBack ? (
        <IconButton label={t("back")} onClick={onBack}>
          <ArrowLeftIcon className="rtl:-scale-x-100" />
        </IconButton>
      ) : null}
      <h1 className="min-w-0 grow truncate px-2 font-semibold" dir="auto" title={name}>
        {name}
      </h1>
    </>
  );
  /** Stands in for the document. */
  const inFrame = (content: ReactNode) => (
    <>
      <div className="flex min-h-14 shrink-0 items-center border-b border-line bg-surface px-2">{heading}</div>
      <div className="grid grow place-items-center overflow-y-auto p-4">{content}</div>
    </>
  );
  const failed = problem ? inFrame(<ProblemNotice problem={problem} onRetry={onRetry} />) : null;
  const openWith = (password: string) => {
    setLock(undefined);
    lock?.open(password);
  };
  return (
    <>
      <Document
        file={url}
        options={OPTIONS}
        externalLinkTarget="_blank"
        externalLinkRel="noopener noreferrer"
        className={clsx("flex flex-col overflow-clip rounded-box border border-line bg-sunken print:hidden", className)}
        onLoadProgress={({ loaded, total }) => setPart(total > 0 ? Math.min(1, loaded / total) : undefined)}
        onLoadSuccess={begin}
        onLoadError={(error) => setProblem(problemOf(error))}
        onPassword={(open, reason) => setLock({ wrong: reason === PasswordResponses.INCORRECT_PASSWORD, open })}
        onItemClick={(target) => follow.current?.(target)}
        loading={inFrame(lock ? <PasswordForm wrong={lock.wrong} onPassword={openWith} /> : <Opening part={part} />)}
        error={failed}
      >
        {({ pdf }) => {
          if (failed || !pdf || !first) return failed ?? inFrame(<Opening part={part} />);
          return <OpenDocument pdf={pdf} name={name} heading={heading} first={first} lang={first.lang} follow={follow} onRetry={onRetry} />;
        }}
      </Document>
      <p className="hidden print:block">{t("print", { name })}</p>
    </>
  );
}

/** How far the document has come. */
function Opening({ part }: { part: number | undefined }) {
  const t = useTranslations("documents.viewer");
  const format = useFormat();
  return (
    <div className="grid w-full max-w-60 justify-items-center gap-3 text-ink-soft">
      <Spinner className="size-9 text-primary-text" />
      <p role="status">{t("opening")}</p>
      {part === undefined ? null : (
        <progress
          aria-label={t("opening")}
          aria-valuetext={format.percent(part)}
          value={part}
          className="h-1.5 w-full appearance-none overflow-clip rounded-full bg-line [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-primary"
        />
      )}
    </div>
  );
}
