-- Products that a description may mean: at most $most rows, the best first. $words: the words of the description and of the
-- manufacturer, folded, letters and digits apart. A product has a word where one of its own begins with it, a number where it has
-- that number. What few products have says more: each word counts by how rare it is, and a word that all have not at all.
with
named as materialized (
  select
    gtin,
    name_order,
    ' ' || regexp_replace(
      regexp_replace(
        strip_accents(lower(concat_ws(' ', description, molecule::varchar, manufacturer::varchar))), '[^a-z0-9]+', ' ', 'g'
      ),
      '([0-9])([a-z])|([a-z])([0-9])', '\1\3 \2\4', 'g'
    ) || ' ' as words
  from products
),
asked as (
  select distinct unnest($words::varchar[]) as word
),
found as (
  select named.gtin, asked.word
  from named
  join asked on contains(
    named.words, case when regexp_matches(asked.word, '^[0-9]+$') then ' ' || asked.word || ' ' else ' ' || asked.word end
  )
),
rare as (
  select word, ln((select count(*) from named) / count(*)) as weight from found group by word
),
ranked as (
  select found.gtin, sum(weight) as score
  from found join rare using (word)
  group by found.gtin
  having sum(weight) > 0
)
select
  p.gtin as "gtin",
  coalesce(p.pharmacode, '') as "pharmacode",
  p.description as "description",
  coalesce(p.manufacturer::varchar, '') as "manufacturer"
from ranked
join products p on p.gtin = ranked.gtin
order by score desc, p.name_order, p.gtin
limit $most
