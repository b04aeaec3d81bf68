export { type Actor, audit, auditAll } from './audit.ts'
