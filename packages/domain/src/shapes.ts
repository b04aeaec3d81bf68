/*
 * The shapes of the API's answers (decisions.md sections 3 and 4): one schema each for serialisation, OpenAPI and the
 * TypeScript type.
 */
export * from './shapes/envelopes.ts'
export * from './shapes/installation.ts'
export * from './shapes/library.ts'
export * from './shapes/log.ts'
export * from './shapes/named.ts'
export * from './shapes/places.ts'
export * from './shapes/practice.ts'
export * from './shapes/saved-reports.ts'
export * from './shapes/sign-ins.ts'
export * from './shapes/tickets.ts'
export * from './shapes/trainings.ts'
export * from './shapes/users.ts'
