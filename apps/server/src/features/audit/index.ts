export { audit, type Actor } from './audit.ts'
