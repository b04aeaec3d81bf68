/**
 * Every statement is written to be read from one index whatever its values, so one plan serves them all; planning anew
 * for each request took longer than most answers. Compiling a plan to machine code never pays at this size. A page read
 * out of turn costs little more than the next one on any disk of today; taught by spinning ones, PostgreSQL read whole
 * library lists for the name of each animal's breed, half the time of a page of tickets.
 */
export const planning = '-c plan_cache_mode=force_generic_plan -c jit=off -c random_page_cost=1.1'
