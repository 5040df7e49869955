-- Totals of the product analysis: one row, the figures of all articles that the filters of product.sql leave, and their
-- number. Quantities in packs, sums in CHF. The provider's packs (qtySum2) count once however many articles they would
-- replace.
-- $general (match, available_match, sb20, stock_out, co, all_except_bio, provider_exclusivities,
-- alternatives_with_provider_exclusivities) narrow; $type (generika, original, others), $molecule, $manufacturer (names),
-- $atc (codes of any level, by prefix) and $focusGroup (ids) widen within themselves.
-- $behind and $article leave the rows behind a figure (see explain): $behind narrows, $article names articles.
with
-- The figures of the articles that the filters leave, by their interchangeable set: all of a set's articles have the same
-- alternative_quantity but the provider's own product, which has none.
sets as (
  select
    count(*) as articles,
    sum(quantity) as quantity,
    any_value(alternative_quantity) as provider_quantity,
    sum(ex_factory_sum) as ex_factory_sum,
    sum(public_sum) as public_sum,
    sum(turnover_potential) as turnover_potential
  from assortment
  where true
    and (not list_contains($general::varchar[], 'match') or alternative_gtin is not null)
    and (not list_contains($general::varchar[], 'available_match') or alternative_deliverable)
    and (not list_contains($general::varchar[], 'sb20') or sb20)
    and (not list_contains($general::varchar[], 'stock_out') or stocked_out)
    and (not list_contains($general::varchar[], 'co') or co_marketing)
    and (not list_contains($general::varchar[], 'all_except_bio') or not biological)
    and (not list_contains($general::varchar[], 'provider_exclusivities') or (exclusive and provider))
    and (not list_contains($general::varchar[], 'alternatives_with_provider_exclusivities') or alternative_exclusive)
    and (
      len($type::varchar[]) = 0
      or (list_contains($type::varchar[], 'generika') and origin = 'generic')
      or (list_contains($type::varchar[], 'original') and origin = 'original')
      or (list_contains($type::varchar[], 'others') and origin = 'other')
    )
    and (len($molecule::varchar[]) = 0 or list_contains($molecule::varchar[], molecule::varchar))
    and (len($atc::varchar[]) = 0 or len(list_filter($atc::varchar[], lambda code: starts_with(atc::varchar, code))) > 0)
    and (len($manufacturer::varchar[]) = 0 or list_contains($manufacturer::varchar[], manufacturer::varchar))
    and (len($focusGroup::varchar[]) = 0 or list_has_any(focus_group_ids, $focusGroup::varchar[]))
    and (not list_contains($behind::varchar[], 'provider') or provider)
    and (not list_contains($behind::varchar[], 'pharma') or atc is not null)
    and (not list_contains($behind::varchar[], 'atc_group') or atc_group is not null)
    and (not list_contains($behind::varchar[], 'molecule') or molecule is not null)
    and (not list_contains($behind::varchar[], 'manufacturer') or manufacturer is not null)
    and (not list_contains($behind::varchar[], 'duplicates') or set_articles >= 2)
    and (not list_contains($behind::varchar[], 'duplicates_2') or set_articles = 2)
    and (not list_contains($behind::varchar[], 'duplicates_3') or set_articles = 3)
    and (not list_contains($behind::varchar[], 'duplicates_4') or set_articles >= 4)
    and (len($article::varchar[]) = 0 or list_contains($article::varchar[], article))
  group by set_gtin
)
select
  coalesce(sum(articles), 0)::integer as "rowCount",
  coalesce(sum(quantity), 0)::double as "qtySum1",
  coalesce(sum(provider_quantity), 0)::double as "qtySum2",
  coalesce(sum(ex_factory_sum), 0)::double as "efPreisSum",
  coalesce(sum(public_sum), 0)::double as "pPreisSum",
  coalesce(sum(turnover_potential), 0)::double as "turnoverPotential"
from sets
