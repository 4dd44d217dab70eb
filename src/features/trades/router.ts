import { router } from "@/server/api/trpc";
import { customersRouter } from "./customers/router";
import { filesRouter } from "./files/router";
import { invitesRouter } from "./invites/router";
import { membersRouter } from "./members/router";
import { notesRouter } from "./notes/router";
import { workspaceRouter } from "./workspace/router";

export const tradesRouter = router({
  workspace: workspaceRouter,
  members: membersRouter,
  invites: invitesRouter,
  customers: customersRouter,
  files: filesRouter,
  notes: notesRouter,
});
