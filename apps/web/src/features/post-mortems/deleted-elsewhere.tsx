import { texts } from '@chisholm/domain/texts'
import { outboxTexts } from '../../outbox-texts.ts'
import { NotFoundPage } from '../../ui/not-found-page.tsx'
import { EnteredInput } from './entered-input.tsx'
import { useOrphanedDrafts } from './orphaned-drafts.ts'
import { OrphanedInput } from './orphaned-input.tsx'
import { postMortemTexts } from './post-mortem-texts.ts'
import { useOutboxEntriesOf } from './queries.ts'
import { RefusalBanner } from './refusal-banner.tsx'
import { StepLayout } from './step-layout.tsx'

/**
 * Shown if the post-mortem does not exist any more. What this device had not sent, or not even saved, by the time
 * somebody else deleted it can still be read here.
 */
export function DeletedElsewhere({ postMortemId, inSplitView }: { postMortemId: string; inSplitView: boolean }) {
  const entries = useOutboxEntriesOf(postMortemId)
  const isRefused = entries.some(({ refusal }) => refusal)
  const orphaned = useOrphanedDrafts(postMortemId)
  if (orphaned.isPending) return null
  if (!isRefused && orphaned.entries.length === 0)
    return inSplitView ? <h1>{texts.refusal.notFound}</h1> : <NotFoundPage />
  const title = isRefused ? outboxTexts.refused : postMortemTexts.orphaned.title
  return (
    <StepLayout title={title} inSplitView={inSplitView}>
      <h1>{title}</h1>
      {isRefused && (
        <>
          <RefusalBanner postMortemId={postMortemId} />
          <EnteredInput entries={entries} />
        </>
      )}
      <OrphanedInput drafts={orphaned} />
    </StepLayout>
  )
}
