-- Whose statistic it is, for which months, and which prices count: one row.
create table statistic as
select
  $customerName::varchar as customer_name,
  $customerExternalId::varchar as customer_external_id,
  $timeInformation::varchar as time_information,
  $timeMonthFrom::integer as time_month_from,
  $timeYearFrom::integer as time_year_from,
  $timeMonthTo::integer as time_month_to,
  $timeYearTo::integer as time_year_to,
  case
    when $timeMonthTo::integer - $timeMonthFrom::integer + 12 * ($timeYearTo::integer - $timeYearFrom::integer) + 1 > 0
    then $timeMonthTo::integer - $timeMonthFrom::integer + 12 * ($timeYearTo::integer - $timeYearFrom::integer) + 1
    else 12
  end as months,
  $headerImage::varchar as header_image,
  $catalogueRevision::integer as catalogue_revision,
  $priceDate::date as price_date,
  $stockoutRevision::integer as stockout_revision,
  $stockoutDate::date as stockout_date;
