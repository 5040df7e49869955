-- Packs per pair of identifiers of stored sums: one row per pair. An identifier that the file does not have is 0, as is one of
-- zeros alone. $sums: path of the sums.
select coalesce(gtin, '0')::bigint as gtin, coalesce(pharmacode, '0')::integer as pharmacode, sum(quantity)::bigint as quantity
from read_parquet($sums::varchar)
group by all
