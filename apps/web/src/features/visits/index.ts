export { useAskBeforePast } from './use-ask-before-past.ts'
export { VisitTimeFields } from './visit-time-fields.tsx'
export { type VisitTimeValues, timestampOfVisit, validateVisitTime, visitTimeValues } from './visit-time-values.ts'
export { visitTexts } from './visit-texts.ts'
