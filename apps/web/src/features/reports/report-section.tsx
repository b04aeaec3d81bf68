import './report-versions.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { CardSection } from '../../ui/card-section.tsx'
import { FailedState, Skeletons } from '../../ui/states.tsx'
import { amendmentBannerId } from './index.ts'
import { ReportButtons } from './report-buttons.tsx'
import { type ReportActionsProps } from './use-report-action.ts'
import { VersionRow } from './version-row.tsx'
import { versionsQuery } from './version-queries.ts'
import { versionTexts } from './version-texts.ts'

interface ReportSectionProps extends ReportActionsProps {
  /** Whether to show the buttons of veterinarians. */
  vetRoute: boolean
  reportPath: string
}

/** The issued versions of a ticket's report. Clients see the section after the first issue. */
export function ReportSection({ vetRoute, reportPath, ...props }: ReportSectionProps) {
  const { postMortem } = props
  const isIssued = postMortem.status === 'Completed' || Boolean(postMortem.report)
  const versions = useQuery({ ...versionsQuery(postMortem.id), enabled: isIssued })
  useScrollToNewAmendment(Boolean(postMortem.amendment))
  if (!vetRoute && !isIssued) return null
  return (
    <CardSection title={versionTexts.title}>
      {versions.isLoading && <Skeletons height={60} count={1} />}
      {versions.isError && !versions.data && (
        <FailedState text={versionTexts.failed} onRetry={() => void versions.refetch()} />
      )}
      {(!isIssued || versions.data?.length === 0) && (
        <p className="hint">{vetRoute ? `${versionTexts.none} ${versionTexts.notSeenYet}` : versionTexts.none}</p>
      )}
      {versions.data && versions.data.length > 0 && (
        <ul className="report-versions">
          {versions.data.map((version) => (
            <VersionRow key={version.id} version={version} reportPath={reportPath} />
          ))}
        </ul>
      )}
      {vetRoute && <ReportButtons {...props} reportPath={reportPath} />}
    </CardSection>
  )
}

/** Scrolls to the banner at the top of the ticket when an amendment is opened here. */
function useScrollToNewAmendment(isAmending: boolean): void {
  const wasAmending = useRef(isAmending)
  useEffect(() => {
    if (isAmending && !wasAmending.current)
      document.getElementById(amendmentBannerId)?.scrollIntoView({ block: 'center' })
    wasAmending.current = isAmending
  }, [isAmending])
}
