import { Button } from '@mantine/core'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { outbox } from '../../api/outbox.ts'
import { useOutbox } from '../../api/outbox-state.ts'
import { postMortemTexts } from './post-mortem-texts.ts'

/** The unsent completion of a post-mortem. */
export const useWaitingCompletion = (postMortemId: string): OutboxEntry | undefined =>
  useOutbox().unsent.find(
    (entry) => entry.kind === 'complete post-mortem' && entry.postMortemId === postMortemId && !entry.refusal,
  )

/** Shows that a completion is queued, with a button that cancels it. */
export const WaitingCompletion = ({ entry }: { entry: OutboxEntry }) => (
  <section className="banner with-action" aria-label={postMortemTexts.completion.title}>
    <p>{postMortemTexts.completion.waits}</p>
    <Button size="sm" mih={44} variant="default" onClick={() => void outbox.discard(entry)}>
      {postMortemTexts.completion.doNot}
    </Button>
  </section>
)
