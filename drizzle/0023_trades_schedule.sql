CREATE TYPE "public"."absence_kind" AS ENUM('leave', 'sick', 'service', 'other');--> statement-breakpoint
CREATE TYPE "public"."booking_state" AS ENUM('tentative', 'confirmed');--> statement-breakpoint
CREATE TYPE "public"."resource_color" AS ENUM('primary', 'info', 'success', 'warning', 'danger', 'neutral');--> statement-breakpoint
CREATE TYPE "public"."resource_kind" AS ENUM('person', 'team', 'vehicle', 'machine');--> statement-breakpoint
CREATE TABLE "absences" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"resource_id" uuid NOT NULL,
	"kind" "absence_kind" NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "absences_key" UNIQUE("workspace_id","id"),
	CONSTRAINT "absences_time_check" CHECK ("absences"."starts_at" < "absences"."ends_at")
);
--> statement-breakpoint
ALTER TABLE "absences" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "booking_slots" (
	"workspace_id" uuid NOT NULL,
	"booking_id" uuid NOT NULL,
	"resource_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "booking_slots_workspace_id_booking_id_resource_id_pk" PRIMARY KEY("workspace_id","booking_id","resource_id")
);
--> statement-breakpoint
ALTER TABLE "booking_slots" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "bookings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"title" text NOT NULL,
	"job_id" uuid,
	"note" text DEFAULT '' NOT NULL,
	"state" "booking_state" NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bookings_key" UNIQUE("workspace_id","id"),
	CONSTRAINT "bookings_time_key" UNIQUE("workspace_id","id","starts_at","ends_at"),
	CONSTRAINT "bookings_time_check" CHECK ("bookings"."starts_at" < "bookings"."ends_at")
);
--> statement-breakpoint
ALTER TABLE "bookings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "resources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"kind" "resource_kind" NOT NULL,
	"name" text NOT NULL,
	"color" "resource_color" NOT NULL,
	"member_id" uuid,
	"hours" jsonb,
	"retired" boolean DEFAULT false NOT NULL,
	"feed_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "resources_key" UNIQUE("workspace_id","id"),
	CONSTRAINT "resources_member_check" CHECK ("resources"."member_id" is null or "resources"."kind" = 'person'),
	CONSTRAINT "resources_team_check" CHECK ("resources"."kind" <> 'team' or ("resources"."hours" is null and "resources"."feed_id" is null))
);
--> statement-breakpoint
ALTER TABLE "resources" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "schedule_settings" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"hours" jsonb NOT NULL,
	"holidays" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "schedule_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "team_resources" (
	"workspace_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"resource_id" uuid NOT NULL,
	CONSTRAINT "team_resources_workspace_id_team_id_resource_id_pk" PRIMARY KEY("workspace_id","team_id","resource_id"),
	CONSTRAINT "team_resources_check" CHECK ("team_resources"."team_id" <> "team_resources"."resource_id")
);
--> statement-breakpoint
ALTER TABLE "team_resources" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "absences" ADD CONSTRAINT "absences_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "absences" ADD CONSTRAINT "absences_resource_fk" FOREIGN KEY ("workspace_id","resource_id") REFERENCES "public"."resources"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_slots" ADD CONSTRAINT "booking_slots_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_slots" ADD CONSTRAINT "booking_slots_booking_fk" FOREIGN KEY ("workspace_id","booking_id","starts_at","ends_at") REFERENCES "public"."bookings"("workspace_id","id","starts_at","ends_at") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_slots" ADD CONSTRAINT "booking_slots_resource_fk" FOREIGN KEY ("workspace_id","resource_id") REFERENCES "public"."resources"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_job_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."jobs"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resources" ADD CONSTRAINT "resources_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resources" ADD CONSTRAINT "resources_member_fk" FOREIGN KEY ("workspace_id","member_id") REFERENCES "public"."workspace_members"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_settings" ADD CONSTRAINT "schedule_settings_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_resources" ADD CONSTRAINT "team_resources_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_resources" ADD CONSTRAINT "team_resources_team_fk" FOREIGN KEY ("workspace_id","team_id") REFERENCES "public"."resources"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_resources" ADD CONSTRAINT "team_resources_resource_fk" FOREIGN KEY ("workspace_id","resource_id") REFERENCES "public"."resources"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "absences_time_idx" ON "absences" USING btree ("workspace_id","ends_at");--> statement-breakpoint
CREATE INDEX "booking_slots_time_idx" ON "booking_slots" USING btree ("workspace_id","resource_id","starts_at");--> statement-breakpoint
CREATE INDEX "bookings_time_idx" ON "bookings" USING btree ("workspace_id","starts_at");--> statement-breakpoint
CREATE INDEX "bookings_job_idx" ON "bookings" USING btree ("workspace_id","job_id");--> statement-breakpoint
CREATE UNIQUE INDEX "resources_member_key" ON "resources" USING btree ("workspace_id","member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "resources_feed_key" ON "resources" USING btree ("workspace_id","feed_id");--> statement-breakpoint
CREATE INDEX "team_resources_resource_idx" ON "team_resources" USING btree ("workspace_id","resource_id");--> statement-breakpoint
CREATE POLICY "workspace" ON "absences" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("absences"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("absences"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "booking_slots" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("booking_slots"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("booking_slots"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "bookings" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("bookings"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("bookings"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "resources" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("resources"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("resources"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "schedule_settings" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("schedule_settings"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("schedule_settings"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "team_resources" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("team_resources"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("team_resources"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
-- No resource is booked twice for the same time, whoever writes the rows. Equality of ids within such a constraint comes with btree_gist, which is
-- trusted: whoever owns the database may add it.
CREATE EXTENSION IF NOT EXISTS "btree_gist";--> statement-breakpoint
ALTER TABLE "booking_slots" ADD CONSTRAINT "booking_slots_taken" EXCLUDE USING gist ("workspace_id" WITH =, "resource_id" WITH =, tstzrange("starts_at", "ends_at") WITH &&);--> statement-breakpoint
ALTER TABLE "schedule_settings" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "resources" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "team_resources" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "absences" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "bookings" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "booking_slots" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "schedule_settings", "resources", "team_resources", "absences", "bookings", "booking_slots" TO "parley_trades";