-- Versions that know 0012 go on with it.
-- A token by which a program uploads in a user's name is a session with a name, and an end that was chosen. What is kept of
-- it is hashed otherwise than a session's, so that processes of the release before don't take it for one.
alter table sessions add column name text check (length(name) <= 100);
