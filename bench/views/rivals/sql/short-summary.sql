select customer_name, time_information, time_month_from, time_year_from, time_month_to, time_year_to from statistic
