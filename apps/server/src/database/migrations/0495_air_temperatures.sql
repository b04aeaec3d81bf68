-- With one decimal, 4.96 °C became 5.0 °C, and the carcass clock took cold weather for mild. The trigger names the column,
-- which therefore cannot change its type while the trigger exists. No row is rewritten.
drop trigger animals_have_a_clock on animals;
alter table animals alter column air_temperature_c type numeric;
create trigger animals_have_a_clock before insert or update of died_at, found_at, air_temperature_c on animals
for each row execute function set_examine_by();
