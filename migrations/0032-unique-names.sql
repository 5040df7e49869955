-- Versions that know 0031 go on with it.
-- Capitals make no difference.
create unique index wholesalers_name on wholesalers (lower(name));
create unique index focus_groups_name on focus_groups (lower(name));
create unique index template_images_name on template_images (lower(name));
