export { nameOf, type ShownUser, type Vet, userQuery, vetLabel, vetsOnTicketsQuery, vetsQuery } from './queries.ts'
export { UserRow } from './user-row.tsx'
