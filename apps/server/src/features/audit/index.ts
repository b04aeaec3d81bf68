export { type Actor, audit, auditAll, operator } from './audit.ts'
