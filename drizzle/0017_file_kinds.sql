ALTER TYPE "public"."import_kind" ADD VALUE 'categories';--> statement-breakpoint
ALTER TYPE "public"."import_kind" ADD VALUE 'videos';--> statement-breakpoint
ALTER TYPE "public"."import_kind" ADD VALUE 'universities';