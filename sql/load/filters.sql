-- What filters leave: a list, its totals and every other statement that filters ask here. Each macro says whether a row
-- stays, from the choices of one filter and the columns that they are about, so that any table with such columns can be
-- filtered. Where nothing is chosen every row stays.

-- Options that narrow: every one chosen must hold. Columns as those of the same name in `assortment`.
create macro general_filter(chosen, alternative_gtin, alternative_deliverable, sb20, stocked_out, co_marketing) as
  (not list_contains(chosen, 'match') or alternative_gtin is not null)
  and (not list_contains(chosen, 'available_match') or alternative_deliverable)
  and (not list_contains(chosen, 'sb20') or sb20)
  and (not list_contains(chosen, 'stock_out') or stocked_out)
  and (not list_contains(chosen, 'co') or co_marketing);

-- A further option of the same filter, for lists of what is missing.
create macro missing_filter(chosen, discontinued) as
  not list_contains(chosen, 'discontinued') or discontinued;

-- Further options of the same filter, for lists of products.
create macro product_filter(chosen, biological, exclusive, provider, alternative_exclusive) as
  (not list_contains(chosen, 'all_except_bio') or not biological)
  and (not list_contains(chosen, 'provider_exclusivities') or (exclusive and provider))
  and (not list_contains(chosen, 'alternatives_with_provider_exclusivities') or alternative_exclusive);

-- Types that widen: one of those chosen must hold.
create macro type_filter(chosen, origin) as
  len(chosen) = 0
  or (list_contains(chosen, 'generika') and origin = 'generic')
  or (list_contains(chosen, 'original') and origin = 'original')
  or (list_contains(chosen, 'others') and origin = 'other');

-- Names, of which one must be the row's: manufacturers, molecules, or what else a column names; GTINs and articles too.
create macro name_filter(chosen, name) as
  len(chosen) = 0 or list_contains(chosen, name::varchar);

-- ATC codes of any level, of which one must begin the row's.
create macro atc_filter(chosen, atc) as
  len(chosen) = 0 or len(list_filter(chosen, lambda code: starts_with(atc::varchar, code))) > 0;

-- Ids, of which one must be among the row's: focus groups.
create macro id_filter(chosen, ids) as
  len(chosen) = 0 or list_has_any(ids, chosen);

-- The rows behind a figure (see explain): every option chosen must hold.
create macro behind_filter(chosen, provider, atc, set_articles) as
  (not list_contains(chosen, 'provider') or provider)
  and (not list_contains(chosen, 'pharma') or atc is not null)
  and (not list_contains(chosen, 'duplicates') or set_articles >= 2)
  and (not list_contains(chosen, 'duplicates_2') or set_articles = 2)
  and (not list_contains(chosen, 'duplicates_3') or set_articles = 3)
  and (not list_contains(chosen, 'duplicates_4') or set_articles >= 4);

-- Further ones of the same kind: the name of a column that says what a row is grouped by, which must not be empty.
create macro has_filter(chosen, grouped_by) as
  not list_contains(chosen, alias(grouped_by)) or grouped_by is not null;

-- Further ones of the same kind, of what is not known: articles that match no product, that have no ex-factory price (those
-- among them), and whose alternative has none.
create macro known_filter(chosen, matched, ex_factory_price, alternative_gtin, alternative_ex_factory_price) as
  (not list_contains(chosen, 'unmatched') or not matched)
  and (not list_contains(chosen, 'without_price') or ex_factory_price is null)
  and (
    not list_contains(chosen, 'potential_unknown')
    or (alternative_gtin is not null and alternative_ex_factory_price is null)
  );

-- Words that are looked for, each of which must stand somewhere in what names a product or what could replace it, whatever
-- their case and accents; null where a list is not searched by that. A GTIN of 14 digits is looked for by its 13, as in
-- shared/searched-text.ts.
create macro folded(written) as strip_accents(lower(written));
create macro words_of(looked_for) as
  list_transform(
    list_filter(regexp_split_to_array(folded(array_to_string(looked_for, ' ')), '[\s\p{Z}]+'), lambda word: word <> ''),
    lambda word: regexp_replace(word, '^0(\d{13})$', '\1')
  );
create macro find_filter(
  looked_for, name, gtin, pharmacode, manufacturer, alternative_name, alternative_gtin, alternative_pharmacode
) as
  len(looked_for) = 0
  or len(
    list_filter(
      words_of(looked_for),
      lambda word: not contains(
        folded(
          concat_ws(
            chr(10), name, gtin, pharmacode, manufacturer::varchar, alternative_name, alternative_gtin, alternative_pharmacode
          )
        ),
        word
      )
    )
  ) = 0;

-- Not a filter: whether a list of GTINs has this one, of rows that are asked for in any case.
create macro gtins_name(listed, gtin) as
  list_contains(listed, gtin);
