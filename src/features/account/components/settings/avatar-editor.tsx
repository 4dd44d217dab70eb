"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { lazyPart } from "@/ui/lazy-part";
import { notify } from "@/ui/toast";
import { Avatar } from "../avatar";

const CropForm = lazyPart(() => import("./crop-form").then((part) => part.CropForm));

/** What the upload route takes. */
const MAX_BYTES = 8 * 1024 ** 2;
// Not HEIC, which the server cannot read: phones that have it send a JPEG to whoever asks for one.
const READ = "image/jpeg,image/png,image/webp,image/gif,image/avif";

const keyOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;

export function AvatarEditor({ avatar, firstName, lastName }: { avatar: string | null; firstName: string; lastName: string }) {
  const t = useTranslations("account.profile");
  const showError = useErrorToast();
  const utils = trpc.useUtils();
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const choose = () => input.current?.click();
  const [file, setFile] = useState<File>();
  const remove = trpc.account.removeAvatar.useMutation({
    onSuccess: async () => {
      await utils.account.invalidate();
      // Its button has gone with the picture.
      chooser.current?.focus();
    },
    onError: showError,
  });

  const take = (chosen: File | undefined) => {
    if (chosen && chosen.size > MAX_BYTES) return notify("error", t("tooLarge"));
    setFile(chosen);
  };
  return (
    <div className="flex flex-wrap items-center gap-5">
      <Avatar user={{ avatar, firstName, lastName }} className="size-20 text-2xl" />
      <div className="flex flex-wrap gap-3">
        <Button ref={chooser} look="outline" onClick={choose}>
          {t(avatar ? "change" : "choose")}
        </Button>
        {avatar ? (
          <Button look="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {t("removePicture")}
          </Button>
        ) : null}
        <input
          ref={input}
          type="file"
          accept={READ}
          className="hidden"
          aria-label={t("choose")}
          onChange={(event) => {
            take(event.target.files?.[0]);
            // The same file may be chosen again.
            event.target.value = "";
          }}
        />
      </div>
      <Dialog open={file !== undefined} onClose={() => setFile(undefined)} title={t("cropTitle")}>
        {/* An upload may end only once the next picture is being cropped. */}
        {file ? (
          <CropForm
            key={keyOf(file)}
            file={file}
            onDone={() => setFile((now) => (now === file ? undefined : now))}
            onChooseOther={choose}
          />
        ) : null}
      </Dialog>
    </div>
  );
}
