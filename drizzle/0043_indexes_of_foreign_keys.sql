CREATE INDEX "cut_plans_material_idx" ON "cut_plans" USING btree ("workspace_id","material_id");--> statement-breakpoint
CREATE INDEX "job_costs_plan_idx" ON "job_costs" USING btree ("workspace_id","plan_id");--> statement-breakpoint
CREATE INDEX "job_costs_slab_idx" ON "job_costs" USING btree ("workspace_id","slab_id");--> statement-breakpoint
CREATE INDEX "price_items_material_idx" ON "price_items" USING btree ("workspace_id","material_id");--> statement-breakpoint
CREATE INDEX "price_items_tax_idx" ON "price_items" USING btree ("workspace_id","tax_id");--> statement-breakpoint
CREATE INDEX "job_pieces_material_idx" ON "job_pieces" USING btree ("workspace_id","material_id");--> statement-breakpoint
CREATE INDEX "quotes_site_idx" ON "quotes" USING btree ("workspace_id","site_id");--> statement-breakpoint
CREATE INDEX "quotes_template_idx" ON "quotes" USING btree ("workspace_id","template_id");--> statement-breakpoint
CREATE INDEX "quotes_prices_idx" ON "quotes" USING btree ("workspace_id","price_version_id");--> statement-breakpoint
CREATE INDEX "absences_resource_idx" ON "absences" USING btree ("workspace_id","resource_id");--> statement-breakpoint
CREATE INDEX "stock_moves_reservation_idx" ON "stock_moves" USING btree ("workspace_id","reservation_id");--> statement-breakpoint
CREATE INDEX "stock_reservations_of_item_idx" ON "stock_reservations" USING btree ("workspace_id","item_id");