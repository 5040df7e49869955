-- Versions that know 0029 go on with it.
-- Where a signed consent lies on paper.
alter table statistics add column consent_place text check (length(consent_place) <= 255);
-- Which years a statistic can be of is a setting.
alter table statistics
  drop constraint statistics_time_year_from_check, add check (time_year_from >= 1990),
  drop constraint statistics_time_year_to_check, add check (time_year_to >= 1990);
