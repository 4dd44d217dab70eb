ALTER TABLE "quotes" ADD COLUMN "addressee" jsonb;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "sent_on" date;--> statement-breakpoint
-- As before, and whom it was offered to, and the day on which it was.
CREATE OR REPLACE FUNCTION "keep_sent_quote"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.workspace_id, NEW.number, NEW.revision, NEW.kind, NEW.title, NEW.language, NEW.currency, NEW.price_version_id, NEW.terms, NEW.seller, NEW.valid_until, NEW.addressee, NEW.sent_on)
    IS DISTINCT FROM (OLD.workspace_id, OLD.number, OLD.revision, OLD.kind, OLD.title, OLD.language, OLD.currency, OLD.price_version_id, OLD.terms, OLD.seller, OLD.valid_until, OLD.addressee, OLD.sent_on)
    OR ((NEW.content, NEW.net, NEW.tax, NEW.total, NEW.cost) IS DISTINCT FROM (OLD.content, OLD.net, OLD.tax, OLD.total, OLD.cost)
      AND NOT (OLD.state = 'sent' AND NEW.state IN ('accepted', 'converted'))) THEN
    RAISE EXCEPTION 'a quote that was sent stays as it is' USING ERRCODE = 'check_violation', CONSTRAINT = 'quotes_sent';
  END IF;
  RETURN NEW;
END $$;
