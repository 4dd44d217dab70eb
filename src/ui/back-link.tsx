import { ArrowLeftIcon } from "@heroicons/react/24/outline";
import Link from "next/link";

export function BackLink({ href, text }: { href: string; text: string }) {
  return (
    <Link
      href={href}
      className="mb-4 inline-flex min-h-9 items-center gap-2 rounded-sm font-medium text-primary-text underline-offset-4 hover:underline"
    >
      <ArrowLeftIcon className="size-4 rtl:-scale-x-100" aria-hidden="true" />
      {text}
    </Link>
  );
}
