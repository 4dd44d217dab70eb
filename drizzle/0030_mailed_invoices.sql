ALTER TABLE "outbox_mails" ADD COLUMN "attachments" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "job_invoices" ADD COLUMN "sent_to" text;--> statement-breakpoint
ALTER TABLE "job_invoices" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
-- Where an issued document was mailed to is no part of it.
CREATE OR REPLACE FUNCTION "keep_issued_invoice"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moves CONSTANT text[] := ARRAY['state', 'paid', 'credited', 'version', 'customer_id', 'sent_to', 'sent_at'];
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- With its whole workspace it goes.
    IF EXISTS (SELECT FROM "public"."workspaces" w WHERE w.id = OLD.workspace_id) THEN
      RAISE EXCEPTION 'an invoice that was issued stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'job_invoices_issued';
    END IF;
    RETURN OLD;
  END IF;
  IF (to_jsonb(NEW) - moves) IS DISTINCT FROM (to_jsonb(OLD) - moves) OR NEW.state = 'draft' THEN
    RAISE EXCEPTION 'an invoice that was issued stays as it is' USING ERRCODE = 'check_violation', CONSTRAINT = 'job_invoices_issued';
  END IF;
  RETURN NEW;
END $$;
