import { useState } from 'react'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { ApiError } from '../../api/client.ts'
import { outboxState } from '../../api/outbox-state.ts'
import { errorMessage, toast } from '../../ui/toast.ts'
import { obstacleOf } from './obstacle.ts'
import { versionTexts } from './version-texts.ts'

/** Unsaved input about the animals of a ticket. */
export interface Opinions {
  /** 'undescribed': abnormal findings have no description yet, without which they cannot be saved. */
  save: () => Promise<'saved' | 'undescribed' | 'failed'>
  /** Leads to the first animal with such a finding. @returns the animal and what to do, or null without one */
  showUndescribed: () => string | null
  discardUndescribed: () => Promise<void>
}

export interface ReportActionsProps {
  postMortem: PostMortem
  opinions: Opinions
}

interface ActionOptions {
  failed: string
  done?: string
  /** Whether the action puts back what was typed, so that undescribed findings do not prevent it. */
  discards?: boolean
}

/**
 * Runs an action on the report, one at a time, after everything entered here was sent. Failures become toasts.
 * `running` is the name of the action that runs.
 */
export function useReportAction<Name extends string>({ postMortem, opinions }: ReportActionsProps) {
  const [running, setRunning] = useState<Name | null>(null)
  /** @returns the reason why it cannot be done now, or null */
  const prepare = async (discards: boolean): Promise<string | null> => {
    if (!navigator.onLine) return versionTexts.needsConnection
    const outcome = await opinions.save()
    if (outcome === 'failed') return versionTexts.unsaved
    if (outcome === 'undescribed' && !discards) return opinions.showUndescribed() ?? versionTexts.unsaved
    return obstacleOf(postMortem.id, { online: navigator.onLine, unsent: outboxState.getState().unsent })
  }
  const run = async (name: Name, action: () => Promise<unknown>, { failed, done, discards = false }: ActionOptions) => {
    setRunning(name)
    try {
      const refusal = await prepare(discards)
      if (refusal !== null) return toast.failure(refusal)
      await action()
      if (discards) await opinions.discardUndescribed()
      if (done) toast.success(done)
    } catch (failure) {
      const isUnreachable = failure instanceof ApiError && failure.status === 0
      toast.failure(isUnreachable ? versionTexts.needsConnection : errorMessage(failure, failed))
    } finally {
      setRunning(null)
    }
  }
  return { running, run }
}
