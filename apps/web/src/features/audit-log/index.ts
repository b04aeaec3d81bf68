export { FieldChanges } from './field-changes.tsx'
export { HistorySection } from './history-section.tsx'
