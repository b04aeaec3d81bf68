import { queryClient } from '../api/query-client.ts'
import { session } from '../api/session.ts'

let owner = session.read()?.uuid

/** Removes the data in memory of a user as soon as somebody else signs in, here or in another tab. */
function forgetPreviousUser(): void {
  const next = session.read()?.uuid
  if (next === undefined || next === owner) return
  if (owner !== undefined) queryClient.clear()
  owner = next
}

export const startForgettingPreviousUsers = () => session.subscribe(forgetPreviousUser)
