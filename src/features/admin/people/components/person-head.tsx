"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { AskDialog } from "@/features/admin/viewings/components/ask-dialog";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Alert, Badge, Card } from "@/ui/card";
import { notify, offerUndo } from "@/ui/toast";
import { type Outcome, useTurning } from "../hooks/use-turning";
import { Fact, Facts } from "./facts";
import type { Person } from "./person-page";
import { RoleDialog } from "./role-dialog";
import { StateBadge } from "./state-badge";
import { SuspendDialog } from "./suspend-dialog";

/** Who somebody is, how their account stands, and what can be done about it. */
export function PersonHead({ person }: { person: Person }) {
  const t = useTranslations("admin.people");
  const plans = useTranslations("subscription.plans");
  const format = useFormat();
  const { name, email, username, role, state, plan, language, timeZone, suspension, lockedUntil, erasedOn } = person;
  return (
    <Card className="grid gap-5 p-5 sm:p-6">
      <header>
        <h1 className="text-2xl font-bold">
          <bdi>{name}</bdi>
        </h1>
        <p className="mt-1 break-all text-ink-soft">
          <bdi dir="ltr">{email}</bdi>
        </p>
        <p className="mt-3 flex flex-wrap gap-2">
          <StateBadge state={state} />
          <Badge tone={role === "candidate" ? "neutral" : "primary"}>{t(`roles.${role}`)}</Badge>
          <Badge>{plans(plan)}</Badge>
        </p>
      </header>
      {suspension ? (
        <Alert tone="danger" title={t("head.suspended", { date: format.dateTime(suspension.since) })}>
          <p dir="auto">{suspension.reason}</p>
        </Alert>
      ) : null}
      {lockedUntil ? <Alert tone="warning">{t("head.locked", { time: format.time(lockedUntil) })}</Alert> : null}
      {erasedOn ? <Alert tone="warning">{t("head.leaving", { date: format.date(erasedOn) })}</Alert> : null}
      <Facts>
        {username ? (
          <Fact name={t("columns.username")}>
            <bdi dir="ltr">{username}</bdi>
          </Fact>
        ) : null}
        <Fact name={t("head.confirmed")}>{person.emailVerifiedAt ? format.date(person.emailVerifiedAt) : t("head.notConfirmed")}</Fact>
        <Fact name={t("columns.language")}>{format.language(language)}</Fact>
        {timeZone ? (
          <Fact name={t("head.timeZone")}>
            <bdi dir="ltr">{timeZone}</bdi>
          </Fact>
        ) : null}
        <Fact name={t("columns.registered")}>{format.date(person.registeredAt)}</Fact>
        <Fact name={t("columns.seen")}>{format.ago(person.seenAt)}</Fact>
      </Facts>
      <Acts person={person} />
    </Card>
  );
}

/** Only what the caller may do, and what there is to do. */
function Acts({ person }: { person: Person }) {
  const t = useTranslations("admin.people");
  const ui = useTranslations("ui.table");
  const { admin } = trpc.useUtils();
  const { suspend, restore } = useTurning();
  const [asking, setAsking] = useState<"suspend" | "role" | "view">();
  const [restoring, setRestoring] = useState(false);
  const { uid, name, acts } = person;
  const failed = useErrorToast();
  const told = (text: string) => async () => {
    notify("success", text);
    await admin.people.invalidate();
  };
  const unlock = trpc.admin.people.unlock.useMutation({ onSuccess: told(t("unlocked")), onError: failed });
  const verify = trpc.admin.people.verify.useMutation({ onSuccess: told(t("verificationSent")), onError: failed });
  const endSessions = trpc.admin.people.endSessions.useMutation({
    onSuccess: ({ data }) => told(t("sessionsEnded", { count: data.ended }))(),
    onError: failed,
  });
  if (acts.length === 0) return <p className="text-ink-soft">{t("noActs")}</p>;
  const offer = ({ done, undo }: Outcome) =>
    offerUndo(done, ui("undo"), async () => {
      try {
        await undo();
        notify("success", ui("undone"));
      } catch (error) {
        failed(error);
        throw error;
      }
    });
  const letIn = async () => {
    setRestoring(true);
    await restore([uid]).then(offer, failed);
    setRestoring(false);
  };
  return (
    <div className="flex flex-wrap gap-3">
      {acts.includes("restore") ? (
        <Button busy={restoring} onClick={() => void letIn()}>
          {t("acts.restore")}
        </Button>
      ) : null}
      {acts.includes("unlock") ? (
        <Button look="outline" busy={unlock.isPending} onClick={() => unlock.mutate({ uid })}>
          {t("acts.unlock")}
        </Button>
      ) : null}
      {acts.includes("verify") ? (
        <Button look="outline" busy={verify.isPending} onClick={() => verify.mutate({ uid })}>
          {t("acts.verify")}
        </Button>
      ) : null}
      {acts.includes("endSessions") ? (
        <Button look="outline" busy={endSessions.isPending} onClick={() => endSessions.mutate({ uid })}>
          {t("acts.endSessions")}
        </Button>
      ) : null}
      {acts.includes("view") ? (
        <Button look="outline" onClick={() => setAsking("view")}>
          {t("acts.view")}
        </Button>
      ) : null}
      {acts.includes("grantRole") ? (
        <Button look="outline" onClick={() => setAsking("role")}>
          {t("acts.grantRole")}
        </Button>
      ) : null}
      {acts.includes("suspend") ? (
        <Button look="danger" onClick={() => setAsking("suspend")}>
          {t("acts.suspend")}
        </Button>
      ) : null}
      {asking === "role" ? <RoleDialog person={person} onClose={() => setAsking(undefined)} /> : null}
      {asking === "view" ? <AskDialog uid={uid} name={name} onClose={() => setAsking(undefined)} /> : null}
      {asking === "suspend" ? (
        <SuspendDialog
          uids={[uid]}
          title={t("suspend.one", { name })}
          onClose={() => setAsking(undefined)}
          onConfirm={async (reason) => {
            offer(await suspend([uid], reason));
            setAsking(undefined);
          }}
        />
      ) : null}
    </div>
  );
}
