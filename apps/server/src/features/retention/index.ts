export { findExpiredData, removeExpiredData, type ExpiredData } from './retention.ts'
