import { useState } from 'react'
import type { PostMortem } from '@chisholm/domain/schemas'
import { ApiError } from '../../api/client.ts'
import { outboxState } from '../../api/outbox-state.ts'
import { errorMessage, toast } from '../../ui/toast.ts'
import { obstacleOf } from './obstacle.ts'
import { versionTexts } from './version-texts.ts'

export interface ReportActionsProps {
  postMortem: PostMortem
  /** Saves the unsaved input of the animals. Returns whether that succeeded. */
  saveOpinions: (postMortem: PostMortem) => Promise<boolean>
}

/**
 * Runs an action on the report, one at a time, after everything entered here was sent. Failures become toasts.
 * `running` is the name of the action that runs.
 */
export function useReportAction<Name extends string>({ postMortem, saveOpinions }: ReportActionsProps) {
  const [running, setRunning] = useState<Name | null>(null)
  const obstacle = () => obstacleOf(postMortem.id, { online: navigator.onLine, unsent: outboxState.getState().unsent })
  /** @returns the reason why it cannot be done now, or null */
  const prepare = async (): Promise<string | null> => {
    if (!navigator.onLine) return versionTexts.needsConnection
    return (await saveOpinions(postMortem)) ? obstacle() : versionTexts.unsaved
  }
  const run = async (name: Name, action: () => Promise<unknown>, texts: { failed: string; done?: string }) => {
    setRunning(name)
    try {
      const refusal = await prepare()
      if (refusal !== null) return toast.failure(refusal)
      await action()
      if (texts.done) toast.success(texts.done)
    } catch (failure) {
      const isUnreachable = failure instanceof ApiError && failure.status === 0
      toast.failure(isUnreachable ? versionTexts.needsConnection : errorMessage(failure, texts.failed))
    } finally {
      setRunning(null)
    }
  }
  return { running, run }
}
