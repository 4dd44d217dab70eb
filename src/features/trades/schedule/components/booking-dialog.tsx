"use client";

import { SparklesIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { z } from "zod";
import { dayIn, shownAt, whileShown } from "@/lib/days";
import { MINUTE_MS } from "@/lib/durations";
import { BOOKING_STATES } from "@/lib/enums/trades";
import { DAY_MINUTES } from "@/lib/working-time";
import { api, toApiError, trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { seenVersion, useSeen } from "@/trpc/use-seen";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Choices } from "@/ui/choice";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextArea, TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import type { Workspace } from "../../components/workspace-frame";
import { NotesButton } from "../../notes/components/notes-button";
import type { Resource } from "../../resources/components/resource-list";
import { shownField } from "../../resources/schema";
import type { Booking } from "../hooks/use-move";
import { BOOKING, GRID_MINUTES } from "../rules";
import { bookingForm } from "../schema";
import { CancelBooking } from "./cancel-booking";
import { JobField } from "./job-field";
import { WhoFields } from "./who-fields";

type Values = z.infer<ReturnType<typeof bookingForm>>;

/** What a new booking begins with. */
export interface Wish {
  resources: string[];
  startsAt: string;
  endsAt: string;
  /** What it is for. */
  job?: Booking["job"];
}

interface BookingDialogProps {
  workspace: Workspace;
  booking: Booking | null;
  wish: Wish;
  resources: Resource[];
  onClose: () => void;
}

/** All that can be done to a booking, by keys alone. */
export function BookingDialog({ workspace, booking, wish, resources, onClose }: BookingDialogProps) {
  const t = useTranslations("trades.schedule");
  const common = useTranslations("common");
  const showError = useErrorToast();
  const utils = trpc.useUtils();
  const id = useId();
  const { uid: workspaceId, timeZone } = workspace;
  const toForm = (row: Booking | null): Values => ({
    title: row?.title ?? wish.job?.title ?? "",
    jobUid: row ? (row.job?.uid ?? null) : (wish.job?.uid ?? null),
    note: row?.note ?? "",
    state: row?.state ?? "confirmed",
    from: shownAt(new Date(row?.startsAt ?? wish.startsAt), timeZone),
    to: shownAt(new Date(row?.endsAt ?? wish.endsAt), timeZone),
    resources: row?.resources ?? wish.resources,
  });
  // What was put in the fields here, as in an hour that clocks show twice they do not say which it is.
  const [put, setPut] = useState<Pick<Wish, "startsAt" | "endsAt">[]>([booking ?? wish]);
  const whileOf = (shown: Pick<Values, "from" | "to">) => whileShown(shown, timeZone, put);
  const form = useZodForm<Values>(bookingForm(whileOf), toForm(booking));
  const { register, errorOf, watch, setValue, getValues, formState } = form;
  const [offHours, setOffHours] = useState<string>();
  // What was typed for one job, or for somebody on one day, is not another's.
  const begunAt = wish.job?.uid ?? [workspaceId, dayIn(new Date(wish.startsAt), timeZone), ...wish.resources].join(".");
  const { seen, overtaken, attempt, discard } = useSeen(form, {
    row: booking,
    toForm,
    draft: (row) => (row ? `trades.booking.${row.uid}.${row.version}` : `trades.booking.new.${begunAt}`),
    onOvertaken: (current) => {
      setPut([...put, current]);
      return utils.trades.schedule.invalidate();
    },
  });
  const { from, to, state, jobUid, resources: named } = watch();
  // A press beside the dialog costs nobody what they typed: it is given up by Cancel alone.
  const cancel = () => {
    discard();
    onClose();
  };

  const save = (anyway: boolean) =>
    form.handleSubmit(({ from: begin, to: end, ...values }) => {
      setOffHours(undefined);
      const { startsAt, endsAt } = whileOf({ from: begin, to: end });
      const time = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
      return attempt(async () => {
        try {
          const { data } = await api.trades.schedule.save.mutate({ ...values, ...time, ...seenVersion(seen), anyway, workspaceId });
          form.reset(toForm(data));
        } catch (error) {
          const { code, message } = toApiError(error);
          if (code !== "notWorking") throw error;
          return setOffHours(message);
        }
        notify("success", common("saved"));
        onClose();
        await utils.trades.schedule.invalidate();
      });
    });

  const free = trpc.trades.schedule.nextFree.useMutation({
    onSuccess: ({ data }) => {
      if (!data) return notify("error", t("noFree"));
      setPut([data, ...put]);
      setValue("from", shownAt(new Date(data.startsAt), timeZone), { shouldDirty: true });
      setValue("to", shownAt(new Date(data.endsAt), timeZone), { shouldDirty: true });
    },
    onError: showError,
  });
  // A year that is still being typed, or was kept so, is none that can be worked with.
  const readable = [from, to].every((text) => shownField.safeParse(text).success);
  const wanted = readable ? whileOf({ from, to }) : undefined;
  const minutes = wanted ? Math.round((wanted.endsAt.getTime() - wanted.startsAt.getTime()) / MINUTE_MS) : 0;
  const findable = named.length > 0 && minutes >= GRID_MINUTES && minutes <= DAY_MINUTES;
  const find = () => {
    if (!wanted) return;
    const about = booking ? { bookingUid: booking.uid } : {};
    free.mutate({ workspaceId, resources: named, minutes, from: wanted.startsAt.toISOString(), ...about });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(booking ? "edit" : "new")}
      footer={
        <DialogActions
          onCancel={cancel}
          before={booking ? <CancelBooking workspace={workspace} booking={booking} onDone={cancel} /> : null}
          type="submit"
          form={id}
          busy={formState.isSubmitting}
        >
          {common("save")}
        </DialogActions>
      }
    >
      <form id={id} noValidate className="grid gap-5 text-ink" onSubmit={save(false)}>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        {overtaken ? <Alert tone="warning">{t("conflict")}</Alert> : null}
        {offHours ? (
          <Alert tone="warning">
            <p>{offHours}</p>
            <Button look="outline" className="mt-3" busy={formState.isSubmitting} onClick={() => void save(true)()}>
              {t("anyway")}
            </Button>
          </Alert>
        ) : null}
        <TextField
          label={t("title")}
          dir="auto"
          autoComplete="off"
          maxLength={BOOKING.title}
          error={errorOf("title")}
          {...register("title")}
        />
        <JobField
          workspace={workspace}
          value={jobUid}
          known={booking?.job ?? wish.job ?? null}
          onChange={(uid, title) => {
            setValue("jobUid", uid, { shouldDirty: true });
            // What is booked for a job is mostly called like it.
            if (title && !getValues("title")) setValue("title", title, { shouldDirty: true });
          }}
        />
        <WhoFields
          resources={resources}
          value={named}
          kept={booking?.resources ?? []}
          error={errorOf("resources")}
          onChange={(next) => setValue("resources", next, { shouldDirty: true })}
        />
        <div className="grid gap-5">
          <TextField type="datetime-local" label={t("from")} error={errorOf("from")} {...register("from")} />
          <TextField type="datetime-local" label={t("to")} error={errorOf("to")} {...register("to")} />
        </div>
        <Button
          look="outline"
          className="justify-self-start"
          icon={<SparklesIcon className="size-5" />}
          busy={free.isPending}
          disabled={!findable}
          onClick={find}
        >
          {t("nextFree")}
        </Button>
        <Choices
          label={t("state")}
          value={state}
          choices={BOOKING_STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
          onChange={(value) => setValue("state", value, { shouldDirty: true })}
        />
        <TextArea rows={3} label={t("note")} help={t("noteHelp")} maxLength={BOOKING.note} error={errorOf("note")} {...register("note")} />
      </form>
      {booking ? <NotesButton workspace={workspace} subject={{ bookingUid: booking.uid }} title={booking.title} /> : null}
    </Dialog>
  );
}
