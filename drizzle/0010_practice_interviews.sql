CREATE TYPE "public"."interview_outcome" AS ENUM('waiting', 'invited_on', 'offer', 'rejected', 'withdrawn', 'no_answer');--> statement-breakpoint
CREATE TYPE "public"."interview_stage" AS ENUM('screening', 'phone', 'technical', 'panel', 'assessment_centre', 'final', 'other');--> statement-breakpoint
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
ALTER TABLE "practice_interview_questions" ADD CONSTRAINT "practice_interview_questions_interview_id_practice_interviews_id_fk" FOREIGN KEY ("interview_id") REFERENCES "public"."practice_interviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_interview_questions" ADD CONSTRAINT "practice_interview_questions_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_interviews" ADD CONSTRAINT "practice_interviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "practice_interviews_own_idx" ON "practice_interviews" USING btree ("user_id","date","id");