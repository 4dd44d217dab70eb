import type { ReactNode } from "react";
import { DashboardShell } from "@/app/shell/dashboard-shell";
import { AccountBanner } from "@/features/account/components/account-banner";
import { SignedInOnly } from "@/features/account/components/guards";
import { LiveAccount } from "@/features/account/components/live-account";
import { ProofDialog } from "@/features/account/components/proof-dialog";
import { PushKeeper } from "@/features/account/push/components/push-keeper";
import { PushPrompt } from "@/features/account/push/components/push-prompt";
import { OwnOnly } from "@/features/account/viewings/components/own-only";
import { ViewingBanner } from "@/features/account/viewings/components/viewing-banner";
import { ViewingGate } from "@/features/account/viewings/components/viewing-gate";
import { WatchingKeeper } from "@/features/learning/components/watching-keeper";
import { ReviewKeeper } from "@/features/peer-review/components/review-keeper";
import { TakeKeeper } from "@/features/practice/components/take-keeper";
import { AreaGate } from "@/features/service/components/area-gate";
import { OverdueBanner } from "@/features/subscription/components/overdue-banner";
import { SupportKeeper } from "@/features/support/chat/components/support-keeper";
import { TaskKeeper } from "@/features/trades/tasks/components/task-keeper";

export default function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <SignedInOnly>
      <OwnOnly>
        <TakeKeeper />
        <LiveAccount />
        <SupportKeeper />
        <ReviewKeeper />
        <PushKeeper />
        <TaskKeeper />
        <WatchingKeeper />
      </OwnOnly>
      <DashboardShell>
        <OwnOnly>
          <AccountBanner />
          <ViewingBanner />
        </OwnOnly>
        <OverdueBanner />
        <ViewingGate>
          <AreaGate>{children}</AreaGate>
        </ViewingGate>
      </DashboardShell>
      <OwnOnly>
        <PushPrompt />
        <ProofDialog />
      </OwnOnly>
    </SignedInOnly>
  );
}
