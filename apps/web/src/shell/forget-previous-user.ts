import { queryClient } from '../api/query-client.ts'
import { session } from '../api/session.ts'
import { toast } from '../ui/toast.ts'

let owner = session.read()?.uuid

/**
 * Removes the data in memory of a user as soon as somebody else signs in, here or in another tab, and what messages show
 * of it already when the user signs out.
 */
function forgetPreviousUser(): void {
  const next = session.read()?.uuid
  if (next === undefined && !session.hasExpired()) toast.hideWarnings()
  if (next === undefined || next === owner) return
  if (owner !== undefined) {
    queryClient.clear()
    toast.hideWarnings()
  }
  owner = next
}

export const startForgettingPreviousUsers = () => session.subscribe(forgetPreviousUser)
