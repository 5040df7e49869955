-- How customers are reached, from the file of customers.
alter table customers
  add column phone text check (length(phone) <= 50),
  add column mail text check (length(mail) <= 255);

-- The files of before say neither; without this a correction that is taken back would stay.
update customer_corrections set filed = filed || '{"phone": null, "mail": null}' where filed is not null;
