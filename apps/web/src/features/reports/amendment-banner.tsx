import './report-versions.css'
import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconPencilExclamation } from '@tabler/icons-react'
import { fullName } from '@chisholm/domain/full-name'
import { amendmentToAllow } from '@chisholm/domain/permissions'
import type { Amendment } from '@chisholm/domain/schemas/post-mortems'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { useSession } from '../../api/session.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { type ReportActionsProps, useReportAction } from './use-report-action.ts'
import { useReportCalls } from './version-queries.ts'
import { versionTexts } from './version-texts.ts'

const amendmentTexts = versionTexts.amendment

type AmendmentProps = ReportActionsProps & { amendment: Amendment }

/** The main action of a ticket that is being amended. */
export function IssueAmendedButton({ amendment, ...props }: AmendmentProps) {
  const { online } = useNetwork()
  const { running, run } = useReportAction<'issue'>(props)
  const { issueAmended } = useReportCalls(props.postMortem)
  const { ask, dialog } = useConfirm()
  const issue = async () => {
    const question = {
      title: amendmentTexts.ask,
      text: amendmentTexts.explained(amendment.reason),
      confirmLabel: versionTexts.issue.confirm,
    }
    const { failed, done } = versionTexts.issue
    if (await ask(question)) await run('issue', () => issueAmended(), { failed, done })
  }
  return (
    <>
      <Button disabled={!online || running !== null} loading={running !== null} onClick={() => void issue()}>
        {amendmentTexts.issue}
      </Button>
      {dialog}
    </>
  )
}

/** The banner above a ticket that is being amended: reason, author, and the button to discard the amendment. */
export function AmendmentBanner({ amendment, ...props }: AmendmentProps) {
  const { online } = useNetwork()
  const { running, run } = useReportAction<'discard'>(props)
  const calls = useReportCalls(props.postMortem)
  const currentUser = useSession()
  const { ask, dialog } = useConfirm()
  const { reason, opened_at, opened_by } = amendment
  const name = opened_by && fullName(opened_by)
  const discard = async () => {
    const question = {
      title: amendmentTexts.askDiscard,
      text: amendmentTexts.discardExplained,
      confirmLabel: amendmentTexts.discard,
      isDangerous: true,
    }
    const outcome = { failed: versionTexts.notDone, done: amendmentTexts.discarded, discards: true }
    if (await ask(question)) await run('discard', () => calls.discardAmendment(), outcome)
  }
  const animalsWait =
    currentUser !== null &&
    amendmentToAllow(currentUser, 'animal.edit', toPermissionSubject(props.postMortem)) === 'end'
  return (
    <aside className="banner amendment" aria-label={amendmentTexts.title}>
      <b className="row">
        <IconPencilExclamation size={22} aria-hidden />
        {amendmentTexts.title}
      </b>
      <p>{versionTexts.reason(reason)}</p>
      <p className="hint">
        {amendmentTexts.since(name)} <DateTime at={opened_at} />. {amendmentTexts.hidden}
        {animalsWait && ` ${amendmentTexts.animalsWait}`}
      </p>
      {!online && <p className="hint">{versionTexts.needsConnection}</p>}
      <div className="actions">
        <Button
          variant="default"
          disabled={!online || running !== null}
          loading={running !== null}
          onClick={() => void discard()}
        >
          {amendmentTexts.discard}
        </Button>
      </div>
      {dialog}
    </aside>
  )
}
