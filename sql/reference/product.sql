-- The product $gtin as the current catalogue has it: one row, none for a GTIN that it does not know. CHF; pack size in
-- units.
select
  gtin as "gtin",
  coalesce(pharmacode, '') as "pharmacode",
  description as "description",
  coalesce(manufacturer::varchar, '') as "manufacturer",
  provider as "provider",
  coalesce(atc::varchar, '') as "atc",
  coalesce(molecule::varchar, '') as "molecule",
  coalesce(pack_size_text, '') as "packSizeText",
  coalesce(regexp_replace(pack_size::varchar, '\.?0+$', ''), '') as "packSize",
  coalesce(unit, '') as "unit",
  coalesce(form, '') as "form",
  coalesce(strength, '') as "strength",
  coalesce(origin::varchar, 'other') as "origin",
  coalesce(sl, false)::varchar as "sl",
  coalesce(sb20, false)::varchar as "sB20",
  coalesce(biological, false)::varchar as "biological",
  coalesce(co_marketing, false)::varchar as "coMarketing",
  exclusive as "exclusive",
  coalesce(ex_factory_price::varchar, '') as "exFactoryPrice",
  coalesce(public_price::varchar, '') as "publicPrice",
  coalesce(swissmedic_no, '') as "swissmedicNo",
  coalesce(category, '') as "category"
from products
where gtin = $gtin::varchar
