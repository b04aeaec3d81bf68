import './saved-reports.css'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { texts } from '@chisholm/domain/texts'
import { PagedList } from '../../ui/paged-list.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Page } from '../../ui/page.tsx'
import { savedReportTexts } from './saved-report-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { reportsQuery } from './queries.ts'
import { SavedReportRow } from './saved-report-row.tsx'

export function SavedReportsPage() {
  return (
    <Page title={uiTexts.animalReports} ownHeading>
      <h1 tabIndex={-1}>{uiTexts.animalReports}</h1>
      <p className="hint">{savedReportTexts.intro}</p>
      <ReportList />
    </Page>
  )
}

function ReportList() {
  const { page = 1 }: { page?: number } = useSearch({ strict: false })
  const reports = useQuery(reportsQuery(page))
  const navigate = useNavigate()
  const goTo = (next: number) => void navigate({ to: '/a/reports', search: { page: next } })
  const rowCount = reports.data?.data.length ?? 0
  const handleDeleted = () => {
    if (rowCount === 1 && page > 1) goTo(page - 1)
    // The row that had the focus was removed.
    document.querySelector('h1')?.focus()
  }
  return (
    <>
      <PagedList
        query={reports}
        page={page}
        onPage={goTo}
        failureText={texts.failure.getReports}
        empty={
          <EmptyState
            text={savedReportTexts.empty}
            action={
              <Button component={Link} to={'/a/reports/new'}>
                {savedReportTexts.newAnimalReport}
              </Button>
            }
          />
        }
        renderRow={(report) => <SavedReportRow report={report} onDeleted={handleDeleted} />}
        height={84}
      />
      {rowCount > 0 && (
        <Link to={'/a/reports/new'} className="fab" aria-label={savedReportTexts.newAnimalReport}>
          <IconPlus size={30} stroke={2.2} aria-hidden />
        </Link>
      )}
    </>
  )
}
