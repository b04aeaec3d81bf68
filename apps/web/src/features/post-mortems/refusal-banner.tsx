import { Button } from '@mantine/core'
import { isBased } from '../../api/concurrent-changes.ts'
import { withDependents, isEdit } from '../../api/outbox-rules.ts'
import { outbox } from '../../api/outbox.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { outboxTexts } from '../../outbox-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { ConflictBanner } from './conflict-banner.tsx'
import { DangerRefusal } from './danger-refusal.tsx'
import { missingPhotosOf } from './missing-photos.tsx'
import { useOutboxEntriesOf } from './queries.ts'
import { needsWarning } from './use-send-post-mortem.ts'
import type { StepSearch } from './step-search-params.ts'

interface RefusalBannerProps {
  postMortemId: string
  /** Omit it if there is nothing left to correct. */
  goToStep?: (step: StepSearch) => void
}

/** Shows why the server rejected a change, with buttons to correct, retry or discard it. */
export function RefusalBanner({ postMortemId, goToStep }: RefusalBannerProps) {
  const entries = useOutboxEntriesOf(postMortemId)
  const { ask, dialog } = useConfirm()
  // Two versions of a diagnosis are shown at its fields.
  const refused = entries.find(
    (entry) => entry.refusal && !(entry.refusal.conflict && entry.kind === 'diagnose animal'),
  )
  if (!refused?.refusal) return dialog
  if (isBased(refused) && refused.refusal.conflict) return <ConflictBanner entry={refused} />
  const { status, message, errors } = refused.refusal
  // what the ticket's state or the user's rights forbid cannot be corrected
  const isCorrectable = isEdit(refused) && status === 422
  const missing = missingPhotosOf({ message, errors })
  const reason = missing
    ? `${message} ${[...new Set(Object.values(missing).flat())].join(', ')}`
    : Object.values(errors).flat().join(' ') || message
  const discard = async () => {
    const dependentCount = withDependents(entries, refused).length - 1
    const question = { title: outboxTexts.askDiscard, confirmLabel: outboxTexts.discard, isDangerous: true }
    if (await ask(dependentCount > 0 ? { ...question, text: outboxTexts.goesAlong(dependentCount) } : question))
      await outbox.discard(refused)
  }
  return (
    <section className="banner danger refusal" aria-label={outboxTexts.refused}>
      <p role="alert">
        {outboxTexts.kinds[refused.kind]}: {reason}
      </p>
      <div className="row">
        {goToStep && isCorrectable && (
          <Button
            size="sm"
            mih={44}
            onClick={() =>
              goToStep('animalId' in refused ? { step: 'animal', animal: refused.animalId } : { step: 'details' })
            }
          >
            {outboxTexts.correct}
          </Button>
        )}
        {refused.kind === 'send post-mortem' && needsWarning(refused.refusal) ? (
          <DangerRefusal refused={refused} />
        ) : (
          <Button size="sm" mih={44} variant="default" onClick={() => void outbox.retry(refused)}>
            {uiTexts.tryAgain}
          </Button>
        )}
        <Button size="sm" mih={44} variant="default" onClick={() => void discard()}>
          {outboxTexts.discard}
        </Button>
      </div>
      {dialog}
    </section>
  )
}
