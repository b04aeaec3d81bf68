export { filtered as customerColumns } from './customers.queries.ts'
export { customerRoutes } from './customers.routes.ts'
export { actionOf, isNameTaken, nameMistake, retiredAt, tooLong, usesInWords, type Uses } from './places.ts'
export { rules as customerRules } from './customers.schemas.ts'
