CREATE TYPE "public"."trades_counter" AS ENUM('quote', 'invoice', 'plan');--> statement-breakpoint
CREATE TYPE "public"."material_category" AS ENUM('granite', 'marble', 'quartzite', 'limestone', 'slate', 'engineered_stone', 'porcelain', 'solid_surface', 'glass', 'timber', 'metal', 'other');--> statement-breakpoint
CREATE TYPE "public"."price_kind" AS ENUM('material', 'edge', 'cutout', 'labour', 'item');--> statement-breakpoint
CREATE TYPE "public"."price_state" AS ENUM('draft', 'published');--> statement-breakpoint
CREATE TYPE "public"."price_unit" AS ENUM('m2', 'slab', 'm', 'piece', 'hour');--> statement-breakpoint
CREATE TYPE "public"."tax_category" AS ENUM('S', 'Z', 'E', 'AE', 'O');--> statement-breakpoint
CREATE TABLE "materials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"category" "material_category" NOT NULL,
	"thickness" integer NOT NULL,
	"finish" text DEFAULT '' NOT NULL,
	"grain" boolean NOT NULL,
	"slab_length" integer NOT NULL,
	"slab_width" integer NOT NULL,
	"kerf" integer NOT NULL,
	"trim" integer NOT NULL,
	"remnant_length" integer NOT NULL,
	"remnant_width" integer NOT NULL,
	"retired" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "materials_key" UNIQUE("workspace_id","id"),
	CONSTRAINT "materials_size_check" CHECK ("materials"."thickness" > 0 and "materials"."slab_length" > 0 and "materials"."slab_width" > 0),
	CONSTRAINT "materials_saw_check" CHECK ("materials"."kerf" >= 0 and "materials"."trim" >= 0 and "materials"."remnant_length" >= "materials"."remnant_width" and "materials"."remnant_width" > 0)
);
--> statement-breakpoint
ALTER TABLE "materials" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "price_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"kind" "price_kind" NOT NULL,
	"unit" "price_unit" NOT NULL,
	"material_id" uuid,
	"tax_id" uuid,
	"price" bigint NOT NULL,
	"cost" bigint NOT NULL,
	"tiers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "price_items_key" UNIQUE("workspace_id","id"),
	CONSTRAINT "price_items_code_key" UNIQUE("workspace_id","version_id","code"),
	CONSTRAINT "price_items_amounts_check" CHECK ("price_items"."price" >= 0 and "price_items"."cost" >= 0)
);
--> statement-breakpoint
ALTER TABLE "price_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "price_lists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"usual" boolean DEFAULT false NOT NULL,
	"retired" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_lists_key" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "price_lists" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "price_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"list_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"state" "price_state" DEFAULT 'draft' NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"published_at" timestamp with time zone,
	"published_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_versions_key" UNIQUE("workspace_id","id"),
	CONSTRAINT "price_versions_number_key" UNIQUE("workspace_id","list_id","number"),
	CONSTRAINT "price_versions_days_check" CHECK ("price_versions"."valid_to" is null or "price_versions"."valid_to" >= "price_versions"."valid_from"),
	CONSTRAINT "price_versions_published_check" CHECK (("price_versions"."published_at" is not null) = ("price_versions"."state" = 'published'))
);
--> statement-breakpoint
ALTER TABLE "price_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pricing_settings" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"seller" jsonb NOT NULL,
	"tax_included" boolean NOT NULL,
	"margin_floor" integer NOT NULL,
	"discount_limit" integer NOT NULL,
	"validity_days" integer NOT NULL,
	"payment_days" integer NOT NULL,
	"deposit" integer NOT NULL,
	"budget_alert" integer NOT NULL,
	"waste" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "pricing_settings_check" CHECK ("pricing_settings"."margin_floor" between 0 and 9999 and "pricing_settings"."discount_limit" between 0 and 10000 and "pricing_settings"."deposit" between 0 and 10000 and "pricing_settings"."waste" between 0 and 9000)
);
--> statement-breakpoint
ALTER TABLE "pricing_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "taxes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"rate" integer NOT NULL,
	"category" "tax_category" NOT NULL,
	"usual" boolean DEFAULT false NOT NULL,
	"retired" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "taxes_key" UNIQUE("workspace_id","id"),
	CONSTRAINT "taxes_rate_check" CHECK ("taxes"."rate" between 0 and 10000 and ("taxes"."category" = 'S' or "taxes"."rate" = 0))
);
--> statement-breakpoint
ALTER TABLE "taxes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "trades_counters" (
	"workspace_id" uuid NOT NULL,
	"counter" "trades_counter" NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "trades_counters_workspace_id_counter_pk" PRIMARY KEY("workspace_id","counter")
);
--> statement-breakpoint
ALTER TABLE "trades_counters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "price_list_id" uuid;--> statement-breakpoint
ALTER TABLE "materials" ADD CONSTRAINT "materials_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_items" ADD CONSTRAINT "price_items_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_items" ADD CONSTRAINT "price_items_version_fk" FOREIGN KEY ("workspace_id","version_id") REFERENCES "public"."price_versions"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_items" ADD CONSTRAINT "price_items_material_fk" FOREIGN KEY ("workspace_id","material_id") REFERENCES "public"."materials"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_items" ADD CONSTRAINT "price_items_tax_fk" FOREIGN KEY ("workspace_id","tax_id") REFERENCES "public"."taxes"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_lists" ADD CONSTRAINT "price_lists_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_versions" ADD CONSTRAINT "price_versions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_versions" ADD CONSTRAINT "price_versions_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_versions" ADD CONSTRAINT "price_versions_list_fk" FOREIGN KEY ("workspace_id","list_id") REFERENCES "public"."price_lists"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pricing_settings" ADD CONSTRAINT "pricing_settings_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "taxes" ADD CONSTRAINT "taxes_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trades_counters" ADD CONSTRAINT "trades_counters_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "materials_name_idx" ON "materials" USING btree ("workspace_id",lower(name),"id");--> statement-breakpoint
CREATE INDEX "price_items_version_idx" ON "price_items" USING btree ("workspace_id","version_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "price_lists_usual_key" ON "price_lists" USING btree ("workspace_id") WHERE usual;--> statement-breakpoint
CREATE INDEX "price_lists_name_idx" ON "price_lists" USING btree ("workspace_id",lower(name),"id");--> statement-breakpoint
CREATE UNIQUE INDEX "taxes_usual_key" ON "taxes" USING btree ("workspace_id") WHERE usual;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_prices_fk" FOREIGN KEY ("workspace_id","price_list_id") REFERENCES "public"."price_lists"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customers_prices_idx" ON "customers" USING btree ("workspace_id","price_list_id");--> statement-breakpoint
CREATE POLICY "workspace" ON "materials" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("materials"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("materials"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "price_items" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("price_items"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("price_items"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "price_lists" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("price_lists"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("price_lists"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "price_versions" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("price_versions"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("price_versions"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "pricing_settings" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("pricing_settings"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("pricing_settings"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "taxes" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("taxes"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("taxes"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "trades_counters" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("trades_counters"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("trades_counters"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
-- By hand from here: what the generator does not know of.
ALTER TABLE "materials" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "price_items" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "price_lists" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "price_versions" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "pricing_settings" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "taxes" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "trades_counters" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "materials", "price_items", "price_lists", "price_versions", "pricing_settings", "taxes", "trades_counters" TO "parley_trades";--> statement-breakpoint
-- Two published versions of one list never hold on the same day, whoever writes the rows.
ALTER TABLE "price_versions" ADD CONSTRAINT "price_versions_apart" EXCLUDE USING gist ("workspace_id" WITH =, "list_id" WITH =, daterange("valid_from", "valid_to", '[]') WITH &&) WHERE ("state" = 'published');--> statement-breakpoint
-- What was published stays as it is: of a version no more than its last day changes, of its prices nothing. A workspace that ends takes all with it.
CREATE FUNCTION "keep_published_prices"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  held record := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF EXISTS (SELECT FROM "public"."price_versions" v WHERE v.workspace_id = held.workspace_id AND v.id = held.version_id AND v.state = 'published')
    AND EXISTS (SELECT FROM "public"."workspaces" w WHERE w.id = held.workspace_id) THEN
    RAISE EXCEPTION 'published prices stay as they are' USING ERRCODE = 'check_violation', CONSTRAINT = 'price_items_published';
  END IF;
  RETURN held;
END $$;--> statement-breakpoint
CREATE TRIGGER "price_items_published" BEFORE INSERT OR UPDATE OR DELETE ON "price_items" FOR EACH ROW EXECUTE FUNCTION "keep_published_prices"();--> statement-breakpoint
CREATE FUNCTION "keep_published_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT FROM "public"."workspaces" w WHERE w.id = OLD.workspace_id) THEN
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
CREATE TRIGGER "price_versions_published" BEFORE UPDATE OR DELETE ON "price_versions" FOR EACH ROW WHEN (OLD.state = 'published') EXECUTE FUNCTION "keep_published_version"();
