export { findCustomer, type ErasureCounts, eraseCustomer, previewErasure } from './customer-erasure.ts'
