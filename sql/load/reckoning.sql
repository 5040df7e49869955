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

-- Whole percent that `part` is of `whole`, half up; whole numbers both, none below 0; null: there is nothing to divide. A division
-- of doubles can end just below a half: 0.07 ÷ 0.56 is 12.5 %.
create macro whole_percent(part, whole) as
quotient(200 * part + whole, 2 * nullif(whole, 0))::integer;

-- The same of amounts in CHF.
create macro whole_percent_of_chf(part, whole) as
whole_percent((part * 100)::hugeint, (whole * 100)::hugeint);

-- A price in CHF as centimes per pack, × pack size in thousandths where packs compare.
create macro price_parts(price, pack) as
(price * 100)::hugeint * coalesce(pack, 1);

-- Packs × pack factor × ex-factory price of the alternative in CHF, half up to the centime; null: no price is known. `pack`
-- and `alternative_pack`: pack sizes in thousandths where the pack factor is their ratio, else null. Exact: packs × pack
-- size × price (centimes) ÷ pack size. No packs are worth nothing at any price.
create macro turnover_potential(packs, pack, alternative_pack, price) as
case when packs = 0 then 0 else half_up(packs::hugeint * price_parts(price, pack), coalesce(alternative_pack, 1)) end::decimal(38, 2);

-- By how much the alternative costs less per pack, at prices of one kind in CHF: centimes × the alternative's pack size in
-- thousandths where packs compare, below 0 where it costs more; null: a price is unknown.
create macro difference_parts(price, pack, alternative_pack, alternative_price) as
price_parts(price, alternative_pack) - price_parts(alternative_price, pack);

-- The same of packs in CHF, half up to the centime: packs × (price − pack factor × the alternative's). `packs` are so many
-- `parts_of`ths of packs; `pack` and `alternative_pack` as above.
create macro price_difference(packs, parts_of, price, pack, alternative_pack, alternative_price) as
half_up(
  packs::hugeint * difference_parts(price, pack, alternative_pack, alternative_price),
  parts_of * coalesce(alternative_pack, 1)
)::decimal(38, 2);

-- What wholesaler and pharmacy have together of a pack on the Spezialitätenliste at list prices, public price without VAT −
-- ex-factory price: centimes × pack size as above × `with_vat`, below 0 where the prices say so. A price without VAT is to one
-- with it as `without_vat` to `with_vat`.
create macro distribution_parts(public_price, ex_factory_price, pack, without_vat, with_vat) as
price_parts(public_price, pack) * without_vat - price_parts(ex_factory_price, pack) * with_vat;
