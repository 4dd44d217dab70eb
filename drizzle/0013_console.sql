CREATE TYPE "public"."import_format" AS ENUM('csv', 'json');--> statement-breakpoint
CREATE TYPE "public"."import_problem" AS ENUM('encoding', 'quotes', 'columns', 'json', 'empty', 'rowTooLong', 'tooManyRows', 'outdated');--> statement-breakpoint
CREATE TYPE "public"."import_row_kind" AS ENUM('new', 'changed', 'same', 'wrong');--> statement-breakpoint
CREATE TYPE "public"."import_state" AS ENUM('uploading', 'waiting', 'checking', 'checked', 'ordered', 'applying', 'applied', 'refused');--> statement-breakpoint
CREATE TABLE "bank_import_pieces" (
	"import_id" uuid NOT NULL,
	"start" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "bank_import_pieces_import_id_start_pk" PRIMARY KEY("import_id","start")
);
--> statement-breakpoint
CREATE TABLE "bank_import_rows" (
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"kind" "import_row_kind" NOT NULL,
	"category" text NOT NULL,
	"slug" text NOT NULL,
	"question_id" uuid,
	"version" integer,
	"stood" text,
	"content" jsonb,
	"state" text,
	"changes" jsonb NOT NULL,
	"problems" jsonb NOT NULL,
	CONSTRAINT "bank_import_rows_import_id_line_pk" PRIMARY KEY("import_id","line")
);
--> statement-breakpoint
CREATE TABLE "bank_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"format" "import_format" NOT NULL,
	"size_bytes" integer NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"state" "import_state" DEFAULT 'uploading' NOT NULL,
	"problem" "import_problem",
	"problem_line" integer,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"beat_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_imports_received_check" CHECK ("bank_imports"."received" <= "bank_imports"."size_bytes")
);
--> statement-breakpoint
CREATE TABLE "question_versions" (
	"question_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"actor_id" uuid,
	"at" timestamp with time zone,
	"content" jsonb NOT NULL,
	CONSTRAINT "question_versions_question_id_version_pk" PRIMARY KEY("question_id","version")
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"audience" text NOT NULL,
	"text" jsonb NOT NULL,
	"link" jsonb,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "area_grants" (
	"user_id" uuid NOT NULL,
	"area" text NOT NULL,
	"granted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "area_grants_user_id_area_pk" PRIMARY KEY("user_id","area")
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"version" integer NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_seen_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- Of people who are there already, their devices know.
UPDATE "users" SET "last_seen_at" = coalesce((SELECT max("last_seen_at") FROM "sessions" WHERE "sessions"."user_id" = "users"."id"), "created_at");--> statement-breakpoint
ALTER TABLE "professions" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "professions" ADD COLUMN "edited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "professions" ADD COLUMN "archived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "edited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "retired_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "edited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "retired_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bank_import_pieces" ADD CONSTRAINT "bank_import_pieces_import_id_bank_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."bank_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_import_rows" ADD CONSTRAINT "bank_import_rows_import_id_bank_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."bank_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_import_rows" ADD CONSTRAINT "bank_import_rows_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_imports" ADD CONSTRAINT "bank_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_versions" ADD CONSTRAINT "question_versions_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_versions" ADD CONSTRAINT "question_versions_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "area_grants" ADD CONSTRAINT "area_grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_import_rows_kind_idx" ON "bank_import_rows" USING btree ("import_id","kind","line");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_import_rows_question_key" ON "bank_import_rows" USING btree ("import_id","question_id") WHERE kind <> 'wrong';--> statement-breakpoint
CREATE INDEX "bank_imports_list_idx" ON "bank_imports" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "bank_imports_user_idx" ON "bank_imports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "bank_imports_due_idx" ON "bank_imports" USING btree ("beat_at") WHERE state in ('waiting', 'checking', 'ordered', 'applying');--> statement-breakpoint
CREATE INDEX "question_versions_actor_idx" ON "question_versions" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "announcements_ends_idx" ON "announcements" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "area_grants_area_idx" ON "area_grants" USING btree ("area","granted_at","user_id");--> statement-breakpoint
CREATE INDEX "login_failures_locked_idx" ON "login_failures" USING btree ("locked_until") WHERE locked_until is not null;--> statement-breakpoint
CREATE INDEX "users_created_idx" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "users_registered_idx" ON "users" USING btree ("created_at","id") WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "users_name_idx" ON "users" USING btree (lower(first_name || ' ' || last_name),"id") WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "users_seen_idx" ON "users" USING btree ("last_seen_at","id") WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "users_search_idx" ON "users" USING gin (to_tsvector('simple'::regconfig, translate(normalize(regexp_replace(regexp_replace(normalize(lower(first_name || ' ' || last_name || ' ' || last_name || first_name || ' ' || email || ' ' || coalesce(username, '')), NFKD), '[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670]', '', 'g'), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]+', ' ', 'g'), NFC), 'đىة', 'dيه'))) WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "users_language_idx" ON "users" USING btree ("language","created_at","id") WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "users_team_idx" ON "users" USING btree ("role","created_at","id") WHERE role <> 'candidate' and erased_at is null;--> statement-breakpoint
CREATE INDEX "users_unverified_idx" ON "users" USING btree ("created_at","id") WHERE email_verified_at is null and erased_at is null;--> statement-breakpoint
CREATE INDEX "users_suspended_idx" ON "users" USING btree ("created_at","id") WHERE suspended_at is not null and erased_at is null;--> statement-breakpoint
CREATE INDEX "peer_reviews_created_idx" ON "peer_reviews" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "answers_stored_idx" ON "answers" USING btree ("stored_at") WHERE stored_at is not null;--> statement-breakpoint
CREATE INDEX "complimentary_periods_given_idx" ON "complimentary_periods" USING btree ("ends_at","plan") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "invoices_paid_idx" ON "invoices" USING btree ("created_at") WHERE status = 'paid';--> statement-breakpoint
CREATE INDEX "subscriptions_open_idx" ON "subscriptions" USING btree ("lookup_key","user_id") WHERE status in ('trialing', 'active', 'past_due');--> statement-breakpoint
CREATE INDEX "support_conversations_created_idx" ON "support_conversations" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_retired_check" CHECK (not ("questions"."published" and "questions"."retired_at" is not null));