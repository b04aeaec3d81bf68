import { IconAlertTriangle, IconCheck, IconCloudUp, IconPencil } from '@tabler/icons-react'
import { formatTimeOfDay } from '@chisholm/domain/dates'
import { useZone } from '../../api/cached-provider.ts'
import type { BasedEntry } from '../../api/concurrent-changes.ts'
import type { DraftStatus } from './animal-draft.ts'
import { postMortemTexts } from './post-mortem-texts.ts'

/** The status of a draft that is in the outbox. */
export function statusOfUnsent(unsent: readonly BasedEntry[]): DraftStatus {
  if (unsent.length === 0) return 'saved'
  return unsent.some(({ refusal }) => refusal) ? 'typed' : 'waiting'
}

const icon = { size: 18, stroke: 1.8, 'aria-hidden': true } as const

interface SaveStatusProps {
  status: DraftStatus
  /** When it was saved, in milliseconds; null if that was on its way through the outbox. */
  savedAt: number | null
  reason: string | null
}

/** The status is always rendered, so that nothing moves when it changes. */
export function SaveStatus({ status, savedAt, reason }: SaveStatusProps) {
  const zone = useZone()
  const savedTime = savedAt === null ? null : formatTimeOfDay(new Date(savedAt).toISOString(), zone)
  const shown = {
    untouched: null,
    typed: [<IconPencil key="icon" {...icon} />, postMortemTexts.diagnosis.notSavedYet],
    saving: [null, postMortemTexts.diagnosis.saving],
    waiting: [<IconCloudUp key="icon" {...icon} />, postMortemTexts.diagnosis.waiting],
    saved: [<IconCheck key="icon" {...icon} />, postMortemTexts.diagnosis.saved(savedTime)],
    failed: [<IconAlertTriangle key="icon" {...icon} />, `${postMortemTexts.diagnosis.notSaved} ${reason}`],
  }[status]
  return (
    <output className="save-state grow" data-status={status}>
      {shown}
    </output>
  )
}
