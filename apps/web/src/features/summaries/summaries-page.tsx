import '../../ui/divided-list.css'
import './summaries.css'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ScheduledReport } from '@chisholm/domain/schemas'
import { useState } from 'react'
import { download } from '../../api/download.ts'
import { useSession } from '../../api/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Page } from '../../ui/page.tsx'
import { FailedState, Skeletons } from '../../ui/states.tsx'
import { errorMessage, toast } from '../../ui/toast.ts'
import { summariesQuery } from './summary-queries.ts'
import { SummaryForm } from './summary-form.tsx'
import { summaryTexts as texts } from './summary-texts.ts'

/** Summaries of mortality that are e-mailed every week or month. */
export function SummariesPage() {
  const summaries = useQuery(summariesQuery())
  const userId = useSession()?.uuid ?? ''
  const [edited, edit] = useState<ScheduledReport | 'new' | null>(null)
  const close = () => edit(null)
  return (
    <Page title={texts.title} back="/a/insight" ownHeading>
      <h1>{texts.title}</h1>
      <p className="hint">{texts.hint}</p>
      <section className="card part" aria-label={texts.title}>
        {summaries.isPending && <Skeletons height={60} count={2} />}
        {summaries.isError && !summaries.data && (
          <FailedState text={texts.failed} onRetry={() => void summaries.refetch()} />
        )}
        {summaries.data?.length === 0 && <p className="hint">{texts.none}</p>}
        <ul className="divided-list">
          {summaries.data?.map((summary) => (
            <SummaryRow key={summary.id} summary={summary} onEdit={() => edit(summary)} />
          ))}
        </ul>
        {!summaries.isPending && (
          <Button
            variant="default"
            mih={44}
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => edit('new')}
          >
            {texts.add}
          </Button>
        )}
      </section>
      <Dialog opened={edited !== null} onClose={close} title={edited === 'new' ? texts.add : texts.edit}>
        {edited && <SummaryForm summary={edited === 'new' ? null : edited} userId={userId} onDone={close} />}
      </Dialog>
    </Page>
  )
}

function SummaryRow({
  summary: { id, name, every, recipients },
  onEdit,
}: {
  summary: ScheduledReport
  onEdit: () => void
}) {
  const [isLoading, setLoading] = useState(false)
  const preview = async () => {
    setLoading(true)
    try {
      await download('/scheduled-reports/{id}/preview', { id })
    } catch (failure) {
      toast.failure(errorMessage(failure, texts.noPreview))
    } finally {
      setLoading(false)
    }
  }
  return (
    <li>
      <span className="divided-list-text">
        <strong>{name}</strong>
        <span className="hint">{`${texts.everyWord[every]}, ${texts.recipientCount(recipients.length)}`}</span>
      </span>
      <span className="summary-buttons">
        <Button
          variant="default"
          mih={44}
          loading={isLoading}
          aria-label={texts.previewOf(name)}
          onClick={() => void preview()}
        >
          {texts.preview}
        </Button>
        <Button variant="default" mih={44} aria-label={texts.changeOf(name)} onClick={onEdit}>
          {texts.change}
        </Button>
      </span>
    </li>
  )
}
