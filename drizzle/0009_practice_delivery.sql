CREATE TYPE "public"."star_part" AS ENUM('situation', 'task', 'action', 'result');--> statement-breakpoint
CREATE TABLE "answer_deliveries" (
	"answer_id" uuid PRIMARY KEY NOT NULL,
	"version" smallint NOT NULL,
	"duration_ms" integer NOT NULL,
	"speaking_ms" integer NOT NULL,
	"onset_ms" integer,
	"paused_ms" integer NOT NULL,
	"pauses" jsonb NOT NULL,
	"syllables" integer NOT NULL,
	"loudness_db" real,
	"loudness_range_db" real,
	"peaks" "bytea" NOT NULL,
	"measured_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "answer_deliveries_times_check" CHECK ("answer_deliveries"."duration_ms" between 1 and 86400000 and "answer_deliveries"."speaking_ms" >= 0 and "answer_deliveries"."paused_ms" >= 0 and "answer_deliveries"."syllables" >= 0
        and coalesce("answer_deliveries"."onset_ms", 0) between 0 and "answer_deliveries"."duration_ms"
        and coalesce("answer_deliveries"."onset_ms", 0) + "answer_deliveries"."speaking_ms" + "answer_deliveries"."paused_ms" <= "answer_deliveries"."duration_ms" + 50),
	CONSTRAINT "answer_deliveries_spoken_check" CHECK (("answer_deliveries"."onset_ms" is null) = ("answer_deliveries"."speaking_ms" = 0)),
	CONSTRAINT "answer_deliveries_loudness_check" CHECK ("answer_deliveries"."loudness_db" between -100 and 6 and "answer_deliveries"."loudness_range_db" between 0 and 106),
	CONSTRAINT "answer_deliveries_pauses_check" CHECK (jsonb_typeof("answer_deliveries"."pauses") = 'array'),
	CONSTRAINT "answer_deliveries_peaks_check" CHECK (octet_length("answer_deliveries"."peaks") between 1 and 600)
);
--> statement-breakpoint
CREATE TABLE "answer_star_marks" (
	"answer_id" uuid NOT NULL,
	"start_ms" integer NOT NULL,
	"end_ms" integer NOT NULL,
	"part" "star_part" NOT NULL,
	CONSTRAINT "answer_star_marks_answer_id_start_ms_pk" PRIMARY KEY("answer_id","start_ms"),
	CONSTRAINT "answer_star_marks_times_check" CHECK ("answer_star_marks"."start_ms" >= 0 and "answer_star_marks"."end_ms" > "answer_star_marks"."start_ms" and "answer_star_marks"."end_ms" <= 86400000)
);
--> statement-breakpoint
ALTER TABLE "answer_deliveries" ADD CONSTRAINT "answer_deliveries_answer_id_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."answers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_star_marks" ADD CONSTRAINT "answer_star_marks_answer_id_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."answers"("id") ON DELETE cascade ON UPDATE no action;