-- What a customer's orders have brought by a statistic, which the page of a team adds up: by order number what
-- sql/customers/last-order.sql says of all its products.
alter table statistic_figures
  add column orders jsonb not null default '{}',
  drop constraint statistic_figures_version_check,
  add check (length(version) <= 200);

-- Figures depend on the period and on whose statistic it is: they are out of date once that is said anew.
create function outdate_figures() returns trigger language plpgsql as $$
begin
  update statistic_figures set version = '' where statistic_id = new.id;
  return null;
end
$$;
create trigger outdate_figures
  after update of customer_external_id, test_upload, time_month_from, time_year_from, time_month_to, time_year_to
  on statistics for each row
  when ((old.customer_external_id, old.test_upload, old.time_month_from, old.time_year_from, old.time_month_to, old.time_year_to)
    is distinct from
    (new.customer_external_id, new.test_upload, new.time_month_from, new.time_year_from, new.time_month_to, new.time_year_to))
  execute function outdate_figures();
