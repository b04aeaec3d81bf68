import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { SavedReport } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { keptQuery } from '../../api/kept.ts'
import { FailedState, Skeletons } from '../../ui/faces.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { Page } from '../../ui/page.tsx'
import { savedReportTexts } from './saved-report-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { reportQuery } from './queries.ts'
import { ReportBuilder } from './report-builder.tsx'
import type { KeptFilter } from './use-typed-filter.ts'

export const NewReportPage = () => <WithKept report={null} />

export function SavedReportPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const report = useQuery(reportQuery(id))
  if (report.data) return <WithKept key={id} report={report.data} />
  if (report.isError && 'status' in report.error && report.error.status === 404) return <NotFound />
  return (
    <Page title={uiTexts.animalReports} back="/a/reports">
      {report.isError ? (
        <FailedState text={texts.failure.getReports} retry={() => void report.refetch()} />
      ) : (
        <Skeletons />
      )}
    </Page>
  )
}

/** Restores an unsaved draft of the filter before it shows the builder. */
function WithKept({ report }: { report: SavedReport | null }) {
  const form = `animal report ${report?.id ?? 'new'}`
  const kept = useQuery(keptQuery<KeptFilter>(form))
  if (kept.isPending)
    return (
      <Page title={report?.name ?? savedReportTexts.newAnimalReport} back="/a/reports">
        {null}
      </Page>
    )
  return <ReportBuilder report={report} form={form} kept={kept.data ?? null} />
}
