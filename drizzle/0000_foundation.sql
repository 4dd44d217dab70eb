CREATE TYPE "public"."locale" AS ENUM('en', 'fr', 'vi', 'cn', 'ar');--> statement-breakpoint
CREATE TYPE "public"."role" AS ENUM('candidate', 'admin', 'super_admin');--> statement-breakpoint
CREATE TYPE "public"."stored_file_state" AS ENUM('uploading', 'uploaded');--> statement-breakpoint
CREATE TYPE "public"."answer_state" AS ENUM('captured', 'uploading', 'stored', 'self_rated', 'private', 'link_shared', 'in_review', 'reviewed', 'deleted');--> statement-breakpoint
CREATE TYPE "public"."difficulty" AS ENUM('easy', 'medium', 'hard');--> statement-breakpoint
CREATE TYPE "public"."practice_mode" AS ENUM('practice', 'simulation');--> statement-breakpoint
CREATE TYPE "public"."recording_kind" AS ENUM('audio', 'video');--> statement-breakpoint
CREATE TABLE "login_failures" (
	"subject" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"locked_until" timestamp with time zone,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"username" text,
	"password_hash" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"role" "role" DEFAULT 'candidate' NOT NULL,
	"language" "locale" DEFAULT 'en' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"response" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "stored_files" (
	"key" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"type" text NOT NULL,
	"state" "stored_file_state" DEFAULT 'uploading' NOT NULL,
	"md5" text,
	"slug" text NOT NULL,
	"custom_id" text,
	"metadata" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"uploaded_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"state" "answer_state" DEFAULT 'captured' NOT NULL,
	"mode" "practice_mode" DEFAULT 'practice' NOT NULL,
	"reading_time" double precision NOT NULL,
	"answer_time" double precision NOT NULL,
	"recording_kind" "recording_kind",
	"mime_type" text,
	"size_bytes" bigint,
	"duration_ms" integer,
	"overrun_ms" integer DEFAULT 0 NOT NULL,
	"md5" text,
	"file_key" text,
	"clarity" smallint,
	"logic_relevance" smallint,
	"expertise_insight" smallint,
	"attitude_engagement" smallint,
	"rating_overall" smallint,
	"question_difficulty" "difficulty",
	"comments" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"stored_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	CONSTRAINT "answers_ratings_check" CHECK (least("answers"."clarity", "answers"."logic_relevance", "answers"."expertise_insight", "answers"."attitude_engagement", "answers"."rating_overall") >= 1 and greatest("answers"."clarity", "answers"."logic_relevance", "answers"."expertise_insight", "answers"."attitude_engagement", "answers"."rating_overall") <= 5)
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"position" integer NOT NULL,
	"name" jsonb NOT NULL,
	"description" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"category_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"position" integer NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"text" jsonb NOT NULL,
	"guidance" jsonb NOT NULL,
	"reading_time" double precision DEFAULT 1 NOT NULL,
	"answer_time" double precision DEFAULT 1 NOT NULL,
	CONSTRAINT "questions_times_check" CHECK ("questions"."reading_time" > 0 and "questions"."answer_time" > 0)
);
--> statement-breakpoint
CREATE TABLE "share_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"answer_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answers" ADD CONSTRAINT "answers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answers" ADD CONSTRAINT "answers_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_answer_id_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."answers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "login_failures_last_idx" ON "login_failures" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "sessions_user_idx" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_idx" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree ("username");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_idx" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "stored_files_state_idx" ON "stored_files" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "answers_own_idx" ON "answers" USING btree ("user_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "answers_due_erasure_idx" ON "answers" USING btree ("deleted_at") WHERE deleted_at is not null and erased_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "answers_file_key" ON "answers" USING btree ("file_key");--> statement-breakpoint
CREATE UNIQUE INDEX "categories_slug_key" ON "categories" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "questions_slug_key" ON "questions" USING btree ("category_id","slug");--> statement-breakpoint
CREATE INDEX "questions_list_idx" ON "questions" USING btree ("category_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "share_links_active_key" ON "share_links" USING btree ("answer_id") WHERE revoked_at is null;