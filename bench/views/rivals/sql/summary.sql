with bought as materialized (select * from assortment),
total as (
  select
    cast(coalesce(sum(ex_factory_sum), 0) as bigint) as turnover,
    cast(coalesce(sum(case when origin = 'original' then ex_factory_sum end), 0) as bigint) as turnover_original,
    cast(coalesce(sum(case when origin = 'generic' then ex_factory_sum end), 0) as bigint) as turnover_generic,
    cast(coalesce(sum(case when provider then ex_factory_sum end), 0) as bigint) as turnover_provider,
    cast(coalesce(sum(turnover_potential), 0) as bigint) as potential,
    cast(sum(quantity) as bigint) as quantity,
    cast(coalesce(sum(case when origin = 'original' then quantity end), 0) as bigint) as quantity_original,
    cast(coalesce(sum(case when origin = 'generic' then quantity end), 0) as bigint) as quantity_generic,
    cast(coalesce(sum(case when provider then quantity end), 0) as bigint) as quantity_provider,
    count(*) as articles,
    count(case when pharma then 1 end) as pharma_articles,
    count(case when provider then 1 end) as provider_products,
    count(distinct manufacturer_id) as manufacturers,
    count(distinct molecule_id) as molecules,
    count(alternative_id) as alternatives,
    count(case when origin = 'generic' then alternative_id end) as alternatives_generic,
    count(case when origin = 'original' then alternative_id end) as alternatives_original,
    count(case when origin = 'original' and sb20 then alternative_id end) as alternatives_original_sb20
  from bought
),
duplicates as (
  select
    count(case when articles = 2 then 1 end) as twice,
    count(case when articles = 3 then 1 end) as thrice,
    count(case when articles >= 4 then 1 end) as more
  from (select count(*) as articles from bought where set_id is not null group by set_id) interchangeable
)
select
  cast(turnover as double precision) / 100,
  cast(turnover_original as double precision) / 100,
  cast(turnover_generic as double precision) / 100,
  cast(turnover - turnover_original - turnover_generic as double precision) / 100,
  cast(turnover_provider as double precision) / 100,
  cast(potential as double precision) / 100,
  (200 * turnover_generic + turnover) / nullif(2 * turnover, 0),
  cast(quantity as double precision),
  cast(quantity_original as double precision),
  cast(quantity_generic as double precision),
  cast(quantity - quantity_original - quantity_generic as double precision),
  cast(quantity_provider as double precision),
  (200 * quantity_generic + quantity_generic + quantity_original)
    / nullif(2 * (quantity_generic + quantity_original), 0),
  articles,
  pharma_articles,
  provider_products,
  manufacturers,
  molecules,
  alternatives,
  alternatives_generic,
  alternatives_original,
  alternatives_original_sb20,
  twice,
  thrice,
  more
from total
cross join duplicates
