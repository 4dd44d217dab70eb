"use client";

import { CheckCircleIcon, CloudArrowUpIcon, DevicePhoneMobileIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { FormAnswer } from "@/lib/form-definitions";
import { Button } from "@/ui/button";
import { Alert, Card } from "@/ui/card";
import { notify } from "@/ui/toast";
import { useRouter } from "@/ui/use-router";
import type { Workspace } from "../../components/workspace-frame";
import { workspaceHref } from "../../hrefs";
import type { EntryDto } from "../dto";
import { forgetChanges } from "../hooks/entry-drafts";
import { type Kept, useEntry } from "../hooks/use-entry";
import { usePhotos } from "../hooks/use-photos";
import { useProblemWords } from "../hooks/use-problem-words";
import { handedIn, withSent } from "../rules";
import { DiscardEntry } from "./discard-entry";
import { FormFields } from "./form-fields";
import { PhotoField } from "./photo-field";

const NONE: ReadonlyMap<string, string> = new Map();

interface FillFormProps {
  workspace: Workspace;
  entry: EntryDto;
  /** Whether it was begun on this device and is not with the server yet. */
  begun?: boolean;
  /** It was handed in, or thrown away. */
  onDone?: () => void;
}

/** A form to be filled in with one hand: what was written is kept at once, and handed in when it is whole. */
export function FillForm({ workspace, entry, begun = false, onDone }: FillFormProps) {
  const t = useTranslations("trades.entries");
  const router = useRouter();
  const wordsOf = useProblemWords();
  const { answers, kept, overtaken, refused, answer, submit, version, latest } = useEntry(workspace.uid, entry, begun);
  const photos = usePhotos({
    workspaceId: workspace.uid,
    entryUid: entry.uid,
    waiting: begun,
    onSent: (field, uid) => {
      const before = latest.current[field];
      const photos = before?.kind === "photo" ? before.photos : [];
      // Another tab may have told of it. It is saved at once: the device keeps the photo no longer.
      if (!photos.includes(uid)) answer(field, { kind: "photo", photos: [...photos, uid] }, 0);
    },
  });
  const [problems, setProblems] = useState(NONE);
  const [trouble, setTrouble] = useState<string>();
  const [busy, setBusy] = useState(false);
  // From the press on: what is drawn may be behind it.
  const goes = useRef(false);
  const form = useRef<HTMLFormElement>(null);

  const say = (found: ReadonlyMap<string, string>) => {
    setProblems(found);
    const [first] = found.keys();
    if (first === undefined) return;
    const place = form.current?.querySelector(`[data-field="${first}"]`);
    place?.scrollIntoView({ block: "center" });
    place?.querySelector<HTMLElement>("input:not([hidden]), textarea, select, [role=radio], button")?.focus({ preventScroll: true });
  };
  const change = (field: string, given: FormAnswer | null) => {
    // It would go with the form when that closes. What is looked at keeps the focus.
    if (goes.current) return;
    answer(field, given);
    if (problems.has(field)) setProblems(new Map([...problems].filter(([one]) => one !== field)));
  };
  const handIn = async () => {
    if (goes.current) return;
    goes.current = true;
    setTrouble(undefined);
    setBusy(true);
    try {
      await whole();
    } finally {
      goes.current = false;
      setBusy(false);
    }
  };
  const whole = async () => {
    // A phone takes a while until the last photo is kept.
    const taken = await photos.settled();
    const ready = taken.filter(({ problem, again }) => !problem || again);
    // Photos that wait with the form, or are on their way, are of it already.
    const { problems: wrong } = handedIn(entry.definition, withSent(latest.current, ready));
    if (wrong.length > 0) return say(new Map(wrong.map((one) => [one.field.id, wordsOf(one)])));
    if (ready.length > 0 && !begun) return setTrouble(t("photosGoing", { count: ready.length }));
    // It would go without them once this page is closed.
    const unkept = ready.filter((photo) => photo.unkept).length;
    if (unkept > 0) return setTrouble(t("photosUnkept", { count: unkept }));
    const refused = await submit();
    if (!refused) {
      notify("success", t(begun ? "begun.handedIn" : "done"));
      return onDone?.();
    }
    say(refused.fields);
    setTrouble(refused.text);
  };
  return (
    <Card className="max-w-2xl p-4 sm:p-6">
      <form
        ref={form}
        noValidate
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          void handIn();
        }}
      >
        <FormFields
          definition={entry.definition}
          answers={answers}
          problems={problems}
          onAnswer={change}
          photos={(field) => (
            <div inert={busy}>
              <PhotoField
                workspaceId={workspace.uid}
                field={field}
                answer={answers[field.id]}
                photos={photos}
                onAnswer={(given) => change(field.id, given)}
              />
            </div>
          )}
        />
        {problems.size > 0 ? <Alert tone="danger">{t("wrong", { count: problems.size })}</Alert> : null}
        {trouble ? <Alert tone="danger">{trouble}</Alert> : null}
        {refused ? (
          <Alert tone="danger" title={refused}>
            {t("begun.kept")}
          </Alert>
        ) : null}
        {overtaken ? <Alert tone="danger">{t("leftOut.told")}</Alert> : null}
        <div className="flex flex-wrap items-center gap-3 border-t border-line pt-5">
          <Button type="submit" size="lg" busy={busy} className="max-sm:w-full">
            {t("handIn")}
          </Button>
          <Keeping kept={kept} />
          <div className="ms-auto">
            <DiscardEntry
              workspaceId={workspace.uid}
              entry={entry}
              begun={begun}
              own={() => version.current}
              onDone={() => {
                forgetChanges(entry.uid);
                photos.forget();
                if (onDone) onDone();
                else router.replace(workspaceHref(workspace.uid, "forms"));
              }}
            />
          </div>
        </div>
      </form>
    </Card>
  );
}

const ICONS: Record<Kept, typeof CheckCircleIcon> = { saved: CheckCircleIcon, saving: CloudArrowUpIcon, device: DevicePhoneMobileIcon };

/** Where what was written is now. */
function Keeping({ kept }: { kept: Kept }) {
  const t = useTranslations("trades.entries.kept");
  const Icon = ICONS[kept];
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-ink-soft">
      <Icon className="size-5 shrink-0" aria-hidden="true" />
      {t(kept)}
    </p>
  );
}
