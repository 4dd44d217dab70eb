import { notFound } from "next/navigation";

// Rendered for each request: unknown addresses are endless, and a cache of them would be too.
export const dynamic = "force-dynamic";
export const dynamicParams = true;

export default function Page() {
  notFound();
}
