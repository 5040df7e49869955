-- One row per article bought, joined with the catalogue when it is asked for.
create view assortment as
with article as (
  select article_id, cast(sum(quantity) as bigint) as quantity
  from lines
  group by article_id
  having sum(quantity) > 0
)
select
  article.article_id,
  article.quantity,
  p.manufacturer_id,
  p.molecule_id,
  p.atc_group,
  coalesce(p.origin, 'other') as origin,
  coalesce(p.provider, false) as provider,
  coalesce(p.sb20, false) as sb20,
  coalesce(p.pharma, false) as pharma,
  article.quantity * p.ex_factory_price as ex_factory_sum,
  article.quantity * p.public_price as public_sum,
  p.alternative_id,
  case
    when p.alternative_id is null then 0
    else (2 * article.quantity * p.pack * a.ex_factory_price + p.alternative_pack) / (2 * p.alternative_pack)
  end as turnover_potential,
  coalesce(p.alternative_id, case when p.provider then p.id end) as set_id
from article
left join products p on p.id = article.article_id
left join products a on a.id = p.alternative_id;
