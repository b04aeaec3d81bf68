import { Button } from '@mantine/core'
import { withDependents, writes } from '../../api/entries.ts'
import { outbox } from '../../api/outbox.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { outboxTexts } from '../../outbox-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { useEntriesOf } from './queries.ts'
import type { TicketSearch } from './ticket.tsx'

interface RefusalBannerProps {
  ticketId: string
  /** Omitted if there is nothing left to correct. */
  go?: (step: TicketSearch) => void
}

/** Shows why the server refused a change, with buttons to correct, retry or discard it. */
export function RefusalBanner({ ticketId, go }: RefusalBannerProps) {
  const entries = useEntriesOf(ticketId)
  const { ask, dialog } = useConfirm()
  const refused = entries.find(({ refusal }) => refusal)
  if (!refused?.refusal) return dialog
  const { message, errors } = refused.refusal
  const reason = Object.values(errors).flat().join(' ') || message
  const discard = async () => {
    const along = withDependents(entries, refused).length - 1
    const question = { title: outboxTexts.askDiscard, verb: outboxTexts.discard, dangerous: true }
    if (await ask(along > 0 ? { ...question, text: outboxTexts.goesAlong(along) } : question))
      await outbox.discard(refused)
  }
  return (
    <section className="banner danger refusal" aria-label={outboxTexts.refused}>
      <p role="alert">
        {outboxTexts.kinds[refused.kind]}: {reason}
      </p>
      <div className="row">
        {go && writes(refused) && (
          <Button
            size="sm"
            mih={44}
            onClick={() =>
              go('animalId' in refused ? { step: 'animal', animal: refused.animalId } : { step: 'details' })
            }
          >
            {outboxTexts.correct}
          </Button>
        )}
        <Button size="sm" mih={44} variant="default" onClick={() => void outbox.retry(refused)}>
          {uiTexts.tryAgain}
        </Button>
        <Button size="sm" mih={44} variant="default" onClick={() => void discard()}>
          {outboxTexts.discard}
        </Button>
      </div>
      {dialog}
    </section>
  )
}
