import { Button } from '@mantine/core'
import { outboxTexts } from '../../outbox-texts.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { EnteredInput } from './entered-input.tsx'
import type { useOrphanedDrafts } from './orphaned-drafts.ts'
import { postMortemTexts } from './post-mortem-texts.ts'

/** Input whose form cannot be opened any more: it can be read, until it is discarded. */
export function OrphanedInput({ drafts: { entries, discard } }: { drafts: ReturnType<typeof useOrphanedDrafts> }) {
  const { ask, dialog } = useConfirm()
  const askAndDiscard = async () => {
    const question = { title: postMortemTexts.orphaned.ask, confirmLabel: outboxTexts.discard, isDangerous: true }
    if (await ask(question)) await discard()
  }
  return (
    <>
      {entries.length > 0 && (
        <section className="stack" aria-label={postMortemTexts.orphaned.title}>
          <div className="banner danger refusal">
            <p>{postMortemTexts.orphaned.explained}</p>
            <div className="row">
              <Button size="sm" mih={44} variant="default" onClick={() => void askAndDiscard()}>
                {outboxTexts.discard}
              </Button>
            </div>
          </div>
          <EnteredInput entries={entries} />
        </section>
      )}
      {dialog}
    </>
  )
}
