-- What files were found to do stood in another form: it is forgotten, and files that nobody has ordered to an end are looked at anew.
DELETE FROM "bank_import_rows";--> statement-breakpoint
UPDATE "bank_imports" SET "state" = 'waiting', "total" = 0, "done" = 0 WHERE "state" IN ('checking', 'checked', 'ordered', 'applying');--> statement-breakpoint
CREATE TYPE "public"."import_kind" AS ENUM('questions', 'faq', 'canned', 'professions');--> statement-breakpoint
ALTER TABLE "bank_import_rows" DROP CONSTRAINT "bank_import_rows_question_id_questions_id_fk";
--> statement-breakpoint
DROP INDEX "bank_import_rows_question_key";--> statement-breakpoint
ALTER TABLE "bank_imports" ADD COLUMN "kind" "import_kind" DEFAULT 'questions' NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_import_rows" DROP COLUMN "question_id";--> statement-breakpoint
ALTER TABLE "bank_import_rows" DROP COLUMN "version";--> statement-breakpoint
ALTER TABLE "bank_import_rows" DROP COLUMN "state";
