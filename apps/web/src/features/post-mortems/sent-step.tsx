import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCloudUp } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { texts } from '@chisholm/domain/texts'
import { useOutbox } from '../../api/outbox-state.ts'
import { outboxTexts } from '../../outbox-texts.ts'
import { useLeavePage } from '../../ui/use-leave-page.ts'
import { InstallCard } from '../offline/index.ts'
import { useUnsentPhotos } from '../photos/index.ts'
import { useOutboxEntriesOf } from './queries.ts'
import { type StepProps, StepLayout } from './step-layout.tsx'
import { postMortemTexts } from './post-mortem-texts.ts'

/** Confirms that the post-mortem was sent, is queued, or was rejected. */
export function SentStep({ postMortem, inSplitView, goToStep }: StepProps) {
  const navigate = useNavigate()
  const entries = useOutboxEntriesOf(postMortem.id)
  const { serverFailed } = useOutbox()
  const unsentPhotos = useUnsentPhotos().filter(({ postMortemId }) => postMortemId === postMortem.id).length
  const refused = entries.some(({ refusal }) => refusal)
  const goBack = useLeavePage('/a/postmortems/draft')
  const footer = (
    <>
      <Button
        variant="default"
        onClick={() => (refused ? goBack() : void navigate({ to: '/a/postmortems/$tab', params: { tab: 'pending' } }))}
      >
        {postMortemTexts.goBack}
      </Button>
      {refused ? (
        <Button onClick={() => goToStep({})}>{outboxTexts.review}</Button>
      ) : (
        <Button onClick={() => void navigate({ to: '/a/postmortem/add' })}>{postMortemTexts.createAnother}</Button>
      )}
    </>
  )
  const icon = { stroke: 1.4, 'aria-hidden': true, style: { opacity: 1 } } as const
  return (
    <StepLayout
      title={postMortem.title}
      inSplitView={inSplitView}
      back={refused || '/a/postmortems/pending'}
      footer={footer}
    >
      <div className="empty" aria-live="polite">
        {refused ? (
          <>
            <IconAlertTriangle {...icon} />
            <h1>{outboxTexts.notSent}</h1>
            <p>{outboxTexts.notSentYet}</p>
          </>
        ) : entries.length > 0 ? (
          <>
            <IconCloudUp {...icon} />
            <h1>{serverFailed ? outboxTexts.sentOnceItWorks : outboxTexts.willBeSent}</h1>
            <p>{serverFailed ? outboxTexts.triedAgain : outboxTexts.staysHere}</p>
          </>
        ) : (
          <>
            <IconCircleCheck {...icon} />
            <h1>{texts.success.sent}</h1>
            <p>{postMortemTexts.isSent(postMortem.title)}</p>
            {unsentPhotos > 0 && <p className="banner">{postMortemTexts.photosFollow(unsentPhotos)}</p>}
            <InstallCard />
          </>
        )}
      </div>
    </StepLayout>
  )
}
