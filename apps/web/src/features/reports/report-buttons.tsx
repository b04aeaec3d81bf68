import { Button, Checkbox } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { can } from '@chisholm/domain/permissions'
import { useState } from 'react'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { useSession } from '../../api/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { useLastChoice } from '../../ui/use-last-choice.ts'
import { UndiagnosedAnimals } from '../animals/index.ts'
import { AmendForm } from './amend-form.tsx'
import { PreviewButton } from './preview-button.tsx'
import { type ReportActionsProps, useReportAction } from './use-report-action.ts'
import { useReportCalls } from './version-queries.ts'
import { versionTexts } from './version-texts.ts'

/** The report actions for veterinarians in the ticket's state. Actions of an open amendment are in its banner. */
export function ReportButtons({ reportPath, ...props }: ReportActionsProps & { reportPath: string }) {
  const { postMortem } = props
  const currentUser = useSession()
  const { online } = useNetwork()
  const { running, run } = useReportAction<'issue' | 'group'>(props)
  const calls = useReportCalls(postMortem)
  const { ask, dialog } = useConfirm()
  const [isAmending, setAmending] = useState(false)
  const grouping = useLastChoice(postMortem.report_grouped === 1, (isGrouped) =>
    run('group', () => calls.groupAnimals(isGrouped), { failed: versionTexts.group.failed }),
  )
  if (!currentUser) return null
  const subject = toPermissionSubject(postMortem)
  const mayIssue = can(currentUser, 'report.issue', subject)
  const mayAmend = can(currentUser, 'report.amend', subject) && !postMortem.amendment
  const mayPreview = can(currentUser, 'report.preview', subject) && !mayAmend
  const mayGroup = can(currentUser, 'report.group', subject) && postMortem.animals > 1
  if (!mayIssue && !mayAmend && !mayPreview) return null
  const issue = async () => {
    const { ask: title, explained: text, confirm: confirmLabel, failed, done } = versionTexts.issue
    const notice = <UndiagnosedAnimals animals={postMortem.veterinary_record.veterinary_record_animals} />
    if (await ask({ title, text, notice, confirmLabel }))
      await run('issue', () => calls.issuePreliminary(), { failed, done })
  }
  const button = { mih: 44, disabled: !online || running !== null, variant: 'default' } as const
  return (
    <>
      {!online && <p className="banner">{versionTexts.needsConnection}</p>}
      {mayGroup && (
        <Checkbox
          className="no-print"
          label={versionTexts.group.label}
          checked={grouping.isOn}
          disabled={!online || (running !== null && running !== 'group')}
          onChange={(event) => void grouping.choose(event.currentTarget.checked)}
        />
      )}
      <div className="row">
        {mayPreview && <PreviewButton {...props} reportPath={reportPath} mih={44} disabled={running !== null} />}
        {mayIssue && (
          <Button {...button} loading={running === 'issue'} onClick={() => void issue()}>
            {versionTexts.issue.button}
          </Button>
        )}
        {mayAmend && (
          <Button {...button} onClick={() => setAmending(true)}>
            {versionTexts.amend.button}
          </Button>
        )}
      </div>
      <Dialog opened={isAmending} onClose={() => setAmending(false)} title={versionTexts.amend.title(postMortem.title)}>
        {isAmending && <AmendForm postMortem={postMortem} onDone={() => setAmending(false)} />}
      </Dialog>
      {dialog}
    </>
  )
}
