-- What an upload is found by, folded once and not with every search: a search of 100,000 uploads took a second. Its customer's
-- address is looked up among customers, whose file may be replaced.
alter table statistics add column search text generated always as (folded(
  coalesce(customer_name, '') || ' ' || coalesce(customer_external_id, '') || ' ' || sales_representative || ' ' || file_name
  || ' ' || lpad(extract(day from import_date at time zone 'Europe/Zurich')::text, 2, '0')
  || '.' || lpad(extract(month from import_date at time zone 'Europe/Zurich')::text, 2, '0')
  || '.' || extract(year from import_date at time zone 'Europe/Zurich')::text
)) stored;
