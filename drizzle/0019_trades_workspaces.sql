-- The role that work in a workspace runs as. All databases of one server share it: another one, or whoever runs the server, may have made it.
DO $$
BEGIN
	IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'parley_trades') THEN
		CREATE ROLE "parley_trades" NOLOGIN;
	END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
	NULL;
END $$;--> statement-breakpoint
-- Who may take it on: a superuser may already, and so may whoever it was granted to.
DO $$
BEGIN
	IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
		AND NOT EXISTS (SELECT FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.roleid JOIN pg_roles u ON u.oid = m.member
			WHERE r.rolname = 'parley_trades' AND u.rolname = current_user AND NOT m.admin_option) THEN
		GRANT "parley_trades" TO current_user;
	END IF;
END $$;--> statement-breakpoint
CREATE TYPE "public"."invited_role" AS ENUM('manager', 'member');--> statement-breakpoint
CREATE TYPE "public"."tax_mode" AS ENUM('group', 'line');--> statement-breakpoint
CREATE TYPE "public"."workspace_role" AS ENUM('owner', 'manager', 'member');--> statement-breakpoint
CREATE TABLE "workspace_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid NOT NULL,
	"action" text NOT NULL,
	"target" text,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "workspace_events_key" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "workspace_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "workspace_invites" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" "invited_role" NOT NULL,
	"language" "locale" NOT NULL,
	"invited_by" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "workspace_invites_key" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "workspace_invites" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "workspace_members" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" "workspace_role" NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workspace_members_key" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "workspace_members" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"time_zone" text NOT NULL,
	"currency" text NOT NULL,
	"language" "locale" NOT NULL,
	"tax_mode" "tax_mode" NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workspaces_currency_check" CHECK ("workspaces"."currency" ~ '^[A-Z]{3}$')
);
--> statement-breakpoint
ALTER TABLE "workspaces" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "workspace_events" ADD CONSTRAINT "workspace_events_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_events" ADD CONSTRAINT "workspace_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_invites" ADD CONSTRAINT "workspace_invites_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_invites" ADD CONSTRAINT "workspace_invites_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "workspace_events_at_idx" ON "workspace_events" USING btree ("workspace_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_invites_email_key" ON "workspace_invites" USING btree ("workspace_id","email");--> statement-breakpoint
CREATE INDEX "workspace_invites_address_idx" ON "workspace_invites" USING btree ("email");--> statement-breakpoint
CREATE INDEX "workspace_invites_expires_idx" ON "workspace_invites" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_members_user_key" ON "workspace_members" USING btree ("workspace_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_members_owner_key" ON "workspace_members" USING btree ("workspace_id") WHERE role = 'owner';--> statement-breakpoint
CREATE INDEX "workspace_members_user_idx" ON "workspace_members" USING btree ("user_id");--> statement-breakpoint
CREATE VIEW "public"."workspace_people" AS (select "workspace_members"."id" as "member_id", "workspace_members"."workspace_id", "workspace_members"."user_id", "users"."first_name", "users"."last_name", "users"."email" from "workspace_members" inner join "users" on "users"."id" = "workspace_members"."user_id" where "workspace_members"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "workspace_events" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("workspace_events"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("workspace_events"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "workspace_invites" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("workspace_invites"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("workspace_invites"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "directory" ON "workspace_invites" AS PERMISSIVE FOR ALL TO current_user USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "workspace" ON "workspace_members" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("workspace_members"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("workspace_members"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "directory" ON "workspace_members" AS PERMISSIVE FOR ALL TO current_user USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "workspace" ON "workspaces" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("workspaces"."id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("workspaces"."id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "directory" ON "workspaces" AS PERMISSIVE FOR ALL TO current_user USING (true) WITH CHECK (true);--> statement-breakpoint
ALTER TABLE "workspaces" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "workspace_members" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "workspace_invites" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "workspace_events" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT USAGE ON SCHEMA "public" TO "parley_trades";--> statement-breakpoint
GRANT SELECT, UPDATE ON "workspaces" TO "parley_trades";--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "workspace_members", "workspace_invites" TO "parley_trades";--> statement-breakpoint
GRANT SELECT, INSERT ON "workspace_events" TO "parley_trades";--> statement-breakpoint
GRANT SELECT ON "workspace_people" TO "parley_trades";
