import '../../ui/divided-list.css'
import './scheduled-reports.css'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ScheduledReport } from '@chisholm/domain/schemas/scheduled-reports'
import { useState } from 'react'
import { download } from '../../api/download.ts'
import { useSession } from '../../api/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryState } from '../../ui/states.tsx'
import { toastFailure } from '../../ui/toast.ts'
import { uiTexts } from '../../ui-texts.ts'
import { scheduledReportsQuery } from './scheduled-report-queries.ts'
import { ScheduledReportForm } from './scheduled-report-form.tsx'
import { scheduledReportTexts as texts } from './scheduled-report-texts.ts'

/** Scheduled reports: summaries of mortality that are e-mailed every week or month. */
export function ScheduledReportsPage() {
  const reports = useQuery(scheduledReportsQuery())
  const userId = useSession()?.uuid ?? ''
  const [edited, edit] = useState<ScheduledReport | 'new' | null>(null)
  const close = () => edit(null)
  return (
    <Page title={texts.title} back="/a/insight" ownHeading>
      <h1>{texts.title}</h1>
      <p className="hint">{texts.hint}</p>
      <section className="card part" aria-label={texts.title}>
        <Button variant="default" mih={44} leftSection={<IconPlus size={18} aria-hidden />} onClick={() => edit('new')}>
          {texts.add}
        </Button>
        <QueryState query={reports} failureText={texts.failed} height={60} count={2} />
        {reports.data?.length === 0 && <p className="hint">{texts.none}</p>}
        <ul className="divided-list">
          {reports.data?.map((report) => (
            <ScheduledReportRow key={report.id} report={report} onEdit={() => edit(report)} />
          ))}
        </ul>
      </section>
      <Dialog opened={edited !== null} onClose={close} title={edited === 'new' ? texts.add : texts.edit}>
        {edited && <ScheduledReportForm report={edited === 'new' ? null : edited} userId={userId} onDone={close} />}
      </Dialog>
    </Page>
  )
}

function ScheduledReportRow({
  report: { id, name, every, recipients },
  onEdit,
}: {
  report: ScheduledReport
  onEdit: () => void
}) {
  const preview = useMutation({
    mutationFn: () => download('/scheduled-reports/{id}/preview', { id }),
    onError: toastFailure(texts.noPreview),
  })
  return (
    <li>
      <span className="divided-list-text">
        <strong>{name}</strong>
        <span className="hint">{`${texts.everyWord[every]}, ${texts.recipientCount(recipients.length)}`}</span>
      </span>
      <span className="scheduled-report-buttons">
        <Button
          variant="default"
          mih={44}
          loading={preview.isPending}
          aria-label={texts.previewOf(name)}
          onClick={() => preview.mutate()}
        >
          {texts.preview}
        </Button>
        <Button variant="default" mih={44} aria-label={uiTexts.editOf(name)} onClick={onEdit}>
          {uiTexts.edit}
        </Button>
      </span>
    </li>
  )
}
