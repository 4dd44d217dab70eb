"use client";

import { PencilSquareIcon, PlusIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { shownAt } from "@/lib/days";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { firstFailed, LoadFailed } from "@/trpc/load-failed";
import { useAsked } from "@/trpc/use-error";
import { Button, IconButton } from "@/ui/button";
import { ConfirmDelete } from "@/ui/editing/confirm-delete";
import { Row } from "@/ui/editing/parts";
import { LoadingList } from "@/ui/spinner";
import type { Workspace } from "../../components/workspace-frame";
import { AbsenceDialog } from "./absence-dialog";

export type Absence = RouterOutputs["trades"]["resources"]["absences"]["data"][number];

/** Who is away now or will be. */
export function Absences({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.scheduler");
  const format = useFormat();
  const about = { workspaceId: workspace.uid };
  const query = trpc.trades.resources.absences.useQuery(about);
  const resources = trpc.trades.resources.list.useQuery(about);
  const [asked, setAsked] = useState<Absence | "new">();
  const failed = firstFailed([query, resources]);
  if (failed) return <LoadFailed query={failed} />;
  if (!query.data || !resources.data) return <LoadingList />;
  const people = resources.data.data.filter(({ kind }) => kind !== "team");
  const nameOf = (uid: string) => people.find((one) => one.uid === uid)?.name ?? "";
  const told = (iso: string) => format.wallTime(shownAt(new Date(iso), workspace.timeZone));
  return (
    <section aria-labelledby="absences">
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 id="absences" className="text-lg font-semibold">
            {t("absences")}
          </h2>
          <p className="mt-1 max-w-prose text-ink-soft">{t("absencesLead")}</p>
        </div>
        {people.length > 0 ? (
          <Button look="outline" icon={<PlusIcon className="size-5" />} onClick={() => setAsked("new")}>
            {t("addAbsence")}
          </Button>
        ) : null}
      </div>
      {query.data.data.length === 0 ? <p className="text-ink-soft">{t("noAbsences")}</p> : null}
      <ul className="grid gap-3">
        {query.data.data.map((absence) => {
          const name = nameOf(absence.resourceUid);
          return (
            <Row
              key={absence.uid}
              heading={
                <p className="font-semibold wrap-anywhere">
                  <bdi>{name}</bdi>
                </p>
              }
              facts={
                <>
                  <span>
                    {told(absence.startsAt)} – {told(absence.endsAt)}
                  </span>
                  {absence.kind ? <span>{t(`absenceKinds.${absence.kind}`)}</span> : null}
                </>
              }
              actions={
                <>
                  <IconButton label={t("editAbsence", { name })} onClick={() => setAsked(absence)}>
                    <PencilSquareIcon />
                  </IconButton>
                  <DeleteAbsence workspace={workspace} absence={absence} name={name} />
                </>
              }
            />
          );
        })}
      </ul>
      {asked ? (
        <AbsenceDialog workspace={workspace} absence={asked === "new" ? null : asked} people={people} onClose={() => setAsked(undefined)} />
      ) : null}
    </section>
  );
}

function DeleteAbsence({ workspace, absence: { uid, version }, name }: { workspace: Workspace; absence: Absence; name: string }) {
  const t = useTranslations("trades.scheduler");
  const asked = useAsked();
  const utils = trpc.useUtils();
  const settled = () => utils.trades.resources.absences.invalidate();
  const remove = trpc.trades.resources.deleteAbsence.useMutation({ onSuccess: settled, onError: () => void settled() });
  return (
    <ConfirmDelete
      phrase
      name={t("absenceOf", { name })}
      text={t("deleteAbsence")}
      version={version}
      onDelete={(seen) => remove.mutate({ workspaceId: workspace.uid, uid, version: seen })}
      {...asked(remove)}
    />
  );
}
