-- Builds the tables of one catalogue revision from its published Parquet files, beside those of sql/load/stockouts.sql.
-- $products, $alternatives, $exclusives: file paths; $providerCompanies: manufacturers that are the provider's.
-- $raisedDeductible: what patients pay of products with the raised deductible, in whole percent. $vatFrom, $vatPercent: the
-- rates of VAT on medicines and the days from which they count; $priceDate: the day that the prices are of.
-- $focusGroupIds, $focusGroupNames, $focusGroupMolecules, $focusGroupGtins: one entry per member of a focus group, '' for
-- what it is not; $atcLanguages, $atcCodes, $atcNames: one entry per ATC group and language.

create table product_rows (
  gtin varchar, pharmacode varchar, description varchar, manufacturer varchar, atc varchar, molecule varchar,
  pack_size_text varchar, pack_size decimal(12, 3), unit varchar, form varchar, strength varchar, origin varchar,
  sl boolean, sb20 boolean, biological boolean, co_marketing boolean,
  ex_factory_price decimal(12, 2), public_price decimal(12, 2), swissmedic_no varchar, category varchar
);
insert into product_rows by name select * from read_parquet($products::varchar);

create table alternatives (gtin varchar, alternative_gtin varchar, rank integer);
insert into alternatives by name select * from read_parquet($alternatives::varchar);

create table exclusives (gtin varchar);
insert into exclusives by name select * from read_parquet($exclusives::varchar);

create table provider_companies (name varchar);
insert into provider_companies select unnest($providerCompanies::varchar[]);

