-- What is new among the stock-outs since the revision in which the products $missingBefore (as alerts/missing.sql gives
-- them) were missing: one row per product, by kind, then name. Dates YYYY-MM-DD.
-- replaceable: a competitor's product that was not missing and is now, whose alternative of rank 1 is deliverable; not one
-- of which the first list of a source knows the longest: it was missing before.
-- own: the same of the provider's products.
-- back: a provider's product that is some product's alternative, was missing, is deliverable again since, and not
-- discontinued. Not one that only a list missed which was taken back: it last came back before that.
-- since: missing since; backOn: of a product that is back, else null.
with
before as (
  select split_part(each, '=', 1) as gtin, try_cast(split_part(each, '=', 2) as date) as missing_since
  from (select unnest(string_split($missingBefore::varchar, ',')) as each)
),
news as (
  select
    case when provider then 'own' else 'replaceable' end as kind,
    gtin,
    product_name,
    name_order,
    manufacturer,
    molecule,
    went_missing_on as since,
    null::date as back_on,
    stockout_expected_delivery as expected_delivery,
    stockout_expected_week as expected_week,
    list_on,
    case when not provider then alternative_name end as alternative_name
  from offers
  join (select gtin as missing_gtin, list_on from deliverability) on missing_gtin = gtin
  where stocked_out
    and went_missing_on is not null
    and (provider or alternative_deliverable)
    and gtin not in (select gtin from before)
  union all
  select 'back', gtin, product_name, name_order, manufacturer, molecule, reported_on, back_in_stock_on, null, false, null, null
  from back_in_stock
  join before using (gtin)
  where provider
    and back_in_stock_on >= missing_since
    and gtin in (select alternative_gtin from alternatives)
)
select
  kind as "kind",
  gtin as "gtin",
  product_name as "productName",
  manufacturer::varchar as "manufacturer",
  molecule::varchar as "molecule",
  since::varchar as "since",
  back_on::varchar as "backOn",
  expected_delivery as "expectedDelivery",
  expected_week as "expectedWeek",
  list_on::varchar as "listDate",
  alternative_name as "alternativeProductName"
from news
order by kind, name_order
