import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { texts } from '@chisholm/domain/texts'
import { toast, errorMessage } from '../../ui/toast.ts'
import { useRecentSignIn } from '../auth/index.ts'
import { protectionQuery } from './queries.ts'

/**
 * Runs a change of the second factors: asks for the password if needed, and fetches the status again. `change` shows
 * errors and resolves to null on failure; `attempt` throws.
 */
export function useSecurityChange(): {
  attempt: <T>(act: () => Promise<T>) => Promise<T | null>
  change: <T>(act: () => Promise<T>, messageFor?: (failure: unknown) => string) => Promise<T | null>
  busy: boolean
  dialog: ReactNode
} {
  const [busy, setBusy] = useState(false)
  const { run, dialog } = useRecentSignIn()
  const queryClient = useQueryClient()
  const attempt = async <T,>(act: () => Promise<T>) => {
    const changed = await run(act)
    if (changed !== null) await queryClient.invalidateQueries({ queryKey: protectionQuery().queryKey })
    return changed
  }
  const change = async <T,>(
    act: () => Promise<T>,
    messageFor = (failure: unknown) => errorMessage(failure, texts.failure.protection),
  ) => {
    setBusy(true)
    try {
      return await attempt(act)
    } catch (failure) {
      toast.failure(messageFor(failure))
      return null
    } finally {
      setBusy(false)
    }
  }
  return { attempt, change, busy, dialog }
}
