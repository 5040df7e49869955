-- What figures of products and alternatives are reckoned with, wherever they stand.

-- Whether the pack factor of a product and its alternative is the ratio of their pack sizes.
create macro packs_compare(size, unit, other_size, other_unit) as
coalesce(size > 0 and other_size > 0 and unit = other_unit, false);

-- The pack size in thousandths where it compares with the other one, else null.
create macro comparable_pack(size, unit, other_size, other_unit) as
case when packs_compare(size, unit, other_size, other_unit) then (size * 1000)::bigint end;

-- Pack factor: pack size ÷ the alternative's where they compare, else 1.
create macro pack_factor(size, unit, other_size, other_unit) as
coalesce(
  comparable_pack(size, unit, other_size, other_unit) / comparable_pack(other_size, other_unit, size, unit),
  1
);

-- Whole numbers divided, what is left over being dropped. DuckDB divides numbers of 128 bits in a fifth of a microsecond each,
-- those of 64 bits ten times faster, so that only what needs it is divided in the wide ones.
create macro quotient(numerator, denominator) as
coalesce(
  try_cast(numerator as bigint) // try_cast(denominator as bigint),
  numerator::hugeint // denominator
);

-- Centimes as CHF: numerator ÷ denominator, half up, also below 0; whole numbers both, the denominator above 0.
create macro half_up(numerator, denominator) as
case
  when numerator < 0 then -quotient(denominator - 1 - 2 * numerator, 2 * denominator)
  else quotient(2 * numerator + denominator, 2 * denominator)
end::decimal(36, 0) * 0.01::decimal(2, 2);

-- Packs × pack factor × ex-factory price of the alternative in CHF, half up to the centime; null: no price is known. `pack`
-- and `alternative_pack`: pack sizes in thousandths where the pack factor is their ratio, else null. Exact: packs × pack
-- size × price (centimes) ÷ pack size. No packs are worth nothing at any price.
create macro turnover_potential(packs, pack, alternative_pack, price) as
case
  when packs = 0 then 0
  when pack is not null then half_up(packs::hugeint * pack * (price * 100)::hugeint, alternative_pack)
  else packs * price
end::decimal(38, 2);

-- By how much the alternative costs less, at prices of one kind in CHF: packs × (price − pack factor × the alternative's), half
-- up to the centime, below 0 where it costs more; null: a price is unknown. `packs` are so many `parts_of`ths of packs; `pack`
-- and `alternative_pack` as above.
create macro price_difference(packs, parts_of, price, pack, alternative_pack, alternative_price) as
half_up(
  packs::hugeint
    * (
      (price * 100)::hugeint * coalesce(alternative_pack, 1)
      - (alternative_price * 100)::hugeint * coalesce(pack, 1)
    ),
  parts_of * coalesce(alternative_pack, 1)
)::decimal(38, 2);

-- What patients pay of the public price by a rate in whole percent, in CHF: packs × pack factor × price × rate, half up to the
-- centime; null: no price is known, or the pack is not on the Spezialitätenliste and has no rate. `pack` and `alternative_pack`
-- as above; null for the product itself.
create macro deductible(packs, price, rate, pack, alternative_pack) as
half_up(
  packs::hugeint * coalesce(pack, 1) * (price * 100)::hugeint * rate, 100::hugeint * coalesce(alternative_pack, 1)
)::decimal(38, 2);

-- What wholesaler and pharmacy have together of a product on the Spezialitätenliste at list prices, in CHF: packs × pack factor
-- × (public price without VAT − ex-factory price), half up to the centime, below 0 where the prices say so; null: a price or
-- the rate is unknown. A price without VAT is to one with it as `without_vat` to `with_vat`. `pack` and `alternative_pack` as
-- above; null for the product itself.
create macro distribution_share(packs, public_price, ex_factory_price, without_vat, with_vat, pack, alternative_pack) as
half_up(
  packs::hugeint
    * coalesce(pack, 1)
    * ((public_price * 100)::hugeint * without_vat - (ex_factory_price * 100)::hugeint * with_vat),
  with_vat::hugeint * coalesce(alternative_pack, 1)
)::decimal(38, 2);
