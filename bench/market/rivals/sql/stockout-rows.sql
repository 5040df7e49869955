-- Rows of missing.sql: what is shown of them, and in which order.
{missing}
select {columns}
from missing
order by {order}
