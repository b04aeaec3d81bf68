export { PlaceActions } from './place-actions.tsx'
export { customerPagesQuery, customersQuery } from './queries.ts'
export { RetiredPill } from './retired-pill.tsx'
export { usePlaceForm } from './use-place-form.ts'
