-- Stock-out rows of products that are not the provider's, with their alternatives.
-- {since}: the day; {ranks}: how many alternatives each; {filter}: which rows.
with reported as (
  select distinct on (e.product_id) e.*
  from episodes e
  where e.back_in_stock_on is null and e.reported_on >= {since}
  order by e.product_id, e.reported_on, e.updated_on desc nulls last, e.source
),
missing as (
  select
    p.name_order,
    p.manufacturer_id,
    ranked.place,
    a.id is not null and not coalesce(of_a.stocked_out, false) as deliverable,
    concat_ws(' ', p.gtin, a.gtin) as "pair",
    case when a.id is not null then ranked.place end as "rank",
    p.gtin as "gtin",
    p.pharmacode as "pharmacode1",
    p.name as "productName",
    m.name as "hersteller1",
    a.gtin as "alternativeGTIN",
    a.pharmacode as "pharmacode2",
    a.name as "alternativeProductName",
    am.name as "manufacturer2",
    coalesce(b.quantity, 0)::double precision as "qty",
    case
      when a.id is null or coalesce(b.quantity, 0) = 0 then 0
      when p.pack > 0 and a.pack > 0 and p.unit = a.unit
        then (2 * b.quantity * p.pack * a.ex_factory_price + a.pack) / (2 * a.pack)
      else b.quantity * a.ex_factory_price
    end::double precision / 100 as "turnoverPotential",
    case
      when a.id is null then null
      when p.pack > 0 and a.pack > 0 and p.unit = a.unit then p.pack::double precision / a.pack
      else 1
    end as "packFactor",
    a.ex_factory_price::double precision / 100 as "efPreis2",
    r.expected_delivery as "deliverability1",
    case when of_a.stocked_out then of_a.expected_delivery end as "deliverability2",
    r.expected_week as "deliverabilityWeek1",
    coalesce(of_a.stocked_out and of_a.expected_week, false) as "deliverabilityWeek2",
    r.status as "deliverabilityStatus1",
    case when of_a.stocked_out then of_a.status end as "deliverabilityStatus2",
    r.updated_on::text as "deliverabilityUpdate1",
    case when of_a.stocked_out then of_a.updated_on end::text as "deliverabilityUpdate2",
    r.reported_on::text as "deliverabilityReportingDate1",
    case when of_a.stocked_out then of_a.reported_on end::text as "deliverabilityReportingDate2",
    case when of_a.stocked_out then of_a.comment end as "deliverabilityComment2",
    a.co_marketing as "coMarketing",
    p.co_marketing as "coMarketing1",
    case when of_a.back_in_stock_on >= {today} - interval '4 months' then of_a.back_in_stock_on end::text as "backInStockDate",
    coalesce(of_a.back_in_stock_on >= {today} - interval '4 months', false) as "backInStock2",
    case when a.id is not null then coalesce(of_a.stocked_out, false) end as "stockOut2",
    p.sb20 as "sB20",
    coalesce(of_p.went_missing_on > {today} - {newStockoutDays}, false) as "newStockout1",
    coalesce(of_a.went_missing_on > {today} - {newStockoutDays}, false) as "newStockout2",
    r.reported_on::text as "reportedOn1",
    r.first_list as "knownSinceAtLeast1",
    listed.last_list_on::text as "listDate1",
    (
      select bool_or(o.discontinued) from episodes o where o.product_id = p.id and o.back_in_stock_on is null
    ) as "discontinued1",
    said.missing_since::text as "missingSince1",
    r.moves as "moves1",
    r.moved_days as "movedDays1",
    said.sources as "sources1",
    said.disagree as "sourcesDisagree1",
    mo.name as "molecule",
    p.atc as "atc",
    p.atc_group as "atcCategory",
    p.origin as "origin"
  from reported r
  join products p on p.id = r.product_id and not p.provider
  left join sources listed on listed.source = r.source
  cross join lateral said_of(p.id) said
  cross join lateral state_of(p.id) of_p
  left join lateral bought(p.id) b on true
  left join lateral (
    select alternative_id, (row_number() over (order by rank, gtin))::integer as place
    from alternatives
    join products offered on offered.id = alternative_id
    where product_id = p.id
  ) ranked on {ranks}
  left join products a on a.id = ranked.alternative_id
  left join lateral state_of(a.id) of_a on true
  left join manufacturers m on m.id = p.manufacturer_id
  left join manufacturers am on am.id = a.manufacturer_id
  left join molecules mo on mo.id = p.molecule_id
  where {filter}
)
