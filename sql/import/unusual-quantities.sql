-- Articles of which ten times as many packs per month are bought as in an earlier statistic, or more: the most unusual first,
-- 100 at most. $earlier: path of its purchases (purchases.sql). Multiplied out, since of quotients exactly ten times could come
-- to a little less.
with compared as (
  select a.article, a.gtin, a.product_name, a.quantity::double / s.months as per_month,
    e.quantity::double / e.months as earlier_per_month
  from assortment a
  cross join statistic s
  join read_parquet($earlier::varchar) e using (article)
  where a.quantity * e.months >= 10 * e.quantity * s.months
)
select
  'quantity' as "kind",
  gtin as "gtin",
  product_name as "description",
  per_month as "perMonth",
  earlier_per_month as "earlierPerMonth"
from compared
order by per_month / earlier_per_month desc, article
limit 100
