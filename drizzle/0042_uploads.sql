ALTER TABLE "stored_files" ADD COLUMN "writer" uuid;--> statement-breakpoint
ALTER TABLE "stored_files" ADD COLUMN "writing_until" timestamp with time zone;