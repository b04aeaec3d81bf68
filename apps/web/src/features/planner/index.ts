export { weekQuery } from './planner-queries.ts'
