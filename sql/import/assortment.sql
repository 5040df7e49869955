-- What of the articles bought is not known: one row. Packs; without price: those for which the catalogue has no ex-factory
-- price, among them the unmatched, which are no product of it at all.
select
  count(*)::integer as "articles",
  coalesce(sum(quantity), 0)::double as "packs",
  (count(*) - count(ex_factory_price))::integer as "articlesWithoutPrice",
  coalesce(sum(case when ex_factory_price is null then quantity end), 0)::double as "packsWithoutPrice",
  count(case when not matched then 1 end)::integer as "articlesUnmatched",
  coalesce(sum(case when not matched then quantity end), 0)::double as "packsUnmatched"
from assortment
