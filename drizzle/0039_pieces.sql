CREATE TABLE "piece_moves" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"piece_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid NOT NULL,
	"from" "piece_state" NOT NULL,
	"to" "piece_state" NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "piece_moves_key" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "piece_moves" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "piece_moves" ADD CONSTRAINT "piece_moves_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "piece_moves" ADD CONSTRAINT "piece_moves_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "piece_moves" ADD CONSTRAINT "piece_moves_piece_fk" FOREIGN KEY ("workspace_id","piece_id") REFERENCES "public"."job_pieces"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "piece_moves_piece_idx" ON "piece_moves" USING btree ("workspace_id","piece_id","at","id");--> statement-breakpoint
CREATE POLICY "workspace" ON "piece_moves" AS PERMISSIVE FOR ALL TO "parley_trades" USING ("piece_moves"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid) WITH CHECK ("piece_moves"."workspace_id" = nullif(current_setting('parley.workspace', true), '')::uuid);--> statement-breakpoint
ALTER TABLE "piece_moves" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT ON "piece_moves" TO "parley_trades";
