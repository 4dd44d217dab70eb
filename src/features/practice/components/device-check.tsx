"use client";

import { CheckCircleIcon, MicrophoneIcon, VideoCameraIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import type { RecordingKind } from "@/lib/enums/practice";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Choices } from "@/ui/choice";
import { updateSlice } from "@/ui/client-state";
import { SelectField } from "@/ui/field";
import { closeDevices, type DeviceChoice, MediaError, type MediaProblem, openDevices } from "../hooks/media";
import { useLevel } from "../hooks/use-level";
import { CameraPreview, LevelMeter } from "./live-media";
import { ProblemNotice } from "./problem-notice";

/** Loud enough that speech was heard: some 24 dB above the meter's floor. */
const HEARD = 0.45;

/** Before the first take: microphone and camera are seen and heard to work, or it is said what to do. */
export function DeviceCheck({ kind, onReady }: { kind: RecordingKind; onReady: (stream: MediaStream) => void }) {
  const t = useTranslations("practice.check");
  const [choice, setChoice] = useState<Omit<DeviceChoice, "kind">>({});
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [problem, setProblem] = useState<MediaProblem | null>(null);
  const [tries, setTries] = useState(0);
  const [heard, setHeard] = useState(false);
  const handedOver = useRef(false);
  const meter = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` counts the wish to try again
  useEffect(() => {
    let live = true;
    let opened: MediaStream | undefined;
    setProblem(null);
    setHeard(false);
    openDevices({ kind, ...choice }).then(
      (devices) => {
        opened = devices;
        if (live) setStream(devices);
        else closeDevices(devices);
      },
      (error: unknown) => live && setProblem(error instanceof MediaError ? error.problem : "failed"),
    );
    return () => {
      live = false;
      setStream(null);
      if (!handedOver.current) closeDevices(opened);
    };
  }, [kind, choice, tries]);

  const listen = useCallback((level: number) => level > HEARD && setHeard(true), []);
  useLevel(stream, meter, listen);

  const setKind = (next: RecordingKind) => updateSlice("record", { audioRecord: next === "audio" });
  if (problem) {
    return (
      <ProblemNotice
        problem={problem}
        onRetry={() => {
          // A chosen device may be the one that has gone.
          setChoice({});
          setTries(tries + 1);
        }}
        {...(kind === "video" ? { onAudioOnly: () => setKind("audio") } : {})}
      />
    );
  }
  return (
    <Card className="p-5 sm:p-8">
      <h2 className="text-lg font-semibold">{t("title")}</h2>
      <p className="mt-1 text-ink-soft">{t("lead")}</p>
      <div className="mt-6 grid gap-6 md:grid-cols-2">
        <div className="grid content-start gap-5">
          <Choices
            label={t("kind")}
            value={kind}
            columns={2}
            onChange={setKind}
            choices={[
              { value: "audio", label: t("audio"), icon: <MicrophoneIcon /> },
              { value: "video", label: t("video"), icon: <VideoCameraIcon /> },
            ]}
          />
          <DeviceSelect
            label={t("microphone")}
            kind="audioinput"
            stream={stream}
            onChange={(microphoneId) => setChoice({ ...choice, microphoneId })}
          />
          {kind === "video" ? (
            <DeviceSelect
              label={t("camera")}
              kind="videoinput"
              stream={stream}
              onChange={(cameraId) => setChoice({ ...choice, cameraId })}
            />
          ) : null}
        </div>
        <div className="grid content-start gap-4">
          {kind === "video" ? <CameraPreview stream={stream} label={t("preview")} /> : null}
          <LevelMeter ref={meter} label={t("level")} />
          <p aria-live="polite" className={clsx("flex items-center gap-2 font-medium", heard ? "text-success" : "text-ink-soft")}>
            {heard ? <CheckCircleIcon className="size-5" /> : null}
            {t(heard ? "heard" : "speak")}
          </p>
        </div>
      </div>
      <Button
        size="lg"
        className="mt-8 w-full sm:w-auto"
        disabled={!stream}
        onClick={() => {
          if (!stream) return;
          handedOver.current = true;
          onReady(stream);
        }}
      >
        {t("continue")}
      </Button>
    </Card>
  );
}

/** The devices of a kind, the one in use chosen; nothing where there is no choice. */
function DeviceSelect({
  label,
  kind,
  stream,
  onChange,
}: {
  label: string;
  kind: MediaDeviceKind;
  stream: MediaStream | null;
  onChange: (id: string) => void;
}) {
  const t = useTranslations("practice.check");
  const format = useFormat();
  const [devices, setDevices] = useState<MediaDeviceInfo[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: names are known only once a stream is open
  useEffect(() => {
    const load = () =>
      void navigator.mediaDevices?.enumerateDevices().then((all) => setDevices(all.filter((device) => device.kind === kind)));
    load();
    navigator.mediaDevices?.addEventListener("devicechange", load);
    return () => navigator.mediaDevices?.removeEventListener("devicechange", load);
  }, [kind, stream]);
  const track = kind === "audioinput" ? stream?.getAudioTracks()[0] : stream?.getVideoTracks()[0];
  if (devices.length < 2) return null;
  return (
    <SelectField label={label} value={track?.getSettings().deviceId ?? ""} onChange={(event) => onChange(event.target.value)}>
      {devices.map((device, at) => (
        <option key={device.deviceId} value={device.deviceId}>
          {device.label || t("device", { number: format.number(at + 1) })}
        </option>
      ))}
    </SelectField>
  );
}
