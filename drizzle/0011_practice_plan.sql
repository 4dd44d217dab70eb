CREATE TYPE "public"."card_state" AS ENUM('new', 'learning', 'review', 'relearning');--> statement-breakpoint
CREATE TYPE "public"."plan_choice" AS ENUM('not_today', 'left_out');--> statement-breakpoint
CREATE TYPE "public"."plan_grade" AS ENUM('again', 'hard', 'good', 'easy');--> statement-breakpoint
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
ALTER TABLE "plan_choices" ADD CONSTRAINT "plan_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_choices" ADD CONSTRAINT "plan_choices_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_gradings" ADD CONSTRAINT "plan_gradings_answer_id_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."answers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_gradings" ADD CONSTRAINT "plan_gradings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_gradings" ADD CONSTRAINT "plan_gradings_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_schedules" ADD CONSTRAINT "plan_schedules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_schedules" ADD CONSTRAINT "plan_schedules_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_settings" ADD CONSTRAINT "plan_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plan_choices_left_out_idx" ON "plan_choices" USING btree ("user_id","chosen_at") WHERE choice = 'left_out';--> statement-breakpoint
CREATE INDEX "plan_gradings_replay_idx" ON "plan_gradings" USING btree ("user_id","question_id","at","answer_id");