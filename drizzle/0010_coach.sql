CREATE TYPE "public"."review_assignment_state" AS ENUM('queued', 'leased', 'submitted', 'released', 'expired');--> statement-breakpoint
CREATE TYPE "public"."review_case_kind" AS ENUM('dispute', 'review', 'recording');--> statement-breakpoint
CREATE TYPE "public"."review_outcome" AS ENUM('upheld', 'edited', 'removed');--> statement-breakpoint
CREATE TYPE "public"."review_request_state" AS ENUM('open', 'satisfied', 'closed', 'withdrawn');--> statement-breakpoint
CREATE TYPE "public"."review_state" AS ENUM('submitted', 'published', 'thanked', 'disputed', 'upheld', 'edited', 'removed');--> statement-breakpoint
CREATE TYPE "public"."review_withdrawn_for" AS ENUM('author', 'deleted', 'unreadable', 'moderated');--> statement-breakpoint
CREATE TYPE "public"."interview_outcome" AS ENUM('waiting', 'invited_on', 'offer', 'rejected', 'withdrawn', 'no_answer');--> statement-breakpoint
CREATE TYPE "public"."interview_stage" AS ENUM('screening', 'phone', 'technical', 'panel', 'assessment_centre', 'final', 'other');--> statement-breakpoint
CREATE TYPE "public"."card_state" AS ENUM('new', 'learning', 'review', 'relearning');--> statement-breakpoint
CREATE TYPE "public"."plan_choice" AS ENUM('not_today', 'left_out');--> statement-breakpoint
CREATE TYPE "public"."plan_grade" AS ENUM('again', 'hard', 'good', 'easy');--> statement-breakpoint
CREATE TYPE "public"."simulation_state" AS ENUM('planned', 'running', 'finished', 'abandoned');--> statement-breakpoint
CREATE TYPE "public"."take_standing" AS ENUM('counted', 'second', 'late');--> statement-breakpoint
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
CREATE TABLE "practice_interview_questions" (
	"interview_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"text" text NOT NULL,
	"question_id" uuid,
	"went" smallint,
	CONSTRAINT "practice_interview_questions_interview_id_position_pk" PRIMARY KEY("interview_id","position"),
	CONSTRAINT "practice_interview_questions_went_check" CHECK ("practice_interview_questions"."went" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "practice_interviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"company" text NOT NULL,
	"role" text NOT NULL,
	"date" date NOT NULL,
	"time" text,
	"time_zone" text,
	"stage" "interview_stage" NOT NULL,
	"outcome" "interview_outcome" DEFAULT 'waiting' NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "practice_interviews_time_check" CHECK ("practice_interviews"."time" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
	CONSTRAINT "practice_interviews_zone_check" CHECK ("practice_interviews"."time_zone" is null or "practice_interviews"."time" is not null)
);
--> statement-breakpoint
CREATE TABLE "plan_choices" (
	"user_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"choice" "plan_choice" NOT NULL,
	"day" date NOT NULL,
	"chosen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_choices_user_id_question_id_pk" PRIMARY KEY("user_id","question_id")
);
--> statement-breakpoint
CREATE TABLE "plan_gradings" (
	"answer_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"self" double precision NOT NULL,
	"difficulty" "difficulty",
	"peers" double precision,
	"grade" "plan_grade" NOT NULL,
	CONSTRAINT "plan_gradings_scores_check" CHECK ("plan_gradings"."self" between 1 and 5 and coalesce("plan_gradings"."peers", 1) between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "plan_schedules" (
	"user_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"stability" double precision NOT NULL,
	"difficulty" double precision NOT NULL,
	"due" date NOT NULL,
	"last" date NOT NULL,
	"state" "card_state" NOT NULL,
	"reps" integer NOT NULL,
	"lapses" integer NOT NULL,
	CONSTRAINT "plan_schedules_user_id_question_id_pk" PRIMARY KEY("user_id","question_id"),
	CONSTRAINT "plan_schedules_card_check" CHECK ("plan_schedules"."stability" > 0 and "plan_schedules"."difficulty" between 1 and 10 and "plan_schedules"."reps" > 0 and "plan_schedules"."lapses" >= 0),
	CONSTRAINT "plan_schedules_days_check" CHECK ("plan_schedules"."due" > "plan_schedules"."last")
);
--> statement-breakpoint
CREATE TABLE "plan_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"category_ids" uuid[],
	"new_per_day" smallint NOT NULL,
	"minutes_per_day" smallint NOT NULL,
	"show_streak" boolean NOT NULL,
	CONSTRAINT "plan_settings_check" CHECK ("plan_settings"."new_per_day" between 0 and 10 and "plan_settings"."minutes_per_day" between 5 and 60)
);
--> statement-breakpoint
CREATE TABLE "simulation_places" (
	"simulation_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"question_id" uuid NOT NULL,
	"reading_time" double precision NOT NULL,
	"answer_time" double precision NOT NULL,
	"begun_at" timestamp with time zone,
	CONSTRAINT "simulation_places_simulation_id_position_pk" PRIMARY KEY("simulation_id","position"),
	CONSTRAINT "simulation_places_position_check" CHECK ("simulation_places"."position" between 1 and 10),
	CONSTRAINT "simulation_places_times_check" CHECK ("simulation_places"."reading_time" > 0 and "simulation_places"."answer_time" > 0)
);
--> statement-breakpoint
CREATE TABLE "simulation_takes" (
	"answer_id" uuid PRIMARY KEY NOT NULL,
	"simulation_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"standing" "take_standing" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "simulations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"state" "simulation_state" DEFAULT 'planned' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "simulations_started_check" CHECK (("simulations"."started_at" is null) = ("simulations"."state" = 'planned')),
	CONSTRAINT "simulations_ended_check" CHECK (("simulations"."ended_at" is null) = ("simulations"."state" in ('planned', 'running')))
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
ALTER TABLE "practice_interview_questions" ADD CONSTRAINT "practice_interview_questions_interview_id_practice_interviews_id_fk" FOREIGN KEY ("interview_id") REFERENCES "public"."practice_interviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_interview_questions" ADD CONSTRAINT "practice_interview_questions_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_interviews" ADD CONSTRAINT "practice_interviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_choices" ADD CONSTRAINT "plan_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_choices" ADD CONSTRAINT "plan_choices_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_gradings" ADD CONSTRAINT "plan_gradings_answer_id_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."answers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_gradings" ADD CONSTRAINT "plan_gradings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_gradings" ADD CONSTRAINT "plan_gradings_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_schedules" ADD CONSTRAINT "plan_schedules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_schedules" ADD CONSTRAINT "plan_schedules_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_settings" ADD CONSTRAINT "plan_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulation_places" ADD CONSTRAINT "simulation_places_simulation_id_simulations_id_fk" FOREIGN KEY ("simulation_id") REFERENCES "public"."simulations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulation_places" ADD CONSTRAINT "simulation_places_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulation_takes" ADD CONSTRAINT "simulation_takes_answer_id_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."answers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulation_takes" ADD CONSTRAINT "simulation_takes_place_fk" FOREIGN KEY ("simulation_id","position") REFERENCES "public"."simulation_places"("simulation_id","position") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulations" ADD CONSTRAINT "simulations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
CREATE INDEX "review_retakes_review_idx" ON "review_retakes" USING btree ("review_id");--> statement-breakpoint
CREATE INDEX "practice_interviews_own_idx" ON "practice_interviews" USING btree ("user_id","date","id");--> statement-breakpoint
CREATE INDEX "plan_choices_left_out_idx" ON "plan_choices" USING btree ("user_id","chosen_at") WHERE choice = 'left_out';--> statement-breakpoint
CREATE INDEX "plan_gradings_replay_idx" ON "plan_gradings" USING btree ("user_id","question_id","at","answer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "simulation_places_question_key" ON "simulation_places" USING btree ("simulation_id","question_id");--> statement-breakpoint
CREATE INDEX "simulation_takes_place_idx" ON "simulation_takes" USING btree ("simulation_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "simulation_takes_counted_key" ON "simulation_takes" USING btree ("simulation_id","position") WHERE standing = 'counted';--> statement-breakpoint
CREATE INDEX "simulations_own_idx" ON "simulations" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "simulations_running_key" ON "simulations" USING btree ("user_id") WHERE state = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "simulations_planned_key" ON "simulations" USING btree ("user_id") WHERE state = 'planned';