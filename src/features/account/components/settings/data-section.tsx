import { DeletionCard } from "./deletion-card";
import { ExportCard } from "./export-card";
import { PlaysCard } from "./plays-card";
import { ViewingsCard } from "./viewings-card";

/** One's data: take it along, see who used it, end it. */
export function DataSection() {
  return (
    <div className="grid gap-6">
      <ExportCard />
      <PlaysCard />
      <ViewingsCard />
      <DeletionCard />
    </div>
  );
}
