-- Prices of the product $gtin in CHF: a row per revision that changed one, the oldest first.
select revision, ex_factory_price::double as "exFactoryPrice", public_price::double as "publicPrice"
from price_changes
where gtin = $gtin::bigint
order by revision
