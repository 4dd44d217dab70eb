CREATE TYPE "public"."entry_state" AS ENUM('draft', 'submitted');--> statement-breakpoint
CREATE TABLE "form_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"form_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"job_id" uuid,
	"task_id" uuid,
	"state" "entry_state" DEFAULT 'draft' NOT NULL,
	"answers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"author_id" uuid NOT NULL,
	"submitted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "form_entries_key" UNIQUE("workspace_id","id"),
	CONSTRAINT "form_entries_submitted_check" CHECK (("form_entries"."submitted_at" is not null) = ("form_entries"."state" = 'submitted'))
);
--> statement-breakpoint
ALTER TABLE "form_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "form_versions" (
	"workspace_id" uuid NOT NULL,
	"form_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"definition" jsonb NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_by" uuid NOT NULL,
	CONSTRAINT "form_versions_workspace_id_form_id_number_pk" PRIMARY KEY("workspace_id","form_id","number")
);
--> statement-breakpoint
ALTER TABLE "form_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "forms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"definition" jsonb NOT NULL,
	"published" integer,
	"archived" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "forms_key" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "forms" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "workspace_files" DROP CONSTRAINT "workspace_files_subject_check";--> statement-breakpoint
DROP INDEX "workspace_files_waiting_idx";--> statement-breakpoint
ALTER TABLE "workspace_files" ADD COLUMN "entry_id" uuid;--> statement-breakpoint
ALTER TABLE "standard_tasks" ADD COLUMN "form_id" uuid;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "form_id" uuid;--> statement-breakpoint
ALTER TABLE "form_entries" ADD CONSTRAINT "form_entries_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_entries" ADD CONSTRAINT "form_entries_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_entries" ADD CONSTRAINT "form_entries_version_fk" FOREIGN KEY ("workspace_id","form_id","number") REFERENCES "public"."form_versions"("workspace_id","form_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_entries" ADD CONSTRAINT "form_entries_job_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."jobs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_entries" ADD CONSTRAINT "form_entries_task_fk" FOREIGN KEY ("workspace_id","task_id") REFERENCES "public"."tasks"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_versions" ADD CONSTRAINT "form_versions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_versions" ADD CONSTRAINT "form_versions_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_versions" ADD CONSTRAINT "form_versions_form_fk" FOREIGN KEY ("workspace_id","form_id") REFERENCES "public"."forms"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forms" ADD CONSTRAINT "forms_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "form_entries_created_idx" ON "form_entries" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "form_entries_job_idx" ON "form_entries" USING btree ("workspace_id","job_id","submitted_at","id");--> statement-breakpoint
CREATE INDEX "form_entries_task_idx" ON "form_entries" USING btree ("workspace_id","task_id","form_id");--> statement-breakpoint
CREATE INDEX "form_entries_form_idx" ON "form_entries" USING btree ("workspace_id","form_id","number");--> statement-breakpoint
CREATE INDEX "form_entries_drafts_idx" ON "form_entries" USING btree ("workspace_id","author_id") WHERE state = 'draft';--> statement-breakpoint
CREATE INDEX "forms_name_idx" ON "forms" USING btree ("workspace_id",lower(name),"id");--> statement-breakpoint
ALTER TABLE "workspace_files" ADD CONSTRAINT "workspace_files_entry_fk" FOREIGN KEY ("workspace_id","entry_id") REFERENCES "public"."form_entries"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standard_tasks" ADD CONSTRAINT "standard_tasks_form_fk" FOREIGN KEY ("workspace_id","form_id") REFERENCES "public"."forms"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_form_fk" FOREIGN KEY ("workspace_id","form_id") REFERENCES "public"."forms"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "workspace_files_entry_idx" ON "workspace_files" USING btree ("workspace_id","entry_id");--> statement-breakpoint
CREATE INDEX "standard_tasks_form_idx" ON "standard_tasks" USING btree ("workspace_id","form_id");--> statement-breakpoint
CREATE INDEX "tasks_form_idx" ON "tasks" USING btree ("workspace_id","form_id");--> statement-breakpoint
CREATE INDEX "workspace_files_waiting_idx" ON "workspace_files" USING btree ("workspace_id","created_at") WHERE customer_id is null and job_id is null and note_id is null and entry_id is null;--> statement-breakpoint
ALTER TABLE "workspace_files" ADD CONSTRAINT "workspace_files_subject_check" CHECK (num_nonnulls("workspace_files"."customer_id", "workspace_files"."job_id", "workspace_files"."note_id", "workspace_files"."entry_id") <= 1);--> statement-breakpoint
CREATE POLICY "workspace" ON "form_entries" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("form_entries"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("form_entries"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "form_versions" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("form_versions"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("form_versions"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "forms" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("forms"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("forms"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
-- By hand from here: what the generator does not know of.
ALTER TABLE "forms" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "form_versions" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "form_entries" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "forms", "form_entries" TO "parley_trades";--> statement-breakpoint
-- What was published is never changed, and goes with its form alone.
GRANT SELECT, INSERT ON "form_versions" TO "parley_trades";
