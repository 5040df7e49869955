-- Every wholesaler, retired ones too, by name.
-- list
select
  id as "wholesalerID",
  name as "wholesalerName",
  enabled_for_apo as "enabledForApo",
  enabled_for_sd as "enabledForSd",
  enabled_for_online_orders as "enabledForOnlineOrders",
  conditions_contact as "conditionsContact",
  transfer_order_contact as "transferOrderContact",
  acquisition_statistic_contact as "acquisitionStatisticContact",
  minimum_order_value::float8 as "minimumOrderValue",
  free_delivery_from::float8 as "freeDeliveryFrom",
  retired_at is not null as retired,
  version
from wholesalers
order by lower(name), id;

-- insert
insert into wholesalers (name, enabled_for_apo, enabled_for_sd, enabled_for_online_orders, conditions_contact,
  transfer_order_contact, acquisition_statistic_contact, minimum_order_value, free_delivery_from)
values ($wholesalerName, $enabledForApo, $enabledForSd, $enabledForOnlineOrders, $conditionsContact,
  $transferOrderContact, $acquisitionStatisticContact, $minimumOrderValue, $freeDeliveryFrom)
returning id;

-- update
update wholesalers
set name = $wholesalerName, enabled_for_apo = $enabledForApo, enabled_for_sd = $enabledForSd,
  enabled_for_online_orders = $enabledForOnlineOrders, conditions_contact = $conditionsContact,
  transfer_order_contact = $transferOrderContact, acquisition_statistic_contact = $acquisitionStatisticContact,
  minimum_order_value = $minimumOrderValue, free_delivery_from = $freeDeliveryFrom
where id = $id;

-- delete
delete from wholesalers where id = $id;
