CREATE TYPE "public"."job_state" AS ENUM('enquiry', 'quoted', 'won', 'in_progress', 'completed', 'invoiced', 'closed', 'lost', 'on_hold', 'cancelled');--> statement-breakpoint
CREATE TABLE "job_moves" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid NOT NULL,
	"from" "job_state" NOT NULL,
	"to" "job_state" NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "job_moves_key" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "job_moves" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "job_settings" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"labels" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "job_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"customer_id" uuid NOT NULL,
	"site_id" uuid,
	"state" "job_state" DEFAULT 'enquiry' NOT NULL,
	"left_from" "job_state",
	"due_on" date,
	"words" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "jobs_key" UNIQUE("workspace_id","id"),
	CONSTRAINT "jobs_number_key" UNIQUE("workspace_id","number"),
	CONSTRAINT "jobs_left_from_check" CHECK (("jobs"."left_from" is not null) = ("jobs"."state" in ('on_hold', 'lost', 'cancelled'))),
	CONSTRAINT "jobs_left_from_way_check" CHECK ("jobs"."left_from" not in ('on_hold', 'lost', 'cancelled'))
);
--> statement-breakpoint
ALTER TABLE "jobs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "job_moves" ADD CONSTRAINT "job_moves_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_moves" ADD CONSTRAINT "job_moves_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_moves" ADD CONSTRAINT "job_moves_job_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."jobs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_settings" ADD CONSTRAINT "job_settings_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_customer_fk" FOREIGN KEY ("workspace_id","customer_id") REFERENCES "public"."customers"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_site_fk" FOREIGN KEY ("workspace_id","site_id") REFERENCES "public"."customer_sites"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_moves_job_idx" ON "job_moves" USING btree ("workspace_id","job_id","at","id");--> statement-breakpoint
CREATE INDEX "jobs_state_idx" ON "jobs" USING btree ("workspace_id","state","due_on","number");--> statement-breakpoint
CREATE INDEX "jobs_customer_idx" ON "jobs" USING btree ("workspace_id","customer_id");--> statement-breakpoint
CREATE INDEX "jobs_site_idx" ON "jobs" USING btree ("workspace_id","site_id");--> statement-breakpoint
CREATE INDEX "workspace_events_target_idx" ON "workspace_events" USING btree ("workspace_id","target","at","id");--> statement-breakpoint
CREATE POLICY "workspace" ON "job_moves" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("job_moves"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("job_moves"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "job_settings" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("job_settings"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("job_settings"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "jobs" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("jobs"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("jobs"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
ALTER TABLE "job_settings" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "jobs" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "job_moves" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "job_settings", "jobs" TO "parley_trades";--> statement-breakpoint
GRANT SELECT, INSERT ON "job_moves" TO "parley_trades";
