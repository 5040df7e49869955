-- The articles that filters leave, and their place in `assortment`: every list and its totals read them from here.
-- General options (match, available_match, sb20, stock_out, co, all_except_bio, provider_exclusivities,
-- alternatives_with_provider_exclusivities) narrow; types (generika, original, others), ATC codes (of any level, by
-- prefix), names and ids widen within themselves; a filter that is not given leaves all. `behind` narrows to the rows
-- behind a figure (see explain).
create macro filtered_assortment(
  chosen_general := []::varchar[],
  chosen_type := []::varchar[],
  chosen_molecule := []::varchar[],
  chosen_atc := []::varchar[],
  chosen_manufacturer := []::varchar[],
  chosen_focus_group := []::varchar[],
  chosen_behind := []::varchar[],
  chosen_article := []::varchar[]
) as table
select rowid as place, *
from assortment
where true
  and (not list_contains(chosen_general, 'match') or alternative_gtin is not null)
  and (not list_contains(chosen_general, 'available_match') or alternative_deliverable)
  and (not list_contains(chosen_general, 'sb20') or sb20)
  and (not list_contains(chosen_general, 'stock_out') or stocked_out)
  and (not list_contains(chosen_general, 'co') or co_marketing)
  and (not list_contains(chosen_general, 'all_except_bio') or not biological)
  and (not list_contains(chosen_general, 'provider_exclusivities') or (exclusive and provider))
  and (not list_contains(chosen_general, 'alternatives_with_provider_exclusivities') or alternative_exclusive)
  and (
    len(chosen_type) = 0
    or (list_contains(chosen_type, 'generika') and origin = 'generic')
    or (list_contains(chosen_type, 'original') and origin = 'original')
    or (list_contains(chosen_type, 'others') and origin = 'other')
  )
  and (len(chosen_molecule) = 0 or list_contains(chosen_molecule, molecule::varchar))
  and (len(chosen_atc) = 0 or len(list_filter(chosen_atc, lambda code: starts_with(atc::varchar, code))) > 0)
  and (len(chosen_manufacturer) = 0 or list_contains(chosen_manufacturer, manufacturer::varchar))
  and (len(chosen_focus_group) = 0 or list_has_any(focus_group_ids, chosen_focus_group))
  and (not list_contains(chosen_behind, 'provider') or provider)
  and (not list_contains(chosen_behind, 'pharma') or atc is not null)
  and (not list_contains(chosen_behind, 'atc_group') or atc_group is not null)
  and (not list_contains(chosen_behind, 'molecule') or molecule is not null)
  and (not list_contains(chosen_behind, 'manufacturer') or manufacturer is not null)
  and (not list_contains(chosen_behind, 'duplicates') or set_articles >= 2)
  and (not list_contains(chosen_behind, 'duplicates_2') or set_articles = 2)
  and (not list_contains(chosen_behind, 'duplicates_3') or set_articles = 3)
  and (not list_contains(chosen_behind, 'duplicates_4') or set_articles >= 4)
  and (len(chosen_article) = 0 or list_contains(chosen_article, article));
