"use client";

import "@vidstack/react/player/styles/default/theme.css";
import "@vidstack/react/player/styles/default/layouts/video.css";
import {
  Captions,
  isVideoProvider,
  MediaPlayer,
  type MediaPlayerInstance,
  MediaProvider,
  TextTrack,
  Track,
  useMediaState,
} from "@vidstack/react";
import { type DefaultLayoutTranslations, DefaultVideoLayout, defaultLayoutIcons } from "@vidstack/react/player/layouts/default";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { useLanguage } from "@/i18n/use-language";
import { LOCALE_NAMES, LOCALES, type Locale, localeDirection, localeTag } from "@/lib/locales";
import { PlayerSettings } from "./player-settings";

export interface PlayerProps {
  title: string;
  src: string;
  duration: number;
  captions: { locale: Locale; vtt: string }[];
  chapters: { at: number; title: string }[];
  /** Where it starts, in seconds. */
  start: number;
  /** The element that plays; null when it is gone. */
  onVideo: (video: HTMLVideoElement | null) => void;
  onFailed: () => void;
}

/** Like our other boxes; and a menu whose choices are all in sight. */
const LOOK =
  "[--media-menu-item-height:34px] [--media-menu-item-padding:8px] [--media-user-font-family:var(--font-sans)] [--media-menu-video-max-height:calc(var(--player-height)*0.85)] [--video-border-radius:var(--radius-box)] [--video-border:0] [--video-font-family:var(--font-sans)]";

/** Not from a track: those without an address of their own fail as well, and are shown all the same. */
const fromVideo = (target: EventTarget) => target instanceof HTMLVideoElement || target instanceof HTMLSourceElement;

/**
 * Vidstack's player with its default layout, in our words. It stays left-to-right, because time runs so on every player. Casting
 * is left out: it loads scripts of others. Chapters have their own list beside the player.
 */
export function VideoPlayer({ title, src, duration, captions, chapters, start, onVideo, onFailed }: PlayerProps) {
  const t = useTranslations("learning.player");
  const locale = useLanguage();
  const player = useRef<MediaPlayerInstance>(null);
  const translations = useTranslated();
  useSpokenTime(player);
  useChapters(player, chapters, duration);
  // Vidstack goes where this points whenever it changes; only the first counts.
  const [startTime] = useState(start);
  // By type, because the address of an uploaded file has no ending; browsers look into the file itself.
  const source = useMemo(() => ({ src, type: /\.webm(\?|$)/.test(src) ? ("video/webm" as const) : ("video/mp4" as const) }), [src]);
  return (
    // An address that cannot be had fails at the source within the video, of which Vidstack says nothing.
    <div dir="ltr" onErrorCapture={({ target }) => fromVideo(target) && onFailed()}>
      <MediaPlayer
        ref={player}
        ariaLabel={t("label", { title })}
        title={title}
        src={source}
        currentTime={startTime}
        load="eager"
        preload="metadata"
        aspectRatio="16/9"
        playsInline
        className={LOOK}
        onProviderChange={(provider) => onVideo(isVideoProvider(provider) ? provider.video : null)}
      >
        <MediaProvider>
          {LOCALES.map((language) => {
            const vtt = captions.find((track) => track.locale === language)?.vtt;
            // As text: an address of a blob would have to be fetched, which the page's policy forbids.
            return vtt === undefined ? null : (
              <Track
                key={language}
                kind="captions"
                type="vtt"
                content={vtt}
                label={LOCALE_NAMES[language]}
                lang={localeTag(language)}
                default={language === locale}
              />
            );
          })}
        </MediaProvider>
        <DefaultVideoLayout
          icons={defaultLayoutIcons}
          translations={translations}
          colorScheme="dark"
          slots={{
            captions: <CaptionLines />,
            settingsMenu: <PlayerSettings />,
            chaptersMenu: null,
            airPlayButton: null,
            googleCastButton: null,
          }}
        />
      </MediaPlayer>
    </div>
  );
}

/** On a phone, too, they stay as large as small print. */
const LINES = "vds-captions [--media-cue-font-size:clamp(14px,calc(var(--overlay-height)/100*4.5),40px)]";

/** The captions in their own direction: whoever reads French may listen with Arabic ones. */
function CaptionLines() {
  const track = useMediaState("textTrack");
  const [parsed, setParsed] = useState<typeof track>(null);
  // Vidstack takes a track for ready before its lines are parsed, and then never shows any of them.
  useEffect(() => {
    const look = () => {
      if (track && track.cues.length > 0) setParsed(track);
    };
    look();
    track?.addEventListener("load", look);
    return () => track?.removeEventListener("load", look);
  }, [track]);
  if (!track || track !== parsed) return null;
  const locale = LOCALES.find((language) => localeTag(language) === track.language);
  return <Captions className={LINES} lang={track.language} textDir={locale ? localeDirection(locale) : "ltr"} />;
}

/** The layout's words, by its English ones. */
function useTranslated(): Partial<DefaultLayoutTranslations> {
  const t = useTranslations("learning.player");
  const video = useTranslations("learning.video");
  return useMemo(
    () => ({
      Play: t("play"),
      Pause: t("pause"),
      Mute: t("mute"),
      Unmute: t("unmute"),
      Volume: t("volume"),
      Seek: t("seek"),
      "Seek Forward": t("forward"),
      "Seek Backward": t("back"),
      Captions: video("captions"),
      "Closed-Captions On": t("captionsOn"),
      "Closed-Captions Off": t("captionsOff"),
      Fullscreen: t("fullscreen"),
      "Enter Fullscreen": t("enterFullscreen"),
      "Exit Fullscreen": t("exitFullscreen"),
      PiP: t("pip"),
      "Enter PiP": t("enterPip"),
      "Exit PiP": t("exitPip"),
    }),
    [t, video],
  );
}

/**
 * Marks the chapters on the time bar. Given as the content of a `<Track>` they would be parsed later than Vidstack may take the track
 * for ready, and then none would ever show.
 */
function useChapters(player: { current: MediaPlayerInstance | null }, chapters: PlayerProps["chapters"], duration: number) {
  const language = localeTag(useLanguage());
  useEffect(() => {
    const tracks = player.current?.textTracks;
    if (!tracks || chapters.length === 0) return;
    const track = new TextTrack({ kind: "chapters", type: "json", language, default: true });
    for (const [n, { at, title }] of chapters.entries()) track.addCue(new VTTCue(at, chapters[n + 1]?.at ?? duration, title));
    tracks.add(track);
    track.mode = "showing";
    return () => void tracks.remove(track);
  }, [player, chapters, duration, language]);
}

/** What a screen reader says of the position. Vidstack writes it in English and takes no other words for it. */
function useSpokenTime(player: { current: MediaPlayerInstance | null }) {
  const t = useTranslations("learning.player");
  const format = useFormat();
  useEffect(() => {
    const box = player.current?.el;
    if (!box) return;
    const say = new MutationObserver((changes) => {
      const state = player.current?.state;
      const slider = changes.map(({ target }) => target as Element).find((target) => target.matches("[data-media-time-slider]"));
      if (!state || !slider) return;
      const text = t("at", { time: format.clock(state.currentTime * 1000), length: format.clock(state.duration * 1000) });
      if (slider.getAttribute("aria-valuetext") !== text) slider.setAttribute("aria-valuetext", text);
    });
    say.observe(box, { subtree: true, attributes: true, attributeFilter: ["aria-valuetext"] });
    return () => say.disconnect();
  }, [player, t, format]);
}
