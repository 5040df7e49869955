-- What a statistic says of the market: one row of the products of the catalogue that it contains and, of these, those of
-- others than the provider that can't be delivered now. Packs; potential in CHF, ex-factory price of the alternatives.
select
  count(*)::integer as "products",
  coalesce(sum(quantity), 0)::double as "packs",
  coalesce(sum(turnover_potential), 0)::double as "turnoverPotential",
  count(*) filter (stocked_out and not provider)::integer as "missingProducts",
  coalesce(sum(quantity) filter (stocked_out and not provider), 0)::double as "missingPacks",
  coalesce(sum(turnover_potential) filter (stocked_out and not provider), 0)::double as "missingPotential"
from assortment
where matched
