export {
  assignableVetsQuery,
  displayName,
  useAssignableVets,
  type VisibleUser,
  userQuery,
  vetLabel,
  vetsOnPostMortemsQuery,
  vetsQuery,
} from './queries.ts'
export { UserRow } from './user-row.tsx'
export { userTexts } from './user-texts.ts'
