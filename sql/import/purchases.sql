-- What another statistic is compared with that unusual-quantities.sql finds: net packs of every article bought, and the months
-- of the period.
select article, quantity, months
from assortment cross join statistic
