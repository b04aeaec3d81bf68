export { type Actor, audit, auditAll, type Line } from './audit.ts'
