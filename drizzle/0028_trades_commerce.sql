CREATE TYPE "public"."cost_kind" AS ENUM('material', 'labour', 'subcontract', 'other');--> statement-breakpoint
CREATE TYPE "public"."cost_source" AS ENUM('hand', 'cut', 'stock');--> statement-breakpoint
CREATE TYPE "public"."cut_plan_state" AS ENUM('planning', 'draft', 'approved', 'cut', 'discarded');--> statement-breakpoint
CREATE TYPE "public"."trades_counter" AS ENUM('quote', 'plan');--> statement-breakpoint
CREATE TYPE "public"."material_category" AS ENUM('granite', 'marble', 'quartzite', 'limestone', 'slate', 'engineered_stone', 'porcelain', 'solid_surface', 'glass', 'timber', 'metal', 'other');--> statement-breakpoint
CREATE TYPE "public"."price_kind" AS ENUM('material', 'edge', 'cutout', 'labour', 'item');--> statement-breakpoint
CREATE TYPE "public"."price_state" AS ENUM('draft', 'published');--> statement-breakpoint
CREATE TYPE "public"."price_unit" AS ENUM('m2', 'slab', 'm', 'piece', 'hour');--> statement-breakpoint
CREATE TYPE "public"."tax_category" AS ENUM('S', 'Z', 'E', 'AE', 'O');--> statement-breakpoint
CREATE TYPE "public"."piece_grain" AS ENUM('any', 'along', 'across');--> statement-breakpoint
CREATE TYPE "public"."piece_state" AS ENUM('waiting', 'planned', 'cut', 'dropped');--> statement-breakpoint
CREATE TYPE "public"."quote_kind" AS ENUM('quote', 'variation');--> statement-breakpoint
CREATE TYPE "public"."quote_state" AS ENUM('draft', 'sent', 'accepted', 'declined', 'expired', 'converted', 'superseded');--> statement-breakpoint
CREATE TYPE "public"."slab_state" AS ENUM('ordered', 'available', 'reserved', 'cutting', 'consumed', 'quarantined', 'scrapped');--> statement-breakpoint
CREATE TYPE "public"."reservation_state" AS ENUM('open', 'issued', 'released');--> statement-breakpoint
CREATE TYPE "public"."stock_move" AS ENUM('receipt', 'issue', 'return', 'count', 'loss', 'reserve', 'release');--> statement-breakpoint
CREATE TYPE "public"."stock_unit" AS ENUM('piece', 'm', 'm2', 'kg', 'litre', 'box', 'hour');--> statement-breakpoint
CREATE TABLE "cut_plan_pieces" (
	"workspace_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"piece_id" uuid NOT NULL,
	CONSTRAINT "cut_plan_pieces_workspace_id_plan_id_piece_id_pk" PRIMARY KEY("workspace_id","plan_id","piece_id")
);
--> statement-breakpoint
ALTER TABLE "cut_plan_pieces" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "cut_plan_slabs" (
	"workspace_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"slab_id" uuid NOT NULL,
	"held_slab_id" uuid,
	CONSTRAINT "cut_plan_slabs_workspace_id_plan_id_slab_id_pk" PRIMARY KEY("workspace_id","plan_id","slab_id"),
	CONSTRAINT "cut_plan_slabs_held_check" CHECK ("cut_plan_slabs"."held_slab_id" is null or "cut_plan_slabs"."held_slab_id" = "cut_plan_slabs"."slab_id")
);
--> statement-breakpoint
ALTER TABLE "cut_plan_slabs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "cut_plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"material_id" uuid NOT NULL,
	"state" "cut_plan_state" DEFAULT 'planning' NOT NULL,
	"saw" jsonb NOT NULL,
	"plan" jsonb,
	"progress" integer DEFAULT 0 NOT NULL,
	"stopping" integer DEFAULT 0 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"author_id" uuid NOT NULL,
	"cut_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cut_plans_key" UNIQUE("workspace_id","id"),
	CONSTRAINT "cut_plans_number_key" UNIQUE("workspace_id","number"),
	CONSTRAINT "cut_plans_planned_check" CHECK ("cut_plans"."plan" is not null or "cut_plans"."state" in ('planning', 'discarded'))
);
--> statement-breakpoint
ALTER TABLE "cut_plans" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "job_costs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"kind" "cost_kind" NOT NULL,
	"source" "cost_source" NOT NULL,
	"day" date NOT NULL,
	"text" text NOT NULL,
	"quantity" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"plan_id" uuid,
	"slab_id" uuid,
	"actor_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_costs_key" UNIQUE("workspace_id","id"),
	CONSTRAINT "job_costs_source_check" CHECK (("job_costs"."kind" = 'material') = ("job_costs"."source" <> 'hand'))
);
--> statement-breakpoint
ALTER TABLE "job_costs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
CREATE TABLE "slabs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"serial" text NOT NULL,
	"material_id" uuid NOT NULL,
	"state" "slab_state" NOT NULL,
	"length" integer NOT NULL,
	"width" integer NOT NULL,
	"thickness" integer NOT NULL,
	"cost" bigint NOT NULL,
	"parent_id" uuid,
	"remnant" boolean DEFAULT false NOT NULL,
	"bin" text DEFAULT '' NOT NULL,
	"supplier" text DEFAULT '' NOT NULL,
	"batch" text DEFAULT '' NOT NULL,
	"defects" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "slabs_key" UNIQUE("workspace_id","id"),
	CONSTRAINT "slabs_size_check" CHECK ("slabs"."length" > 0 and "slabs"."width" > 0 and "slabs"."thickness" > 0 and "slabs"."cost" >= 0),
	CONSTRAINT "slabs_remnant_check" CHECK ("slabs"."remnant" = ("slabs"."parent_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "slabs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stock_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"unit" "stock_unit" NOT NULL,
	"bin" text DEFAULT '' NOT NULL,
	"on_hand" bigint DEFAULT 0 NOT NULL,
	"reserved" bigint DEFAULT 0 NOT NULL,
	"value" bigint DEFAULT 0 NOT NULL,
	"reorder_at" bigint DEFAULT 0 NOT NULL,
	"retired" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_items_key" UNIQUE("workspace_id","id"),
	CONSTRAINT "stock_items_reserved_check" CHECK ("stock_items"."reserved" >= 0 and "stock_items"."reserved" <= "stock_items"."on_hand"),
	CONSTRAINT "stock_items_value_check" CHECK ("stock_items"."value" >= 0 and ("stock_items"."on_hand" > 0 or "stock_items"."value" = 0))
);
--> statement-breakpoint
ALTER TABLE "stock_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stock_moves" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid NOT NULL,
	"move" "stock_move" NOT NULL,
	"quantity" bigint NOT NULL,
	"value" bigint NOT NULL,
	"on_hand" bigint NOT NULL,
	"reserved" bigint NOT NULL,
	"job_id" uuid,
	"reservation_id" uuid,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "stock_moves_key" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "stock_moves" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stock_reservations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"job_id" uuid,
	"quantity" bigint NOT NULL,
	"state" "reservation_state" DEFAULT 'open' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_reservations_key" UNIQUE("workspace_id","id"),
	CONSTRAINT "stock_reservations_quantity_check" CHECK ("stock_reservations"."quantity" > 0)
);
--> statement-breakpoint
ALTER TABLE "stock_reservations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "workspace_files" DROP CONSTRAINT "workspace_files_subject_check";--> statement-breakpoint
ALTER TABLE "notes" DROP CONSTRAINT "notes_subject_check";--> statement-breakpoint
DROP INDEX "workspace_files_waiting_idx";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "price_list_id" uuid;--> statement-breakpoint
ALTER TABLE "workspace_files" ADD COLUMN "slab_id" uuid;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "site_id" uuid;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "booking_id" uuid;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "resource_id" uuid;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "entry_id" uuid;--> statement-breakpoint
ALTER TABLE "cut_plan_pieces" ADD CONSTRAINT "cut_plan_pieces_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cut_plan_pieces" ADD CONSTRAINT "cut_plan_pieces_plan_fk" FOREIGN KEY ("workspace_id","plan_id") REFERENCES "public"."cut_plans"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cut_plan_pieces" ADD CONSTRAINT "cut_plan_pieces_piece_fk" FOREIGN KEY ("workspace_id","piece_id") REFERENCES "public"."job_pieces"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cut_plan_slabs" ADD CONSTRAINT "cut_plan_slabs_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cut_plan_slabs" ADD CONSTRAINT "cut_plan_slabs_plan_fk" FOREIGN KEY ("workspace_id","plan_id") REFERENCES "public"."cut_plans"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cut_plan_slabs" ADD CONSTRAINT "cut_plan_slabs_slab_fk" FOREIGN KEY ("workspace_id","slab_id") REFERENCES "public"."slabs"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cut_plans" ADD CONSTRAINT "cut_plans_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cut_plans" ADD CONSTRAINT "cut_plans_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cut_plans" ADD CONSTRAINT "cut_plans_material_fk" FOREIGN KEY ("workspace_id","material_id") REFERENCES "public"."materials"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_costs" ADD CONSTRAINT "job_costs_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_costs" ADD CONSTRAINT "job_costs_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_costs" ADD CONSTRAINT "job_costs_job_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."jobs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_costs" ADD CONSTRAINT "job_costs_plan_fk" FOREIGN KEY ("workspace_id","plan_id") REFERENCES "public"."cut_plans"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_costs" ADD CONSTRAINT "job_costs_slab_fk" FOREIGN KEY ("workspace_id","slab_id") REFERENCES "public"."slabs"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "slabs" ADD CONSTRAINT "slabs_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slabs" ADD CONSTRAINT "slabs_material_fk" FOREIGN KEY ("workspace_id","material_id") REFERENCES "public"."materials"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slabs" ADD CONSTRAINT "slabs_parent_fk" FOREIGN KEY ("workspace_id","parent_id") REFERENCES "public"."slabs"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_items" ADD CONSTRAINT "stock_items_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_item_fk" FOREIGN KEY ("workspace_id","item_id") REFERENCES "public"."stock_items"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_job_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."jobs"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_reservation_fk" FOREIGN KEY ("workspace_id","reservation_id") REFERENCES "public"."stock_reservations"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_reservations" ADD CONSTRAINT "stock_reservations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_reservations" ADD CONSTRAINT "stock_reservations_item_fk" FOREIGN KEY ("workspace_id","item_id") REFERENCES "public"."stock_items"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_reservations" ADD CONSTRAINT "stock_reservations_job_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."jobs"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cut_plan_pieces_piece_idx" ON "cut_plan_pieces" USING btree ("workspace_id","piece_id");--> statement-breakpoint
CREATE UNIQUE INDEX "cut_plan_slabs_held_key" ON "cut_plan_slabs" USING btree ("workspace_id","held_slab_id");--> statement-breakpoint
CREATE INDEX "cut_plan_slabs_slab_idx" ON "cut_plan_slabs" USING btree ("workspace_id","slab_id");--> statement-breakpoint
CREATE INDEX "cut_plans_created_idx" ON "cut_plans" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "job_costs_job_idx" ON "job_costs" USING btree ("workspace_id","job_id","day","id");--> statement-breakpoint
CREATE INDEX "materials_name_idx" ON "materials" USING btree ("workspace_id",lower(name),"id");--> statement-breakpoint
CREATE INDEX "price_items_version_idx" ON "price_items" USING btree ("workspace_id","version_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "price_lists_usual_key" ON "price_lists" USING btree ("workspace_id") WHERE usual;--> statement-breakpoint
CREATE INDEX "price_lists_name_idx" ON "price_lists" USING btree ("workspace_id",lower(name),"id");--> statement-breakpoint
CREATE UNIQUE INDEX "taxes_usual_key" ON "taxes" USING btree ("workspace_id") WHERE usual;--> statement-breakpoint
CREATE INDEX "job_pieces_job_idx" ON "job_pieces" USING btree ("workspace_id","job_id","position");--> statement-breakpoint
CREATE INDEX "job_pieces_waiting_idx" ON "job_pieces" USING btree ("workspace_id","material_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "quotes_link_key" ON "quotes" USING btree ("link_id");--> statement-breakpoint
CREATE UNIQUE INDEX "quotes_taken_key" ON "quotes" USING btree ("workspace_id","number") WHERE state in ('accepted', 'converted');--> statement-breakpoint
CREATE INDEX "quotes_customer_idx" ON "quotes" USING btree ("workspace_id","customer_id","number");--> statement-breakpoint
CREATE INDEX "quotes_job_idx" ON "quotes" USING btree ("workspace_id","job_id");--> statement-breakpoint
CREATE INDEX "quotes_open_idx" ON "quotes" USING btree ("workspace_id","valid_until") WHERE state = 'sent';--> statement-breakpoint
CREATE UNIQUE INDEX "slabs_serial_key" ON "slabs" USING btree ("workspace_id",lower(serial));--> statement-breakpoint
CREATE INDEX "slabs_material_idx" ON "slabs" USING btree ("workspace_id","material_id","state");--> statement-breakpoint
CREATE INDEX "slabs_parent_idx" ON "slabs" USING btree ("workspace_id","parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_items_code_key" ON "stock_items" USING btree ("workspace_id",lower(code));--> statement-breakpoint
CREATE INDEX "stock_items_name_idx" ON "stock_items" USING btree ("workspace_id",lower(name),"id");--> statement-breakpoint
CREATE INDEX "stock_moves_item_idx" ON "stock_moves" USING btree ("workspace_id","item_id","at","id");--> statement-breakpoint
CREATE INDEX "stock_moves_job_idx" ON "stock_moves" USING btree ("workspace_id","job_id","at","id");--> statement-breakpoint
CREATE INDEX "stock_reservations_item_idx" ON "stock_reservations" USING btree ("workspace_id","item_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "stock_reservations_job_idx" ON "stock_reservations" USING btree ("workspace_id","job_id");--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_prices_fk" FOREIGN KEY ("workspace_id","price_list_id") REFERENCES "public"."price_lists"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_files" ADD CONSTRAINT "workspace_files_slab_fk" FOREIGN KEY ("workspace_id","slab_id") REFERENCES "public"."slabs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_site_fk" FOREIGN KEY ("workspace_id","site_id") REFERENCES "public"."customer_sites"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_booking_fk" FOREIGN KEY ("workspace_id","booking_id") REFERENCES "public"."bookings"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_resource_fk" FOREIGN KEY ("workspace_id","resource_id") REFERENCES "public"."resources"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_entry_fk" FOREIGN KEY ("workspace_id","entry_id") REFERENCES "public"."form_entries"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customers_prices_idx" ON "customers" USING btree ("workspace_id","price_list_id");--> statement-breakpoint
CREATE INDEX "workspace_files_slab_idx" ON "workspace_files" USING btree ("workspace_id","slab_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notes_site_idx" ON "notes" USING btree ("workspace_id","site_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notes_booking_idx" ON "notes" USING btree ("workspace_id","booking_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notes_resource_idx" ON "notes" USING btree ("workspace_id","resource_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notes_entry_idx" ON "notes" USING btree ("workspace_id","entry_id","created_at","id");--> statement-breakpoint
CREATE INDEX "workspace_files_waiting_idx" ON "workspace_files" USING btree ("workspace_id","created_at") WHERE customer_id is null and job_id is null and note_id is null and entry_id is null and slab_id is null;--> statement-breakpoint
ALTER TABLE "workspace_files" ADD CONSTRAINT "workspace_files_subject_check" CHECK (num_nonnulls("workspace_files"."customer_id", "workspace_files"."job_id", "workspace_files"."note_id", "workspace_files"."entry_id", "workspace_files"."slab_id") <= 1);--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_subject_check" CHECK (num_nonnulls("notes"."customer_id", "notes"."job_id", "notes"."task_id", "notes"."site_id", "notes"."booking_id", "notes"."resource_id", "notes"."entry_id") = 1);--> statement-breakpoint
CREATE POLICY "workspace" ON "cut_plan_pieces" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("cut_plan_pieces"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("cut_plan_pieces"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "cut_plan_slabs" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("cut_plan_slabs"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("cut_plan_slabs"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "cut_plans" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("cut_plans"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("cut_plans"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "job_costs" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("job_costs"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("job_costs"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "materials" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("materials"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("materials"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "price_items" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("price_items"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("price_items"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "price_lists" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("price_lists"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("price_lists"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "price_versions" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("price_versions"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("price_versions"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "pricing_settings" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("pricing_settings"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("pricing_settings"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "taxes" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("taxes"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("taxes"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "trades_counters" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("trades_counters"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("trades_counters"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "job_pieces" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("job_pieces"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("job_pieces"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "quotes" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("quotes"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("quotes"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "slabs" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("slabs"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("slabs"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "stock_items" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("stock_items"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("stock_items"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "stock_moves" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("stock_moves"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("stock_moves"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workspace" ON "stock_reservations" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("stock_reservations"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("stock_reservations"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
-- By hand from here: what the generator does not know of.
ALTER TABLE "cut_plan_pieces" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "cut_plan_slabs" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "cut_plans" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "job_costs" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "materials" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "price_items" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "price_lists" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "price_versions" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "pricing_settings" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "taxes" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "trades_counters" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "job_pieces" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "quotes" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "slabs" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "stock_items" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "stock_moves" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "stock_reservations" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "cut_plan_pieces", "cut_plan_slabs", "cut_plans", "job_costs", "materials", "price_items", "price_lists", "price_versions", "pricing_settings", "taxes", "trades_counters", "job_pieces", "quotes", "slabs", "stock_items", "stock_reservations" TO "parley_trades";--> statement-breakpoint
-- What was written down stays.
GRANT SELECT, INSERT ON "stock_moves" TO "parley_trades";--> statement-breakpoint
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
--> statement-breakpoint
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
