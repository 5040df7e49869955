-- What the figures of a statistic are made from: one row, the revisions of the reference data and their
-- days, and the months of its period.
select
  catalogue_revision as "catalogueRevision",
  price_date::varchar as "priceDate",
  stockout_revision as "stockoutRevision",
  stockout_date::varchar as "stockoutDate",
  months as "months"
from statistic
