-- What would switch: the articles of `assortment` that are bought otherwise than today.

-- What is chosen, with the share of it that switches where it has one of its own: `kind:name`, or `share@kind:name`. Of one
-- that is named twice the larger share counts.
create macro chosen_switches(chosen, share) as table
select
  regexp_extract(entry, '^([0-9.]+@)?([a-z]+)', 2) as kind,
  regexp_replace(entry, '^([0-9.]+@)?[a-z]+:?', '') as name,
  max(
    coalesce(try_cast(nullif(regexp_extract(entry, '^([0-9.]+)@', 1), '') as decimal(5, 4)), share::decimal(5, 4))
  ) as share
from (select unnest(chosen) as entry)
group by kind, name;

-- One row per article that switches, in shares above 0. Packs in ten-thousandths: those that are not bought any more, exact, and
-- those of the alternative instead (packs × pack factor), half up per article. `parts` of `parts_of` is the share in smallest
-- numbers; `place` is the article's rowid in `assortment`.
--
-- $chosen says which articles switch: `product:` an article, `set:` what else is bought of an interchangeable set with several
-- articles, `molecule:`, `manufacturer:`, `all` whose alternative can be delivered. The first of these that names an article
-- says its share, also that nothing of it switches. What has no alternative never does.
--
-- $benchmark, where there is one (whole percent, 1 to 99): articles that nothing chosen names, whose alternative can be
-- delivered, switch too, the fewest with which generic penetration reaches it. Generics ÷ (generics + originals) ≥ b % is
-- (100 − b) × generics − b × originals ≥ 0 while there are generics, and each article adds to the left side its own amount,
-- whatever else switches. So no other choice of n articles comes as far as the n that add most, and the largest are taken until it
-- is reached; of equal ones those that bring more generics, then more turnover. `step` is the number of the article among these,
-- `level` the generics and `level_of` what they are part of once it has switched, both in ten-thousandths of packs.
create macro switches(chosen, share, benchmark) as table
with
named as materialized (
  from chosen_switches(chosen, share)
),
-- What could switch.
candidate as (
  select
    a.rowid as place,
    a.name_order,
    a.quantity,
    a.origin,
    a.alternative_deliverable,
    a.turnover_potential,
    coalesce(a.pack, 1)::hugeint as pack,
    coalesce(a.alternative_pack, 1)::hugeint as alternative_pack,
    a.alternative_origin,
    a.alternative_provider,
    coalesce(p.share, s.share, m.share, f.share, w.share) as named_share,
    coalesce(p.share, s.share, m.share, f.share, w.share, case when benchmark is not null then share::decimal(5, 4) else 0 end) as share
  from assortment a
  left join named p on p.kind = 'product' and p.name = a.article
  left join named s on s.kind = 'set' and s.name = a.set_gtin::varchar and a.set_articles >= 2
  left join named m on m.kind = 'molecule' and m.name = a.molecule::varchar
  left join named f on f.kind = 'manufacturer' and f.name = a.manufacturer::varchar
  left join named w on w.kind = 'all' and a.alternative_deliverable
  where a.alternative_gtin is not null
),
measured as (
  select
    c.*,
    c.quantity::hugeint * (c.share * 10000)::bigint as packs
  from candidate c
  where c.share > 0
),
gained as (
  select
    *,
    quotient(2 * packs * pack + alternative_pack, 2 * alternative_pack) as alternative_packs
  from measured
),
-- What each changes of generics and originals.
changing as (
  select
    *,
    (case when alternative_origin = 'generic' then alternative_packs else 0 end
      - case when origin = 'generic' then packs else 0 end)::hugeint as generics,
    (case when alternative_origin = 'original' then alternative_packs else 0 end
      - case when origin = 'original' then packs else 0 end)::hugeint as originals
  from gained
),
-- Where the way begins: what is bought, once what is chosen has switched.
start as (
  select
    bought.generics + coalesce(chosen.generics, 0) as generics,
    bought.originals + coalesce(chosen.originals, 0) as originals
  from (
    select
      coalesce(sum(case when origin = 'generic' then quantity end), 0)::hugeint * 10000 as generics,
      coalesce(sum(case when origin = 'original' then quantity end), 0)::hugeint * 10000 as originals
    from assortment
  ) bought
  cross join (
    select sum(generics)::hugeint as generics, sum(originals)::hugeint as originals
    from changing
    where named_share is not null
  ) chosen
),
helping as (
  select
    place,
    generics,
    originals,
    ((100 - benchmark) * generics - benchmark * originals)::hugeint as adds,
    row_number() over largest as step,
    (sum(generics) over largest)::hugeint as generics_so_far,
    (sum(originals) over largest)::hugeint as originals_so_far
  from changing
  where named_share is null
    and alternative_deliverable
    and (100 - benchmark) * generics - benchmark * originals > 0
  window largest as (
    order by
      (100 - benchmark) * generics - benchmark * originals desc,
      generics desc,
      turnover_potential desc nulls last,
      name_order
    rows unbounded preceding
  )
),
way as (
  select
    h.place,
    h.step,
    s.generics + h.generics_so_far as level,
    s.generics + h.generics_so_far + s.originals + h.originals_so_far as level_of
  from helping h
  cross join start s
  -- It was not reached before this one.
  where (100 - benchmark) * (s.generics + h.generics_so_far - h.generics)
      - benchmark * (s.originals + h.originals_so_far - h.originals) < 0
    or s.generics + h.generics_so_far - h.generics = 0
)
select
  c.place,
  c.share,
  (c.share * 10000)::bigint // gcd((c.share * 10000)::bigint, 10000) as parts,
  10000 // gcd((c.share * 10000)::bigint, 10000) as parts_of,
  c.packs,
  c.pack,
  c.alternative_pack,
  c.alternative_packs,
  c.alternative_origin,
  c.alternative_provider,
  c.generics,
  c.originals,
  way.step,
  way.level,
  way.level_of
from changing c
left join way on way.place = c.place
where c.named_share is not null or way.step is not null;

-- The part of an amount that switches; all of it is in the assortment already, which spares reckoning it.
create macro moved(parts, parts_of, whole, part) as
case when parts = parts_of then whole else part end;

-- The same articles, with what that moves, in CHF at ex-factory prices, half up to the centime per article, null where a price is
-- unknown: `away` is not bought any more, `instead` is, `gain` is what the customer saves.
create macro moving(chosen, share, benchmark) as table
select
  a.article,
  a.product_name,
  a.name_order,
  a.manufacturer,
  a.set_gtin,
  a.origin,
  a.quantity,
  a.turnover_potential,
  a.alternative_gtin,
  a.alternative_name,
  a.alternative_name_order,
  a.alternative_quantity,
  a.alternative_deliverable,
  a.alternative_ex_factory_price,
  s.*,
  moved(
    s.parts,
    s.parts_of,
    a.ex_factory_sum,
    half_up(a.quantity::hugeint * s.parts * (a.ex_factory_price * 100)::hugeint, s.parts_of)
  ) as away,
  moved(
    s.parts,
    s.parts_of,
    a.turnover_potential,
    turnover_potential(
      a.quantity::hugeint * s.parts, s.pack, s.parts_of * s.alternative_pack, a.alternative_ex_factory_price
    )
  ) as instead,
  moved(
    s.parts,
    s.parts_of,
    a.customers_gain,
    price_difference(
      a.quantity::hugeint * s.parts, s.parts_of, a.ex_factory_price, s.pack, s.alternative_pack, a.alternative_ex_factory_price
    )
  ) as gain
from switches(chosen, share, benchmark) s
join assortment a on a.rowid = s.place;
