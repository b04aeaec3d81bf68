/**
 * One generic plan serves every statement, because each is written to use one index whatever its parameters; planning
 * each execution took longer than most responses. JIT compilation never pays off at this size. The lower random_page_cost
 * fits SSDs: with the default, meant for spinning disks, PostgreSQL scanned whole library lists to find the name of each
 * animal's breed, which took half the time of a page of tickets.
 */
export const planning = '-c plan_cache_mode=force_generic_plan -c jit=off -c random_page_cost=1.1'
