-- Of a version's rows those with problems, as gzip-compressed NDJSON, apart from the report because they can be many.
alter table template_file_versions add column problems bytea;
-- What using the version changed the last time, for example the revision of stock-outs that it became.
alter table template_file_versions add column effect jsonb;
-- Compressed already.
alter table template_file_versions alter column rows set storage external;
alter table template_file_versions alter column problems set storage external;
alter table template_file_parts alter column content set storage external;
