-- Packs per pair of identifiers of stored sums: one row of lists of the same length. An identifier that the file does not
-- have is 0. $sums: path of the sums.
select
  coalesce(list(coalesce(gtin, '0')), []) as "gtins",
  coalesce(list(coalesce(pharmacode, '0')), []) as "pharmacodes",
  coalesce(list(quantity::varchar), []) as "quantities"
from read_parquet($sums::varchar)
