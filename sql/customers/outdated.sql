-- Takes back what is loaded of statistics ($statistics: ids with commas between them) that are loaded in a newer revision: what
-- their codes mean may have been said otherwise by hand.
delete from bought where statistic in (from listed($statistics::varchar));
delete from bought_deliverable where statistic in (from listed($statistics::varchar));
delete from bought_statistics where statistic in (from listed($statistics::varchar));
