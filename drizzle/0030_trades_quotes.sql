CREATE TYPE "public"."piece_grain" AS ENUM('any', 'along', 'across');--> statement-breakpoint
CREATE TYPE "public"."piece_state" AS ENUM('waiting', 'planned', 'cut', 'dropped');--> statement-breakpoint
CREATE TYPE "public"."quote_kind" AS ENUM('quote', 'variation');--> statement-breakpoint
CREATE TYPE "public"."quote_state" AS ENUM('draft', 'sent', 'accepted', 'declined', 'expired', 'converted', 'superseded');--> statement-breakpoint
CREATE TABLE "job_pieces" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"quote_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"label" text NOT NULL,
	"material_id" uuid,
	"length" integer NOT NULL,
	"width" integer NOT NULL,
	"grain" "piece_grain" NOT NULL,
	"state" "piece_state" DEFAULT 'waiting' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "job_pieces_key" UNIQUE("workspace_id","id"),
	CONSTRAINT "job_pieces_place_key" UNIQUE("workspace_id","quote_id","position"),
	CONSTRAINT "job_pieces_size_check" CHECK ("job_pieces"."length" > 0 and "job_pieces"."width" > 0)
);
--> statement-breakpoint
ALTER TABLE "job_pieces" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "quotes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"revision" integer NOT NULL,
	"kind" "quote_kind" NOT NULL,
	"state" "quote_state" DEFAULT 'draft' NOT NULL,
	"title" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"site_id" uuid,
	"job_id" uuid,
	"template_id" uuid,
	"language" "locale" NOT NULL,
	"currency" text NOT NULL,
	"price_version_id" uuid,
	"content" jsonb NOT NULL,
	"terms" text DEFAULT '' NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"valid_until" date NOT NULL,
	"net" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"total" bigint NOT NULL,
	"cost" bigint NOT NULL,
	"seller" jsonb,
	"link_id" uuid,
	"sent_to" text,
	"sent_at" timestamp with time zone,
	"answer" jsonb,
	"answered_at" timestamp with time zone,
	"author_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quotes_key" UNIQUE("workspace_id","id"),
	CONSTRAINT "quotes_number_key" UNIQUE("workspace_id","number","revision"),
	CONSTRAINT "quotes_sent_check" CHECK ("quotes"."state" = 'draft' or ("quotes"."sent_at" is not null and "quotes"."seller" is not null)),
	CONSTRAINT "quotes_variation_check" CHECK ("quotes"."kind" = 'quote' or "quotes"."job_id" is not null),
	CONSTRAINT "quotes_converted_check" CHECK ("quotes"."state" <> 'converted' or "quotes"."job_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "quotes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "job_pieces" ADD CONSTRAINT "job_pieces_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_pieces" ADD CONSTRAINT "job_pieces_job_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."jobs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_pieces" ADD CONSTRAINT "job_pieces_quote_fk" FOREIGN KEY ("workspace_id","quote_id") REFERENCES "public"."quotes"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_pieces" ADD CONSTRAINT "job_pieces_material_fk" FOREIGN KEY ("workspace_id","material_id") REFERENCES "public"."materials"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_customer_fk" FOREIGN KEY ("workspace_id","customer_id") REFERENCES "public"."customers"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_site_fk" FOREIGN KEY ("workspace_id","site_id") REFERENCES "public"."customer_sites"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_job_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."jobs"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_template_fk" FOREIGN KEY ("workspace_id","template_id") REFERENCES "public"."job_templates"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_prices_fk" FOREIGN KEY ("workspace_id","price_version_id") REFERENCES "public"."price_versions"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_pieces_job_idx" ON "job_pieces" USING btree ("workspace_id","job_id","position");--> statement-breakpoint
CREATE INDEX "job_pieces_waiting_idx" ON "job_pieces" USING btree ("workspace_id","material_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "quotes_link_key" ON "quotes" USING btree ("link_id");--> statement-breakpoint
CREATE UNIQUE INDEX "quotes_taken_key" ON "quotes" USING btree ("workspace_id","number") WHERE state in ('accepted', 'converted');--> statement-breakpoint
CREATE INDEX "quotes_customer_idx" ON "quotes" USING btree ("workspace_id","customer_id","number");--> statement-breakpoint
CREATE INDEX "quotes_job_idx" ON "quotes" USING btree ("workspace_id","job_id");--> statement-breakpoint
CREATE INDEX "quotes_open_idx" ON "quotes" USING btree ("workspace_id","valid_until") WHERE state = 'sent';--> statement-breakpoint
CREATE POLICY "workspace" ON "job_pieces" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("job_pieces"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("job_pieces"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "quotes" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("quotes"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("quotes"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
-- By hand from here: what the generator does not know of.
ALTER TABLE "job_pieces" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "quotes" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "job_pieces", "quotes" TO "parley_trades";--> statement-breakpoint
-- What was sent stays as it was read: only where it stands changes, what was answered, by which address it is read, and, as it is accepted, which options it has.
CREATE FUNCTION "keep_sent_quote"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.workspace_id, NEW.number, NEW.revision, NEW.kind, NEW.title, NEW.language, NEW.currency, NEW.price_version_id, NEW.terms, NEW.seller, NEW.valid_until)
    IS DISTINCT FROM (OLD.workspace_id, OLD.number, OLD.revision, OLD.kind, OLD.title, OLD.language, OLD.currency, OLD.price_version_id, OLD.terms, OLD.seller, OLD.valid_until)
    OR ((NEW.content, NEW.net, NEW.tax, NEW.total, NEW.cost) IS DISTINCT FROM (OLD.content, OLD.net, OLD.tax, OLD.total, OLD.cost)
      AND NOT (OLD.state = 'sent' AND NEW.state IN ('accepted', 'converted'))) THEN
    RAISE EXCEPTION 'a quote that was sent stays as it is' USING ERRCODE = 'check_violation', CONSTRAINT = 'quotes_sent';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "quotes_sent" BEFORE UPDATE ON "quotes" FOR EACH ROW WHEN (OLD.state <> 'draft') EXECUTE FUNCTION "keep_sent_quote"();
