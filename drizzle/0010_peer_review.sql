CREATE TYPE "public"."review_assignment_state" AS ENUM('queued', 'leased', 'submitted', 'released', 'expired');--> statement-breakpoint
CREATE TYPE "public"."review_case_kind" AS ENUM('dispute', 'review', 'recording');--> statement-breakpoint
CREATE TYPE "public"."review_outcome" AS ENUM('upheld', 'edited', 'removed');--> statement-breakpoint
CREATE TYPE "public"."review_request_state" AS ENUM('open', 'satisfied', 'closed', 'withdrawn');--> statement-breakpoint
CREATE TYPE "public"."review_state" AS ENUM('submitted', 'published', 'thanked', 'disputed', 'upheld', 'edited', 'removed');--> statement-breakpoint
CREATE TYPE "public"."review_withdrawn_for" AS ENUM('author', 'deleted', 'unreadable', 'moderated');--> statement-breakpoint
ALTER TYPE "public"."notification_event" ADD VALUE 'peer_review';--> statement-breakpoint
ALTER TYPE "public"."notification_event" ADD VALUE 'peer_review_care';--> statement-breakpoint
CREATE TABLE "peer_reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"assignment_id" uuid,
	"request_id" uuid,
	"answer_id" uuid,
	"author_id" uuid,
	"reviewer_id" uuid,
	"question_id" uuid NOT NULL,
	"state" "review_state" NOT NULL,
	"letter" smallint NOT NULL,
	"clarity" smallint NOT NULL,
	"logic_relevance" smallint NOT NULL,
	"expertise_insight" smallint NOT NULL,
	"attitude_engagement" smallint NOT NULL,
	"rating_overall" smallint NOT NULL,
	"good" text NOT NULL,
	"suggestion" text NOT NULL,
	"comments" jsonb NOT NULL,
	"heard_ms" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp with time zone,
	"thanked_at" timestamp with time zone,
	"helpful" boolean,
	"retaken_at" timestamp with time zone,
	"texts_erased_at" timestamp with time zone,
	CONSTRAINT "peer_reviews_ratings_check" CHECK (least("peer_reviews"."clarity", "peer_reviews"."logic_relevance", "peer_reviews"."expertise_insight", "peer_reviews"."attitude_engagement", "peer_reviews"."rating_overall") >= 1 and greatest("peer_reviews"."clarity", "peer_reviews"."logic_relevance", "peer_reviews"."expertise_insight", "peer_reviews"."attitude_engagement", "peer_reviews"."rating_overall") <= 5)
);
--> statement-breakpoint
CREATE TABLE "review_assignments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"answer_id" uuid NOT NULL,
	"language" "locale" NOT NULL,
	"place" smallint NOT NULL,
	"turn_at" timestamp with time zone NOT NULL,
	"state" "review_assignment_state" DEFAULT 'queued' NOT NULL,
	"reviewer_id" uuid,
	"leased_at" timestamp with time zone,
	"lease_ends_at" timestamp with time zone,
	"warned_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"given_up" boolean DEFAULT false NOT NULL,
	"voided" boolean DEFAULT false NOT NULL,
	"first_ratings" jsonb,
	"draft" jsonb,
	"draft_saved_at" timestamp with time zone,
	CONSTRAINT "review_assignments_lease_check" CHECK (("review_assignments"."state" = 'queued') = ("review_assignments"."leased_at" is null) and ("review_assignments"."leased_at" is null) = ("review_assignments"."lease_ends_at" is null)),
	CONSTRAINT "review_assignments_stranger_check" CHECK ("review_assignments"."reviewer_id" is distinct from "review_assignments"."author_id")
);
--> statement-breakpoint
CREATE TABLE "review_cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" "review_case_kind" NOT NULL,
	"review_id" uuid,
	"request_id" uuid,
	"asked_by_id" uuid,
	"cause" "flag_reason",
	"note" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"outcome" "review_outcome",
	"reason" text DEFAULT '' NOT NULL,
	"decided_by_id" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "review_cases_about_check" CHECK (("review_cases"."kind" = 'recording') = ("review_cases"."review_id" is null) and ("review_cases"."kind" = 'dispute') = ("review_cases"."cause" is null))
);
--> statement-breakpoint
CREATE TABLE "review_pairs" (
	"one_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"paired_at" timestamp with time zone NOT NULL,
	CONSTRAINT "review_pairs_one_id_other_id_pk" PRIMARY KEY("one_id","other_id"),
	CONSTRAINT "review_pairs_order_check" CHECK ("review_pairs"."one_id" < "review_pairs"."other_id")
);
--> statement-breakpoint
CREATE TABLE "review_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"answer_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"state" "review_request_state" DEFAULT 'open' NOT NULL,
	"withdrawn_for" "review_withdrawn_for",
	"language" "locale" NOT NULL,
	"wanted" smallint NOT NULL,
	"received" smallint DEFAULT 0 NOT NULL,
	"paid" boolean NOT NULL,
	"staged" boolean DEFAULT false NOT NULL,
	"staff_may" boolean DEFAULT false NOT NULL,
	"voice_upload_key" text,
	"voice_type" text,
	"voice_key" text,
	"copy_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"opened_at" timestamp with time zone,
	"first_review_at" timestamp with time zone,
	"satisfied_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"seen_at" timestamp with time zone,
	"told_waiting_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	CONSTRAINT "review_requests_received_check" CHECK ("review_requests"."received" between 0 and "review_requests"."wanted")
);
--> statement-breakpoint
CREATE TABLE "review_retakes" (
	"answer_id" uuid PRIMARY KEY NOT NULL,
	"review_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reviewer_languages" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"languages" "locale"[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "peer_reviews" ADD CONSTRAINT "peer_reviews_assignment_id_review_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."review_assignments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "peer_reviews" ADD CONSTRAINT "peer_reviews_request_id_review_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."review_requests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "peer_reviews" ADD CONSTRAINT "peer_reviews_answer_id_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."answers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "peer_reviews" ADD CONSTRAINT "peer_reviews_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "peer_reviews" ADD CONSTRAINT "peer_reviews_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "peer_reviews" ADD CONSTRAINT "peer_reviews_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_assignments" ADD CONSTRAINT "review_assignments_request_id_review_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."review_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_assignments" ADD CONSTRAINT "review_assignments_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_cases" ADD CONSTRAINT "review_cases_review_id_peer_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."peer_reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_cases" ADD CONSTRAINT "review_cases_request_id_review_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."review_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_cases" ADD CONSTRAINT "review_cases_asked_by_id_users_id_fk" FOREIGN KEY ("asked_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_cases" ADD CONSTRAINT "review_cases_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_pairs" ADD CONSTRAINT "review_pairs_one_id_users_id_fk" FOREIGN KEY ("one_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_pairs" ADD CONSTRAINT "review_pairs_other_id_users_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_requests" ADD CONSTRAINT "review_requests_answer_id_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."answers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_requests" ADD CONSTRAINT "review_requests_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_retakes" ADD CONSTRAINT "review_retakes_answer_id_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."answers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_retakes" ADD CONSTRAINT "review_retakes_review_id_peer_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."peer_reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviewer_languages" ADD CONSTRAINT "reviewer_languages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "peer_reviews_assignment_key" ON "peer_reviews" USING btree ("assignment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "peer_reviews_letter_key" ON "peer_reviews" USING btree ("request_id","letter");--> statement-breakpoint
CREATE INDEX "peer_reviews_answer_idx" ON "peer_reviews" USING btree ("answer_id");--> statement-breakpoint
CREATE INDEX "peer_reviews_author_idx" ON "peer_reviews" USING btree ("author_id","created_at","id");--> statement-breakpoint
CREATE INDEX "peer_reviews_reviewer_idx" ON "peer_reviews" USING btree ("reviewer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "review_assignments_queue_idx" ON "review_assignments" USING btree ("language","turn_at","id") WHERE state = 'queued';--> statement-breakpoint
CREATE UNIQUE INDEX "review_assignments_lease_key" ON "review_assignments" USING btree ("reviewer_id") WHERE state = 'leased';--> statement-breakpoint
CREATE UNIQUE INDEX "review_assignments_place_key" ON "review_assignments" USING btree ("request_id","place") WHERE state in ('queued', 'leased', 'submitted') and not voided;--> statement-breakpoint
CREATE INDEX "review_assignments_ending_idx" ON "review_assignments" USING btree ("lease_ends_at") WHERE state = 'leased';--> statement-breakpoint
CREATE INDEX "review_assignments_reviewer_idx" ON "review_assignments" USING btree ("reviewer_id","ended_at");--> statement-breakpoint
CREATE INDEX "review_assignments_heard_idx" ON "review_assignments" USING btree ("answer_id","reviewer_id");--> statement-breakpoint
CREATE INDEX "review_assignments_drafts_idx" ON "review_assignments" USING btree ("ended_at") WHERE draft is not null and state in ('released', 'expired');--> statement-breakpoint
CREATE INDEX "review_cases_queue_idx" ON "review_cases" USING btree ("created_at","id") WHERE outcome is null;--> statement-breakpoint
CREATE UNIQUE INDEX "review_cases_review_key" ON "review_cases" USING btree ("review_id") WHERE review_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "review_cases_recording_key" ON "review_cases" USING btree ("request_id","asked_by_id") WHERE review_id is null and outcome is null;--> statement-breakpoint
CREATE INDEX "review_cases_asked_by_idx" ON "review_cases" USING btree ("asked_by_id");--> statement-breakpoint
CREATE INDEX "review_pairs_other_idx" ON "review_pairs" USING btree ("other_id");--> statement-breakpoint
CREATE UNIQUE INDEX "review_requests_answer_key" ON "review_requests" USING btree ("answer_id") WHERE state <> 'withdrawn';--> statement-breakpoint
CREATE INDEX "review_requests_any_answer_idx" ON "review_requests" USING btree ("answer_id");--> statement-breakpoint
CREATE INDEX "review_requests_author_idx" ON "review_requests" USING btree ("author_id","created_at","id");--> statement-breakpoint
CREATE INDEX "review_requests_preparing_idx" ON "review_requests" USING btree ("created_at") WHERE state = 'open' and opened_at is null;--> statement-breakpoint
CREATE INDEX "review_requests_waiting_idx" ON "review_requests" USING btree ("opened_at") WHERE state = 'open' and received = 0;--> statement-breakpoint
CREATE INDEX "review_requests_first_idx" ON "review_requests" USING btree ("first_review_at") WHERE first_review_at is not null;--> statement-breakpoint
CREATE INDEX "review_requests_satisfied_idx" ON "review_requests" USING btree ("satisfied_at") WHERE state = 'satisfied';--> statement-breakpoint
CREATE INDEX "review_requests_due_erasure_idx" ON "review_requests" USING btree ("created_at") WHERE state <> 'open' and erased_at is null;--> statement-breakpoint
CREATE INDEX "review_retakes_review_idx" ON "review_retakes" USING btree ("review_id");