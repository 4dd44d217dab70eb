ALTER TABLE "billing_customers" ADD COLUMN "told_email" text;--> statement-breakpoint
ALTER TABLE "billing_customers" ADD COLUMN "told_name" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "kept_out_end" timestamp with time zone;