export { Changes } from './changes.tsx'
export { HistorySection } from './history-section.tsx'