-- What amounts are reckoned with: one row. A public price contains the VAT of the day that the prices are of; it is unknown
-- before the first day that has a rate.
create table rates as
with vat as (
  select arg_max(percent, since) as percent
  from (
    select unnest($vatFrom::varchar[])::date as since, unnest($vatPercent::varchar[])::decimal(4, 2) as percent
  )
  where since <= $priceDate::date
)
select
  $raisedDeductible::integer as raised_deductible,
  percent as vat,
  -- As small as they go: 500 and 513 for 2.6 %.
  (10000 // gcd(10000, (100 * percent)::bigint))::bigint as without_vat,
  ((10000 + (100 * percent)::bigint) // gcd(10000, (100 * percent)::bigint))::bigint as with_vat
from vat;

-- Molecules and products that the sales force looks at together: one row per member.
create table focus_groups as
select id, name, nullif(molecule, '') as molecule, nullif(gtin, '') as gtin
from (
  select
    unnest($focusGroupIds::varchar[]) as id,
    unnest($focusGroupNames::varchar[]) as name,
    unnest($focusGroupMolecules::varchar[]) as molecule,
    unnest($focusGroupGtins::varchar[]) as gtin
);

-- Names of the ATC groups (level 1) in each language.
create table atc_names as
select
  unnest($atcLanguages::varchar[]) as language,
  unnest($atcCodes::varchar[]) as code,
  unnest($atcNames::varchar[]) as name;

-- ENUM order is the order of the names in German (de-CH), so that sorting by an ENUM sorts by name. The empty name
-- belongs to no product: an ENUM needs a value, and there are catalogues without any manufacturer, molecule or ATC.
create type manufacturer as enum (
  select name from (select manufacturer as name from product_rows where manufacturer is not null union select '')
  order by name collate de, name
);
create type molecule as enum (
  select name from (select molecule as name from product_rows where molecule is not null union select '')
  order by name collate de, name
);
create type atc as enum (
  select code from (select atc as code from product_rows where atc is not null union select '') order by code
);
create type atc_group as enum ('A', 'B', 'C', 'D', 'G', 'H', 'J', 'L', 'M', 'N', 'P', 'Q', 'R', 'S', 'V');
create type origin as enum ('original', 'generic', 'other');
-- Interchangeable sets go by the GTIN of the provider's product; as text they would be slower to group by.
create type set_gtin as enum (
  select gtin from (
    select alternative_gtin as gtin from alternatives
    union
    select gtin from product_rows where manufacturer in (select name from provider_companies)
    union
    select ''
  )
  order by gtin
);

create table products as
with
-- The focus groups a product belongs to, by its GTIN or by its molecule, in whichever capitals either is written.
focus as (
  select gtin, list(distinct id order by id) as ids
  from (
    select gtin, id from focus_groups where gtin is not null
    union all
    select p.gtin, f.id from product_rows p join focus_groups f on lower(f.molecule) = lower(p.molecule)
  )
  group by gtin
)
select
  p.gtin,
  p.pharmacode,
  p.description,
  row_number() over (order by p.description collate de, p.gtin)::integer as name_order,
  p.manufacturer::manufacturer as manufacturer,
  coalesce(p.manufacturer in (select name from provider_companies), false) as provider,
  p.atc::atc as atc,
  try_cast(left(p.atc, 1) as atc_group) as atc_group,
  p.molecule::molecule as molecule,
  p.pack_size_text,
  p.pack_size,
  p.unit,
  p.form,
  p.strength,
  p.origin::origin as origin,
  p.sl,
  p.sb20,
  p.biological,
  p.co_marketing,
  p.gtin in (select gtin from exclusives) as exclusive,
  p.ex_factory_price,
  p.public_price,
  p.swissmedic_no,
  p.category,
  coalesce(focus.ids, []::varchar[]) as focus_group_ids
from product_rows p
left join focus on focus.gtin = p.gtin
order by p.gtin;

drop table product_rows;
drop table provider_companies;

-- One Pharmacode can stand on two GTINs: the product with a price (on the market) is preferred, then the lower GTIN.
create table pharmacodes as
select
  pharmacode,
  first(gtin order by ex_factory_price is null, public_price is null, gtin) as gtin,
  count(*)::integer as product_count,
  list(gtin order by gtin) as gtins
from products
where pharmacode is not null
group by pharmacode;

-- The deductible of a pack in whole percent: the raised one, else 10; null off the Spezialitätenliste.
create macro deductible_rate(sl, sb20) as
case when sl then case when sb20 then (select raised_deductible from rates) else 10 end end;

-- What an assortment takes from the catalogue: one row per product, joined with its alternative (rank 1; a provider's
-- product has none) and the state of both. Statistics then need one join each.
create table offers as
with first_alternative as (
  select a.gtin, arg_min(a.alternative_gtin, (a.rank, a.alternative_gtin)) as alternative_gtin
  from alternatives a
  join products p on p.gtin = a.gtin
  where not p.provider
  group by a.gtin
),
-- Where that one can't be delivered, the best of the others that can be.
next_alternative as (
  select
    f.gtin,
    min(a.rank) as rank,
    arg_min(a.alternative_gtin, (a.rank, a.alternative_gtin)) as alternative_gtin
  from first_alternative f
  join products p on p.gtin = f.alternative_gtin
  join deliverability e on e.gtin = f.alternative_gtin and e.stocked_out
  join alternatives a on a.gtin = f.gtin and a.alternative_gtin <> f.alternative_gtin
  join products n on n.gtin = a.alternative_gtin
  left join deliverability d on d.gtin = a.alternative_gtin
  where not coalesce(d.stocked_out, false)
  group by f.gtin
),
joined as (
  select
    p.gtin,
    p.pharmacode,
    p.description as product_name,
    p.name_order,
    p.pack_size_text,
    p.manufacturer,
    p.provider,
    p.atc,
    p.atc_group,
    p.molecule,
    p.origin,
    p.sl,
    p.sb20,
    p.biological,
    p.co_marketing,
    p.exclusive,
    p.ex_factory_price,
    p.public_price,
    coalesce(d.stocked_out, false) as stocked_out,
    d.reported_on as stockout_reported_on,
    d.updated_on as stockout_updated_on,
    d.status as stockout_status,
    d.expected_delivery as stockout_expected_delivery,
    coalesce(d.expected_week, false) as stockout_expected_week,
    d.comment as stockout_comment,
    d.went_missing_on,
    d.back_in_stock_on,
    coalesce(d.discontinued, false) as discontinued,
    a.gtin as alternative_gtin,
    a.pharmacode as alternative_pharmacode,
    a.description as alternative_name,
    a.name_order as alternative_name_order,
    a.origin as alternative_origin,
    a.provider as alternative_provider,
    deductible_rate(p.sl, p.sb20) as deductible_rate,
    coalesce(a.sl, false) as alternative_sl,
    coalesce(a.co_marketing, false) as alternative_co_marketing,
    coalesce(a.exclusive, false) as alternative_exclusive,
    a.ex_factory_price as alternative_ex_factory_price,
    a.public_price as alternative_public_price,
    deductible_rate(a.sl, a.sb20) as alternative_deductible_rate,
    case when a.gtin is not null then pack_factor(p.pack_size, p.unit, a.pack_size, a.unit) end as pack_factor,
    -- Pack sizes in thousandths where the pack factor is their ratio, else null.
    comparable_pack(p.pack_size, p.unit, a.pack_size, a.unit) as pack,
    comparable_pack(a.pack_size, a.unit, p.pack_size, p.unit) as alternative_pack,
    a.gtin is not null and coalesce(not e.stocked_out, true) as alternative_deliverable,
    coalesce(e.stocked_out, false) as alternative_stocked_out,
    e.reported_on as alternative_stockout_reported_on,
    e.updated_on as alternative_stockout_updated_on,
    e.status as alternative_stockout_status,
    e.expected_delivery as alternative_stockout_expected_delivery,
    coalesce(e.expected_week, false) as alternative_stockout_expected_week,
    e.comment as alternative_stockout_comment,
    e.went_missing_on as alternative_went_missing_on,
    e.back_in_stock_on as alternative_back_in_stock_on,
    x.rank as next_alternative_rank,
    x.alternative_gtin as next_alternative_gtin,
    coalesce(a.gtin, case when p.provider then p.gtin end)::set_gtin as set_gtin,
    -- The focus groups of the product and of its alternative.
    list_distinct(p.focus_group_ids || coalesce(a.focus_group_ids, [])) as focus_group_ids
  from products p
  left join first_alternative f on f.gtin = p.gtin
  left join products a on a.gtin = f.alternative_gtin
  left join deliverability d on d.gtin = p.gtin
  left join deliverability e on e.gtin = a.gtin
  left join next_alternative x on x.gtin = p.gtin
)
-- What one pack is worth, in parts of centimes, of which one has `centime_parts`: whole numbers, so that packs × them are exact
-- and rounded once. Null: a price is unknown. Patients' part in percent and that of wholesaler and pharmacy × `with_vat` besides,
-- each known before and after a switch or neither: null too where one of both is not on the Spezialitätenliste.
select
  joined.*,
  coalesce(alternative_pack, 1) as centime_parts,
  price_parts(alternative_ex_factory_price, pack) as potential_parts,
  difference_parts(ex_factory_price, pack, alternative_pack, alternative_ex_factory_price) as gain_parts,
  difference_parts(public_price, pack, alternative_pack, alternative_public_price) as public_difference_parts,
  case
    when alternative_deductible_rate is not null and alternative_public_price is not null
    then price_parts(public_price, 1) * deductible_rate
  end as deductible_parts,
  case
    when deductible_rate is not null and public_price is not null
    then price_parts(alternative_public_price, pack) * alternative_deductible_rate
  end as alternative_deductible_parts,
  case
    when sl and alternative_sl and alternative_public_price is not null and alternative_ex_factory_price is not null
    then distribution_parts(public_price, ex_factory_price, 1, without_vat, with_vat)
  end as distribution_parts,
  case
    when sl and alternative_sl and public_price is not null and ex_factory_price is not null
    then distribution_parts(alternative_public_price, alternative_ex_factory_price, pack, without_vat, with_vat)
  end as alternative_distribution_parts
from joined
cross join rates
order by gtin;

-- When products were not deliverable, whichever sources say so: episodes of a product that overlap, or of which one
-- begins on the day on which the other ends, are one outage. What was reported and over on the same day is none. Joined
-- with the catalogue here, so that what is asked of a day need not.
create table outages as
with
-- The episodes, each with the day up to which earlier ones of its product reach.
episode as (
  select
    gtin,
    reported_on,
    coalesce(back_in_stock_on, ended_on, date 'infinity') as over_on,
    max(coalesce(back_in_stock_on, ended_on, date 'infinity')) over earlier as earlier_over_on
  from stockouts
  where coalesce(back_in_stock_on, ended_on, date 'infinity') > reported_on
  window earlier as (
    partition by gtin order by reported_on, coalesce(back_in_stock_on, ended_on) nulls last rows between unbounded preceding and 1 preceding
  )
),
numbered as (
  select
    *,
    count(*) filter (earlier_over_on is null or earlier_over_on < reported_on)
      over (partition by gtin order by reported_on, over_on rows unbounded preceding) as outage
  from episode
),
outage as (
  select
    gtin,
    min(reported_on) as missing_on,
    nullif(max(over_on), date 'infinity') as back_on
  from numbered
  group by gtin, outage
)
select
  outage.*,
  o.provider,
  o.origin,
  o.product_name,
  o.name_order,
  o.manufacturer,
  o.alternative_gtin,
  o.alternative_name
from outage
left join offers o on o.gtin = outage.gtin
order by outage.gtin, missing_on;

-- The ids of a text with commas between them: tens of thousands bind at once.
create macro listed(ids) as table
select unnest(string_split(ids, ','))::integer as id where ids <> '';
