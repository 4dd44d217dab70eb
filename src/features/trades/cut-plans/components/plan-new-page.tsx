"use client";

import { ScissorsIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { api, toApiError, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { BackLink } from "@/ui/back-link";
import { Button } from "@/ui/button";
import { Alert, Notice } from "@/ui/card";
import { Checkbox } from "@/ui/checkboxes";
import { Choices } from "@/ui/choice";
import { Section } from "@/ui/editing/parts";
import { SelectField } from "@/ui/field";
import { LoadingList } from "@/ui/spinner";
import { useAddress } from "@/ui/use-address";
import { useRouter } from "@/ui/use-router";
import type { Workspace } from "../../components/workspace-frame";
import { planHref, stockHref } from "../../hrefs";
import { StockFrame } from "../../stock/components/stock-frame";
import type { WaitingDto } from "../dto";
import { EFFORTS, type Effort } from "../rules";

export function PlanNewPage() {
  const t = useTranslations("trades.plans");
  return (
    <StockFrame page="plans">
      {(workspace) => (
        <>
          <BackLink href={stockHref(workspace.uid, "plans")} text={t("all")} />
          <h2 className="mb-5 text-xl font-bold">{t("new")}</h2>
          <NewPlan workspace={workspace} />
        </>
      )}
    </StockFrame>
  );
}

/** A material first: which one stands in the address. */
function NewPlan({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.plans");
  const { params, replace } = useAddress();
  const query = trpc.trades.cutPlans.materials.useQuery({ workspaceId: workspace.uid });
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  const materials = query.data.data;
  if (materials.length === 0) return <Notice icon={<ScissorsIcon />} title={t("nothingWaits")} text={t("nothingWaitsText")} />;
  const chosen = materials.find(({ uid }) => uid === params.get("material")) ?? (materials.length === 1 ? materials[0] : undefined);
  return (
    <div className="grid max-w-4xl gap-6">
      <Section title={t("material")} lead={t("materialLead")}>
        <SelectField
          label={t("material")}
          value={chosen?.uid ?? ""}
          onChange={({ target }) => replace({ material: target.value || undefined })}
        >
          <option value="">{t("choose")}</option>
          {materials.map(({ uid, name, waiting, slabs }) => (
            <option key={uid} value={uid}>
              {t("materialOption", { name, waiting, slabs })}
            </option>
          ))}
        </SelectField>
        {chosen?.banned ? (
          <div className="mt-4">
            <Alert tone="danger">{t("banned")}</Alert>
          </div>
        ) : null}
      </Section>
      {chosen && !chosen.banned ? <Chooser key={chosen.uid} workspace={workspace} materialUid={chosen.uid} /> : null}
    </div>
  );
}

function Chooser({ workspace, materialUid }: { workspace: Workspace; materialUid: string }) {
  const query = trpc.trades.cutPlans.waiting.useQuery({ workspaceId: workspace.uid, materialUid });
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  return <PlanForm workspace={workspace} materialUid={materialUid} waiting={query.data.data} />;
}

/** All but what was taken out. */
const without = (all: readonly { uid: string }[], out: ReadonlySet<string>): string[] =>
  all.map(({ uid }) => uid).filter((uid) => !out.has(uid));

/** Everything is in until it is taken out: what comes meanwhile is in as well. */
function PlanForm({ workspace, materialUid, waiting }: { workspace: Workspace; materialUid: string; waiting: WaitingDto }) {
  const t = useTranslations("trades.plans");
  const efforts = useTranslations("trades.plans.efforts");
  const common = useTranslations("common");
  const format = useFormat();
  const router = useRouter();
  const [out, setOut] = useState<ReadonlySet<string>>(new Set());
  const [effort, setEffort] = useState<Effort>("usual");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [pieceUids, slabUids] = [without(waiting.pieces, out), without(waiting.slabs, out)];
  const put = (uids: readonly string[], isIn: boolean) => {
    const next = new Set(out);
    for (const uid of uids) isIn ? next.delete(uid) : next.add(uid);
    setOut(next);
  };
  const start = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { data } = await api.trades.cutPlans.start.mutate({ workspaceId: workspace.uid, materialUid, pieceUids, slabUids, effort });
      router.push(planHref(workspace.uid, data.uid));
    } catch (error) {
      const { message, issues } = toApiError(error);
      setProblem(issues[0]?.message ?? message ?? common("offline"));
      setBusy(false);
    }
  };
  const jobs = [...new Map(waiting.pieces.map(({ job }) => [job.uid, job])).values()];
  const size = ({ length, width }: { length: number; width: number }) =>
    t("size", { length: format.number(length), width: format.number(width) });
  return (
    <>
      <Section title={t("choosePieces")} lead={t("choosePiecesLead")}>
        <div className="grid gap-5">
          {jobs.map((job) => {
            const pieces = waiting.pieces.filter((piece) => piece.job.uid === job.uid);
            const uids = pieces.map(({ uid }) => uid);
            return (
              <fieldset key={job.uid} className="min-w-0 rounded-box border border-line p-3 sm:p-4">
                <legend className="px-1 font-semibold wrap-anywhere">
                  <bdi>#{format.reference(job.number)}</bdi> <bdi>{job.title}</bdi>
                </legend>
                <p className="text-sm text-ink-soft">
                  {format.joined([job.customer, job.dueOn ? t("due", { day: format.day(job.dueOn) }) : ""])}
                </p>
                <Checkbox
                  label={t("wholeJob", { count: uids.length })}
                  checked={uids.every((uid) => !out.has(uid))}
                  onChange={({ target }) => put(uids, target.checked)}
                />
                <div className="grid gap-x-4 ps-4 sm:grid-cols-2">
                  {pieces.map((piece) => (
                    <Checkbox
                      key={piece.uid}
                      label={piece.label ? t("labelled", { label: piece.label, size: size(piece) }) : size(piece)}
                      checked={!out.has(piece.uid)}
                      onChange={({ target }) => put([piece.uid], target.checked)}
                    />
                  ))}
                </div>
              </fieldset>
            );
          })}
          {waiting.total.pieces > waiting.pieces.length ? (
            <p className="text-sm text-ink-soft">{t("morePieces", { count: waiting.total.pieces - waiting.pieces.length })}</p>
          ) : null}
        </div>
      </Section>
      <Section title={t("chooseSlabs")} lead={t("chooseSlabsLead")}>
        {waiting.slabs.length === 0 ? <Alert tone="warning">{t("noSlabs")}</Alert> : null}
        <div className="grid gap-x-4 sm:grid-cols-2">
          {waiting.slabs.map((slab) => (
            <Checkbox
              key={slab.uid}
              label={t(slab.remnant ? "remnantOption" : "slabOption", { serial: slab.serial, size: size(slab), bin: slab.bin || "–" })}
              checked={!out.has(slab.uid)}
              onChange={({ target }) => put([slab.uid], target.checked)}
            />
          ))}
        </div>
      </Section>
      <Choices
        label={t("effort")}
        value={effort}
        choices={(Object.keys(EFFORTS) as Effort[]).map((value) => ({ value, label: efforts(value) }))}
        onChange={setEffort}
      />
      {problem ? <Alert tone="danger">{problem}</Alert> : null}
      <div>
        <Button
          busy={busy}
          disabled={pieceUids.length === 0 || slabUids.length === 0}
          icon={<ScissorsIcon className="size-5" />}
          onClick={() => void start()}
        >
          {t("start", { count: pieceUids.length })}
        </Button>
      </div>
    </>
  );
}
