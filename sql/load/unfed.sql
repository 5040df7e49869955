-- What stands in the place of a statistic while none stands for the market: its tables without a row. A statistic's own
-- come first on the search path. Made before sql/load/assortment.sql and statistic.sql, which give the columns.
create table identifiers (
  gtin varchar, pharmacode varchar, product_gtin varchar, matched_by varchar, article varchar, line_count bigint,
  return_count bigint, quantity bigint, description_read varchar, description_row bigint
);
