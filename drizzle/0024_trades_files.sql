CREATE TYPE "public"."note_audience" AS ENUM('internal', 'customer');--> statement-breakpoint
ALTER TYPE "public"."notification_event" ADD VALUE 'trades';--> statement-breakpoint
CREATE TABLE "discarded_files" (
	"key" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"customer_id" uuid,
	"job_id" uuid,
	"note_id" uuid,
	"position" integer DEFAULT 0 NOT NULL,
	"uploader_id" uuid NOT NULL,
	"file_key" text NOT NULL,
	"preview_key" text,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"width" integer,
	"height" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workspace_files_key" UNIQUE("workspace_id","id"),
	CONSTRAINT "workspace_files_subject_check" CHECK (num_nonnulls("workspace_files"."customer_id", "workspace_files"."job_id", "workspace_files"."note_id") <= 1)
);
--> statement-breakpoint
ALTER TABLE "workspace_files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "note_mentions" (
	"workspace_id" uuid NOT NULL,
	"note_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	CONSTRAINT "note_mentions_workspace_id_note_id_member_id_pk" PRIMARY KEY("workspace_id","note_id","member_id")
);
--> statement-breakpoint
ALTER TABLE "note_mentions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"customer_id" uuid,
	"job_id" uuid,
	"body" text NOT NULL,
	"audience" "note_audience" DEFAULT 'internal' NOT NULL,
	"author_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	CONSTRAINT "notes_key" UNIQUE("workspace_id","id"),
	CONSTRAINT "notes_subject_check" CHECK (num_nonnulls("notes"."customer_id", "notes"."job_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "notes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "workspace_files" ADD CONSTRAINT "workspace_files_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_files" ADD CONSTRAINT "workspace_files_uploader_id_users_id_fk" FOREIGN KEY ("uploader_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_files" ADD CONSTRAINT "workspace_files_customer_fk" FOREIGN KEY ("workspace_id","customer_id") REFERENCES "public"."customers"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_files" ADD CONSTRAINT "workspace_files_job_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."jobs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_files" ADD CONSTRAINT "workspace_files_note_fk" FOREIGN KEY ("workspace_id","note_id") REFERENCES "public"."notes"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_mentions" ADD CONSTRAINT "note_mentions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_mentions" ADD CONSTRAINT "note_mentions_note_fk" FOREIGN KEY ("workspace_id","note_id") REFERENCES "public"."notes"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_mentions" ADD CONSTRAINT "note_mentions_member_fk" FOREIGN KEY ("workspace_id","member_id") REFERENCES "public"."workspace_members"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_customer_fk" FOREIGN KEY ("workspace_id","customer_id") REFERENCES "public"."customers"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_job_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."jobs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "workspace_files_customer_idx" ON "workspace_files" USING btree ("workspace_id","customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "workspace_files_job_idx" ON "workspace_files" USING btree ("workspace_id","job_id","created_at","id");--> statement-breakpoint
CREATE INDEX "workspace_files_note_idx" ON "workspace_files" USING btree ("workspace_id","note_id","position");--> statement-breakpoint
CREATE INDEX "workspace_files_waiting_idx" ON "workspace_files" USING btree ("workspace_id","created_at") WHERE customer_id is null and job_id is null and note_id is null;--> statement-breakpoint
CREATE INDEX "note_mentions_member_idx" ON "note_mentions" USING btree ("workspace_id","member_id");--> statement-breakpoint
CREATE INDEX "notes_customer_idx" ON "notes" USING btree ("workspace_id","customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notes_job_idx" ON "notes" USING btree ("workspace_id","job_id","created_at","id");--> statement-breakpoint
CREATE POLICY "workspace" ON "workspace_files" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("workspace_files"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("workspace_files"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "note_mentions" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("note_mentions"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("note_mentions"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "notes" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("notes"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("notes"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
-- By hand from here: what the generator does not know of.
ALTER TABLE "notes" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "note_mentions" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "workspace_files" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "notes", "note_mentions", "workspace_files" TO "parley_trades";--> statement-breakpoint
-- The role may note what is to be dropped, and neither see nor take back what others noted.
GRANT INSERT ON "discarded_files" TO "parley_trades";--> statement-breakpoint
CREATE FUNCTION "discard_workspace_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "public"."discarded_files" ("key") VALUES (old.file_key);
  IF old.preview_key IS NOT NULL THEN
    INSERT INTO "public"."discarded_files" ("key") VALUES (old.preview_key);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "workspace_files_discard" AFTER DELETE ON "workspace_files" FOR EACH ROW EXECUTE FUNCTION "discard_workspace_file"();
