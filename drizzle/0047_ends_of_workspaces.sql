DROP INDEX "tasks_state_idx";--> statement-breakpoint
CREATE INDEX "job_invoices_list_idx" ON "job_invoices" USING btree ("workspace_id",coalesce(number, 2147483647),"created_at","id");--> statement-breakpoint
CREATE INDEX "tasks_open_idx" ON "tasks" USING btree ("workspace_id","due_on","id") WHERE state in ('todo', 'in_progress', 'blocked');--> statement-breakpoint
-- By hand from here. As before; and what was published or issued goes with the workspace that the transaction says it ends (features/trades/workspace/mutations), before that itself does.
CREATE OR REPLACE FUNCTION "keep_published_prices"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  held record := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF current_setting('parley.ending', true) IS DISTINCT FROM held.workspace_id::text
    AND EXISTS (SELECT FROM "public"."price_versions" v WHERE v.workspace_id = held.workspace_id AND v.id = held.version_id AND v.state = 'published')
    AND EXISTS (SELECT FROM "public"."workspaces" w WHERE w.id = held.workspace_id) THEN
    RAISE EXCEPTION 'published prices stay as they are' USING ERRCODE = 'check_violation', CONSTRAINT = 'price_items_published';
  END IF;
  RETURN held;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "keep_published_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF current_setting('parley.ending', true) IS DISTINCT FROM OLD.workspace_id::text
      AND EXISTS (SELECT FROM "public"."workspaces" w WHERE w.id = OLD.workspace_id) THEN
      RAISE EXCEPTION 'a published version stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'price_versions_published';
    END IF;
    RETURN OLD;
  END IF;
  IF (NEW.id, NEW.workspace_id, NEW.list_id, NEW.number, NEW.state, NEW.valid_from, NEW.published_at, NEW.published_by)
    IS DISTINCT FROM (OLD.id, OLD.workspace_id, OLD.list_id, OLD.number, OLD.state, OLD.valid_from, OLD.published_at, OLD.published_by) THEN
    RAISE EXCEPTION 'a published version stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'price_versions_published';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "keep_issued_invoice"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moves CONSTANT text[] := ARRAY['state', 'paid', 'credited', 'version', 'customer_id', 'sent_to', 'sent_at'];
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- With its whole workspace it goes, also where that is taken away table by table.
    IF current_setting('parley.ending', true) IS DISTINCT FROM OLD.workspace_id::text
      AND EXISTS (SELECT FROM "public"."workspaces" w WHERE w.id = OLD.workspace_id) THEN
      RAISE EXCEPTION 'an invoice that was issued stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'job_invoices_issued';
    END IF;
    RETURN OLD;
  END IF;
  IF (to_jsonb(NEW) - moves) IS DISTINCT FROM (to_jsonb(OLD) - moves) OR NEW.state = 'draft' THEN
    RAISE EXCEPTION 'an invoice that was issued stays as it is' USING ERRCODE = 'check_violation', CONSTRAINT = 'job_invoices_issued';
  END IF;
  RETURN NEW;
END $$;
