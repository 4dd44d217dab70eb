import { ArrowPathIcon } from "@heroicons/react/24/outline";
import type { ComponentProps } from "react";
import { Button } from "./button";
import { Alert } from "./card";

interface ReloadOfferProps {
  tone: "info" | "warning";
  look?: ComponentProps<typeof Button>["look"];
  text: string;
  label: string;
}

/** Says why the page should be loaded anew, and does so when that is wanted. */
export function ReloadOffer({ tone, look, text, label }: ReloadOfferProps) {
  return (
    <Alert tone={tone}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-56">{text}</p>
        <Button {...(look && { look })} size="sm" icon={<ArrowPathIcon className="size-5" />} onClick={() => window.location.reload()}>
          {label}
        </Button>
      </div>
    </Alert>
  );
}
