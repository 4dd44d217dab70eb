CREATE TYPE "public"."job_invoice_kind" AS ENUM('deposit', 'progress', 'final', 'credit');--> statement-breakpoint
CREATE TYPE "public"."job_invoice_state" AS ENUM('draft', 'issued', 'part_paid', 'paid', 'credited');--> statement-breakpoint
CREATE TYPE "public"."job_payment_kind" AS ENUM('payment', 'reversal', 'refund');--> statement-breakpoint
CREATE TYPE "public"."job_payment_method" AS ENUM('transfer', 'cash', 'card', 'cheque', 'other');--> statement-breakpoint
ALTER TYPE "public"."trades_counter" ADD VALUE 'invoice';--> statement-breakpoint
CREATE TABLE "job_invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"number" integer,
	"kind" "job_invoice_kind" NOT NULL,
	"state" "job_invoice_state" DEFAULT 'draft' NOT NULL,
	"customer_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"credit_of" uuid,
	"language" "locale" NOT NULL,
	"currency" text NOT NULL,
	"title" text NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"buyer" jsonb NOT NULL,
	"seller" jsonb,
	"content" jsonb NOT NULL,
	"net" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"total" bigint NOT NULL,
	"paid" bigint DEFAULT 0 NOT NULL,
	"credited" bigint DEFAULT 0 NOT NULL,
	"issued_on" date,
	"due_on" date,
	"issued_at" timestamp with time zone,
	"author_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_invoices_key" UNIQUE("workspace_id","id"),
	CONSTRAINT "job_invoices_number_key" UNIQUE("workspace_id","number"),
	CONSTRAINT "job_invoices_issued_check" CHECK (num_nonnulls("job_invoices"."number", "job_invoices"."issued_on", "job_invoices"."due_on", "job_invoices"."issued_at", "job_invoices"."seller") = case when "job_invoices"."state" = 'draft' then 0 else 5 end),
	CONSTRAINT "job_invoices_total_check" CHECK ("job_invoices"."state" = 'draft' or "job_invoices"."total" >= 0),
	CONSTRAINT "job_invoices_paid_check" CHECK ("job_invoices"."paid" between 0 and greatest("job_invoices"."total", 0) and "job_invoices"."credited" between 0 and greatest("job_invoices"."total", 0)),
	CONSTRAINT "job_invoices_credit_check" CHECK (("job_invoices"."credit_of" is not null) = ("job_invoices"."kind" = 'credit'))
);
--> statement-breakpoint
ALTER TABLE "job_invoices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "job_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"kind" "job_payment_kind" NOT NULL,
	"amount" bigint NOT NULL,
	"paid_on" date NOT NULL,
	"method" "job_payment_method" NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"reversal_of" uuid,
	"key" text NOT NULL,
	"actor_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_payments_key" UNIQUE("workspace_id","id"),
	CONSTRAINT "job_payments_once_key" UNIQUE("workspace_id","key"),
	CONSTRAINT "job_payments_amount_check" CHECK (case when "job_payments"."kind" = 'payment' then "job_payments"."amount" > 0 else "job_payments"."amount" < 0 end and ("job_payments"."reversal_of" is not null) = ("job_payments"."kind" = 'reversal'))
);
--> statement-breakpoint
ALTER TABLE "job_payments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "job_invoices" ADD CONSTRAINT "job_invoices_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_invoices" ADD CONSTRAINT "job_invoices_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_invoices" ADD CONSTRAINT "job_invoices_customer_fk" FOREIGN KEY ("workspace_id","customer_id") REFERENCES "public"."customers"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_invoices" ADD CONSTRAINT "job_invoices_job_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."jobs"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_invoices" ADD CONSTRAINT "job_invoices_credit_fk" FOREIGN KEY ("workspace_id","credit_of") REFERENCES "public"."job_invoices"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_payments" ADD CONSTRAINT "job_payments_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_payments" ADD CONSTRAINT "job_payments_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_payments" ADD CONSTRAINT "job_payments_invoice_fk" FOREIGN KEY ("workspace_id","invoice_id") REFERENCES "public"."job_invoices"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_payments" ADD CONSTRAINT "job_payments_reversal_fk" FOREIGN KEY ("workspace_id","reversal_of") REFERENCES "public"."job_payments"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_invoices_customer_idx" ON "job_invoices" USING btree ("workspace_id","customer_id","issued_on");--> statement-breakpoint
CREATE INDEX "job_invoices_job_idx" ON "job_invoices" USING btree ("workspace_id","job_id");--> statement-breakpoint
CREATE INDEX "job_invoices_credit_idx" ON "job_invoices" USING btree ("workspace_id","credit_of");--> statement-breakpoint
CREATE INDEX "job_invoices_due_idx" ON "job_invoices" USING btree ("workspace_id","due_on") WHERE state in ('issued', 'part_paid');--> statement-breakpoint
CREATE UNIQUE INDEX "job_payments_reversal_key" ON "job_payments" USING btree ("workspace_id","reversal_of");--> statement-breakpoint
CREATE INDEX "job_payments_invoice_idx" ON "job_payments" USING btree ("workspace_id","invoice_id","paid_on","id");--> statement-breakpoint
CREATE POLICY "workspace" ON "job_invoices" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("job_invoices"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("job_invoices"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "job_payments" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("job_payments"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("job_payments"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
ALTER TABLE "job_invoices" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "job_payments" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "job_invoices" TO "parley_trades";--> statement-breakpoint
-- What was paid stays written; what was written by mistake is taken back by another row.
GRANT SELECT, INSERT ON "job_payments" TO "parley_trades";--> statement-breakpoint
-- An issued invoice is what the customer and the tax office have: only what was paid and credited of it changes, and whose it is where customers are merged.
CREATE FUNCTION "keep_issued_invoice"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- With its whole workspace it goes.
    IF EXISTS (SELECT FROM "public"."workspaces" w WHERE w.id = OLD.workspace_id) THEN
      RAISE EXCEPTION 'an invoice that was issued stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'job_invoices_issued';
    END IF;
    RETURN OLD;
  END IF;
  IF (to_jsonb(NEW) - ARRAY['state', 'paid', 'credited', 'version', 'customer_id']) IS DISTINCT FROM (to_jsonb(OLD) - ARRAY['state', 'paid', 'credited', 'version', 'customer_id']) OR NEW.state = 'draft' THEN
    RAISE EXCEPTION 'an invoice that was issued stays as it is' USING ERRCODE = 'check_violation', CONSTRAINT = 'job_invoices_issued';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "job_invoices_issued" BEFORE UPDATE OR DELETE ON "job_invoices" FOR EACH ROW WHEN (OLD.state <> 'draft') EXECUTE FUNCTION "keep_issued_invoice"();
