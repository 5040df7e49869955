-- A list of a combined statistic by its members: one row per row of the list and member that has bought of it, returned or
-- both, and of each of these members one of the whole list, without a key (null). Packs; CHF, ex-factory price without VAT. Over all members they add up to the list's figures: an article that all
-- have returned together is not in it. $by: what the list's rows are, a column of `assortment`, or article; of articles a sum
-- without a price is unknown (null), all other sums add what is known. $members: places of members. Filters as in
-- v1/product.sql.
with bought as (
  select l.member, i.article, sum(l.quantity) as quantity
  from (
    select member, gtin, pharmacode, sum(quantity) as quantity
    from line_rows
    where member in (select unnest($members::varchar[])::integer)
    group by member, gtin, pharmacode
  ) l
  join identifiers i on i.gtin is not distinct from l.gtin and i.pharmacode is not distinct from l.pharmacode
  group by l.member, i.article
),
listed as (
  select
    article,
    case $by::varchar
      when 'manufacturer' then manufacturer::varchar
      when 'molecule' then molecule::varchar
      when 'atc_group' then atc_group::varchar
      when 'article' then article
    end as key,
    ex_factory_price
  from assortment
  where general_filter($general::varchar[], alternative_gtin, alternative_deliverable, sb20, stocked_out, co_marketing)
    and missing_filter($general::varchar[], discontinued)
    and product_filter($general::varchar[], biological, exclusive, provider, alternative_exclusive)
    and type_filter($type::varchar[], origin)
    and name_filter($molecule::varchar[], molecule)
    and atc_filter($atc::varchar[], atc)
    and name_filter($manufacturer::varchar[], manufacturer)
    and id_filter($focusGroup::varchar[], focus_group_ids)
    and behind_filter($behind::varchar[], provider, atc, set_articles)
    and has_filter($behind::varchar[], molecule)
    and has_filter($behind::varchar[], atc_group)
    and has_filter($behind::varchar[], manufacturer)
    and known_filter($behind::varchar[], matched, ex_factory_price, alternative_gtin, alternative_ex_factory_price)
    and find_filter($find::varchar[], product_name, gtin, pharmacode, null, null, null, null)
    and find_filter($setFind::varchar[], product_name, gtin, pharmacode, null, alternative_name, set_gtin, alternative_pharmacode)
    and name_filter($article::varchar[], article)
    and name_filter($alternative::varchar[], alternative_gtin)
)
select
  listed.key as "key",
  bought.member as "member",
  sum(bought.quantity)::double as "qtySum",
  case
    when $by::varchar = 'article' and grouping(listed.key) = 0 then sum(bought.quantity * listed.ex_factory_price)
    else coalesce(sum(bought.quantity * listed.ex_factory_price), 0)
  end::double as "efPreisSum"
from bought
join listed on listed.article = bought.article
where listed.key is not null
group by grouping sets ((listed.key, bought.member), (bought.member))
order by listed.key nulls last, bought.member
