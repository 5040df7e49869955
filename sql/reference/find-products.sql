-- Products whose GTIN, Pharmacode, name, molecule or manufacturer contains each of the $words: at most $most rows, by name.
-- Those whose name begins with the first word come first.
select
  gtin as "gtin",
  coalesce(pharmacode, '') as "pharmacode",
  description as "description",
  coalesce(manufacturer::varchar, '') as "manufacturer"
from products
where len(list_filter(
  $words::varchar[],
  lambda word: not contains(
    strip_accents(lower(concat_ws(' ', gtin, pharmacode, description, molecule::varchar, manufacturer::varchar))),
    word
  )
)) = 0
order by not starts_with(strip_accents(lower(description)), list_extract($words::varchar[], 1)), name_order, gtin
limit $most
