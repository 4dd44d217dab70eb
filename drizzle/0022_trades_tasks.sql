CREATE TYPE "public"."task_state" AS ENUM('todo', 'in_progress', 'done', 'blocked', 'cancelled');--> statement-breakpoint
CREATE TABLE "standard_tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"title" text NOT NULL,
	"details" text DEFAULT '' NOT NULL,
	"checks" text[] DEFAULT '{}' NOT NULL,
	"position" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "standard_tasks_key" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "standard_tasks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "task_assignees" (
	"workspace_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	CONSTRAINT "task_assignees_workspace_id_task_id_member_id_pk" PRIMARY KEY("workspace_id","task_id","member_id")
);
--> statement-breakpoint
ALTER TABLE "task_assignees" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "task_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"text" text NOT NULL,
	"checked_at" timestamp with time zone,
	"checked_by" uuid,
	CONSTRAINT "task_checks_key" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "task_checks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "task_moves" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid NOT NULL,
	"from" "task_state" NOT NULL,
	"to" "task_state" NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "task_moves_key" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "task_moves" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "task_needs" (
	"workspace_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"needs_id" uuid NOT NULL,
	CONSTRAINT "task_needs_workspace_id_task_id_needs_id_pk" PRIMARY KEY("workspace_id","task_id","needs_id"),
	CONSTRAINT "task_needs_check" CHECK ("task_needs"."task_id" <> "task_needs"."needs_id")
);
--> statement-breakpoint
ALTER TABLE "task_needs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"job_id" uuid,
	"title" text NOT NULL,
	"details" text DEFAULT '' NOT NULL,
	"state" "task_state" DEFAULT 'todo' NOT NULL,
	"blocked_for" text DEFAULT '' NOT NULL,
	"due_on" date,
	"position" integer NOT NULL,
	"done_at" timestamp with time zone,
	"done_by" uuid,
	"words" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tasks_key" UNIQUE("workspace_id","id"),
	CONSTRAINT "tasks_blocked_check" CHECK (("tasks"."blocked_for" <> '') = ("tasks"."state" = 'blocked')),
	CONSTRAINT "tasks_done_check" CHECK (("tasks"."done_at" is not null) = ("tasks"."state" = 'done'))
);
--> statement-breakpoint
ALTER TABLE "tasks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "standard_tasks" ADD CONSTRAINT "standard_tasks_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_assignees" ADD CONSTRAINT "task_assignees_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_assignees" ADD CONSTRAINT "task_assignees_task_fk" FOREIGN KEY ("workspace_id","task_id") REFERENCES "public"."tasks"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_assignees" ADD CONSTRAINT "task_assignees_member_fk" FOREIGN KEY ("workspace_id","member_id") REFERENCES "public"."workspace_members"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_checks" ADD CONSTRAINT "task_checks_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_checks" ADD CONSTRAINT "task_checks_checked_by_users_id_fk" FOREIGN KEY ("checked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_checks" ADD CONSTRAINT "task_checks_task_fk" FOREIGN KEY ("workspace_id","task_id") REFERENCES "public"."tasks"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_moves" ADD CONSTRAINT "task_moves_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_moves" ADD CONSTRAINT "task_moves_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_moves" ADD CONSTRAINT "task_moves_task_fk" FOREIGN KEY ("workspace_id","task_id") REFERENCES "public"."tasks"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_needs" ADD CONSTRAINT "task_needs_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_needs" ADD CONSTRAINT "task_needs_task_fk" FOREIGN KEY ("workspace_id","task_id") REFERENCES "public"."tasks"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_needs" ADD CONSTRAINT "task_needs_needs_fk" FOREIGN KEY ("workspace_id","needs_id") REFERENCES "public"."tasks"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_done_by_users_id_fk" FOREIGN KEY ("done_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_job_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."jobs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "standard_tasks_position_idx" ON "standard_tasks" USING btree ("workspace_id","position","id");--> statement-breakpoint
CREATE INDEX "task_assignees_member_idx" ON "task_assignees" USING btree ("workspace_id","member_id");--> statement-breakpoint
CREATE INDEX "task_checks_task_idx" ON "task_checks" USING btree ("workspace_id","task_id","position");--> statement-breakpoint
CREATE INDEX "task_moves_task_idx" ON "task_moves" USING btree ("workspace_id","task_id","at","id");--> statement-breakpoint
CREATE INDEX "task_needs_needs_idx" ON "task_needs" USING btree ("workspace_id","needs_id");--> statement-breakpoint
CREATE INDEX "tasks_job_idx" ON "tasks" USING btree ("workspace_id","job_id","position","id");--> statement-breakpoint
CREATE INDEX "tasks_state_idx" ON "tasks" USING btree ("workspace_id","state","due_on","id");--> statement-breakpoint
CREATE INDEX "tasks_done_idx" ON "tasks" USING btree ("workspace_id","done_by","done_at");--> statement-breakpoint
CREATE POLICY "workspace" ON "standard_tasks" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("standard_tasks"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("standard_tasks"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "task_assignees" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("task_assignees"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("task_assignees"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "task_checks" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("task_checks"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("task_checks"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "task_moves" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("task_moves"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("task_moves"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "task_needs" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("task_needs"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("task_needs"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "tasks" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("tasks"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("tasks"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
ALTER TABLE "tasks" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "task_assignees" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "task_checks" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "task_needs" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "task_moves" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "standard_tasks" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "tasks", "task_assignees", "task_checks", "task_needs", "standard_tasks" TO "parley_trades";--> statement-breakpoint
GRANT SELECT, INSERT ON "task_moves" TO "parley_trades";
