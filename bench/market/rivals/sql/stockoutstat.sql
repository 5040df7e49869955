-- {days}: the days of which products.
select day::text, count from {days} order by day
