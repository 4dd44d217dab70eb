CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"university_id" uuid,
	"title" jsonb NOT NULL,
	"files" jsonb NOT NULL,
	"position" integer NOT NULL,
	"published" boolean DEFAULT false NOT NULL,
	CONSTRAINT "documents_published_check" CHECK (not "documents"."published" or "documents"."files" <> '{}'::jsonb)
);
--> statement-breakpoint
DROP INDEX "videos_kind_idx";--> statement-breakpoint
ALTER TABLE "universities" ALTER COLUMN "published" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "videos" ALTER COLUMN "source" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "videos" ALTER COLUMN "duration" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "videos" ALTER COLUMN "published" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "edited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_university_id_universities_id_fk" FOREIGN KEY ("university_id") REFERENCES "public"."universities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_university_idx" ON "documents" USING btree ("university_id","position");--> statement-breakpoint
CREATE INDEX "videos_kind_idx" ON "videos" USING btree ("kind","position","id") WHERE published;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_published_check" CHECK (not "videos"."published" or "videos"."source" is not null);--> statement-breakpoint
-- Videos that are there already keep the order that they were shown in: the newest of each kind first.
UPDATE "videos" SET "position" = ranked."place" FROM (
	SELECT "id", row_number() OVER (PARTITION BY "kind" ORDER BY "date" DESC, "id" DESC) AS "place" FROM "videos"
) AS ranked WHERE ranked."id" = "videos"."id";
