-- Versions that know 0019 go on with it.
-- What is kept of an order says what has become of each of its products too: all of it is reckoned anew.
update statistic_figures set version = '';
