/*
 * The shapes of the API's answers (decisions.md sections 3 and 4): one schema each for serialisation, OpenAPI and the
 * TypeScript type.
 */
export * from './schemas/envelopes.ts'
export * from './schemas/installation.ts'
export * from './schemas/library.ts'
export * from './schemas/audit-log.ts'
export * from './schemas/references.ts'
export * from './schemas/customers-and-sites.ts'
export * from './schemas/provider.ts'
export * from './schemas/saved-reports.ts'
export * from './schemas/sign-ins.ts'
export * from './schemas/post-mortems.ts'
export * from './schemas/trainings.ts'
export * from './schemas/users.ts'
