CREATE TYPE "public"."simulation_state" AS ENUM('planned', 'running', 'finished', 'abandoned');--> statement-breakpoint
CREATE TYPE "public"."take_standing" AS ENUM('counted', 'second', 'late');--> statement-breakpoint
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
ALTER TABLE "simulation_places" ADD CONSTRAINT "simulation_places_simulation_id_simulations_id_fk" FOREIGN KEY ("simulation_id") REFERENCES "public"."simulations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulation_places" ADD CONSTRAINT "simulation_places_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulation_takes" ADD CONSTRAINT "simulation_takes_answer_id_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."answers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulation_takes" ADD CONSTRAINT "simulation_takes_place_fk" FOREIGN KEY ("simulation_id","position") REFERENCES "public"."simulation_places"("simulation_id","position") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulations" ADD CONSTRAINT "simulations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "simulation_places_question_key" ON "simulation_places" USING btree ("simulation_id","question_id");--> statement-breakpoint
CREATE INDEX "simulation_takes_place_idx" ON "simulation_takes" USING btree ("simulation_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "simulation_takes_counted_key" ON "simulation_takes" USING btree ("simulation_id","position") WHERE standing = 'counted';--> statement-breakpoint
CREATE INDEX "simulations_own_idx" ON "simulations" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "simulations_running_key" ON "simulations" USING btree ("user_id") WHERE state = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "simulations_planned_key" ON "simulations" USING btree ("user_id") WHERE state = 'planned';