-- The manufacturers that count as the provider's, as the portal last started with them: commands on a stored statistic
-- answer what the portal answers. One row, once a portal has started.
create table provider (
  only_row boolean primary key default true check (only_row),
  companies text[] not null
);
