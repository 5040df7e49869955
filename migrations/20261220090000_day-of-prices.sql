-- The newest day of the price data that a catalogue was built from. price_date is the day for which it was built: the same
-- where nobody knows better, as of catalogues that came as CSV files or were built before.
alter table catalogue_proposals add column prices_of date;
alter table all_catalogue_revisions add column prices_of date;
