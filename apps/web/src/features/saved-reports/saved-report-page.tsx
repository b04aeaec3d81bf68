import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { SavedReport } from '@chisholm/domain/schemas/saved-reports'
import { texts } from '@chisholm/domain/texts'
import { useDraftClaim } from '../../api/draft-claims.ts'
import { QueryState } from '../../ui/states.tsx'
import { NotFoundPage } from '../../ui/not-found-page.tsx'
import { isNotFound } from '../../ui/is-not-found.ts'
import { Page } from '../../ui/page.tsx'
import { savedReportTexts } from './saved-report-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { reportQuery } from './queries.ts'
import { SavedReportEditor } from './saved-report-editor.tsx'
import type { FilterDraft } from './use-filter-draft.ts'

export const NewReportPage = () => <WithStoredDraft report={null} />

export function SavedReportPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const report = useQuery(reportQuery(id))
  if (report.data) return <WithStoredDraft key={id} report={report.data} />
  if (isNotFound(report.error)) return <NotFoundPage />
  return (
    <Page title={uiTexts.animalReports} back="/a/reports">
      <QueryState query={report} failureText={texts.failure.getReports} />
    </Page>
  )
}

/** Restores an unsaved draft of the filter before the editor is shown. Another tab has a filter of its own. */
function WithStoredDraft({ report }: { report: SavedReport | null }) {
  const draft = useDraftClaim<FilterDraft>(`animal report ${report?.id ?? 'new'}`)
  if (!draft)
    return (
      <Page title={report?.name ?? savedReportTexts.newAnimalReport} back="/a/reports">
        {null}
      </Page>
    )
  return <SavedReportEditor key={draft.name} report={report} draftKey={draft.name} draft={draft.typed} />
}
