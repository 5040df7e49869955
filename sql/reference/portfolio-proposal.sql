-- What the provider could offer instead of others' products, by rule: same ATC code, substances and strength, a galenic form
-- of the same group, and a pack of 75 to 125 % of the product's in the same unit. One row per product and provider
-- product, by rank: the nearest pack, then the lower ex-factory price (an unknown one last), then the GTIN. Prices in CHF.
-- The patterns of $galenicGroups and $galenicPatterns say which group a form is of, the first that fits; a form that none
-- fits is a group of its own.
with
galenic as (
  select
    unnest($galenicGroups::varchar[]) as form_group,
    unnest($galenicPatterns::varchar[]) as pattern,
    unnest(range(len($galenicGroups::varchar[]))) as place
),
-- The group of each form.
forms as (
  select f.form, coalesce(arg_min(g.form_group, g.place), lower(f.form)) as form_group
  from (select distinct form from products where form is not null) f
  left join galenic g on regexp_matches(lower(f.form), g.pattern)
  group by f.form
),
-- Products of which everything that the rule compares is known. Strengths are written in many ways: "0,5 g" is "500 mg".
comparable as (
  select
    p.*,
    f.form_group,
    coalesce(
      case
        when regexp_full_match(s.plain, '[0-9]+(\.[0-9]+)?(g|mg|µg|mcg|ug)') then
          round(
            regexp_extract(s.plain, '^[0-9.]+')::double
              * case regexp_extract(s.plain, '[a-zµ]+$') when 'g' then 1000000 when 'mg' then 1000 else 1 end,
            3
          )::varchar
      end,
      s.plain
    ) as plain_strength
  from products p
  join forms f on f.form = p.form
  cross join lateral (
    select replace(replace(replace(lower(replace(p.strength, ' ', '')), ',', '.'), '''', ''), '’', '') as plain
  ) s
  where length(p.atc::varchar) = 7 and p.molecule is not null and p.strength is not null
    and p.pack_size > 0 and p.unit is not null
),
offered as (
  select
    p.gtin,
    p.description,
    p.manufacturer::varchar as manufacturer,
    p.name_order,
    p.pack_size,
    p.unit,
    p.form,
    p.strength,
    p.ex_factory_price,
    a.gtin as alternative_gtin,
    a.description as alternative_description,
    a.pack_size as alternative_pack_size,
    a.form as alternative_form,
    a.ex_factory_price as alternative_ex_factory_price,
    row_number() over (
      partition by p.gtin
      order by abs(a.pack_size - p.pack_size), a.ex_factory_price is null, a.ex_factory_price, a.gtin
    )::integer as rank
  from comparable p
  join comparable a
    on a.atc = p.atc and a.molecule = p.molecule and a.plain_strength = p.plain_strength
    and a.form_group = p.form_group and a.unit = p.unit
    and a.pack_size between p.pack_size * 0.75 and p.pack_size * 1.25
  where not p.provider and a.provider
)
select
  o.gtin as "gtin",
  o.description as "description",
  coalesce(o.manufacturer, '') as "manufacturer",
  o.pack_size::double as "packSize",
  o.unit as "unit",
  o.form as "form",
  o.strength as "strength",
  o.ex_factory_price::double as "exFactoryPrice",
  o.alternative_gtin as "alternativeGtin",
  o.alternative_description as "alternativeDescription",
  o.alternative_pack_size::double as "alternativePackSize",
  o.alternative_form as "alternativeForm",
  o.alternative_ex_factory_price::double as "alternativeExFactoryPrice",
  o.rank as "rank"
from offered o
order by o.name_order, o.gtin, o.rank
