-- Versions that know 0021 go on with it.
-- What was kept for processes of releases before alone: episodes of stock-outs without their sources, the catalogues up to
-- the current one, how words start, and what customers were found by before `words`.
alter table stockout_revisions
  drop column stockouts,
  drop column open_count,
  alter column episodes set not null;
drop view catalogue_revisions;
drop function word_starts;
alter table customers drop column search;
