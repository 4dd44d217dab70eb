CREATE TYPE "public"."interview_outcome" AS ENUM('waiting', 'invited_on', 'offer', 'rejected', 'withdrawn', 'no_answer');--> statement-breakpoint
CREATE TYPE "public"."interview_stage" AS ENUM('screening', 'phone', 'technical', 'panel', 'assessment_centre', 'final', 'other');--> statement-breakpoint
CREATE TYPE "public"."card_state" AS ENUM('new', 'learning', 'review', 'relearning');--> statement-breakpoint
CREATE TYPE "public"."plan_choice" AS ENUM('not_today', 'left_out');--> statement-breakpoint
CREATE TYPE "public"."plan_grade" AS ENUM('again', 'hard', 'good', 'easy');--> statement-breakpoint
CREATE TYPE "public"."simulation_state" AS ENUM('planned', 'running', 'finished', 'abandoned');--> statement-breakpoint
CREATE TYPE "public"."take_standing" AS ENUM('counted', 'second', 'late');--> statement-breakpoint
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
CREATE INDEX "practice_interviews_own_idx" ON "practice_interviews" USING btree ("user_id","date","id");--> statement-breakpoint
CREATE INDEX "plan_choices_left_out_idx" ON "plan_choices" USING btree ("user_id","chosen_at") WHERE choice = 'left_out';--> statement-breakpoint
CREATE INDEX "plan_gradings_replay_idx" ON "plan_gradings" USING btree ("user_id","question_id","at","answer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "simulation_places_question_key" ON "simulation_places" USING btree ("simulation_id","question_id");--> statement-breakpoint
CREATE INDEX "simulation_takes_place_idx" ON "simulation_takes" USING btree ("simulation_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "simulation_takes_counted_key" ON "simulation_takes" USING btree ("simulation_id","position") WHERE standing = 'counted';--> statement-breakpoint
CREATE INDEX "simulations_own_idx" ON "simulations" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "simulations_running_key" ON "simulations" USING btree ("user_id") WHERE state = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "simulations_planned_key" ON "simulations" USING btree ("user_id") WHERE state = 'planned';