export { findExpired, removeExpired, type Expired } from './retention.ts'
