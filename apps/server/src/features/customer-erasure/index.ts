export { customerNamed, type Erasure, eraseCustomer, whatGoesWith } from './customer-erasure.ts'
