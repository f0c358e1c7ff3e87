ALTER TABLE "company_screen" ADD COLUMN "funds_from_operations_ttm" double precision;--> statement-breakpoint
ALTER TABLE "company_screen" ADD COLUMN "funds_from_operations_fy" double precision;--> statement-breakpoint
ALTER TABLE "company_screen" ADD COLUMN "cet1_ratio_ttm" double precision;--> statement-breakpoint
ALTER TABLE "company_screen" ADD COLUMN "cet1_ratio_fy" double precision;--> statement-breakpoint
ALTER TABLE "company_screen" ADD COLUMN "cet1_ratio_avg5" double precision;