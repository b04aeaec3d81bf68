export { weekQuery } from './queries.ts'
