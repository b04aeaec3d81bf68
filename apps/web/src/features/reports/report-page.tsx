import './report-page.css'
import { Button } from '@mantine/core'
import { IconFileDownload, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { texts } from '@chisholm/domain/texts'
import { isNotFound } from '../../ui/is-not-found.ts'
import { EmptyState, FailedState } from '../../ui/states.tsx'
import { NotFoundPage } from '../../ui/not-found-page.tsx'
import { Page } from '../../ui/page.tsx'
import { errorMessage } from '../../ui/toast.ts'
import { draftVersion, reportFileQuery } from './report-file-query.ts'
import { ReportLoading } from './report-loading.tsx'
import { reportTexts } from './report-texts.ts'
import { versionsQuery } from './version-queries.ts'
import { versionTexts } from './version-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { DangerBanner, postMortemQuery } from '../post-mortems/index.ts'

const loadPdfPages = () => import('./pdf-pages.tsx')
const PdfPages = lazy(loadPdfPages)

/** A ticket, the file of its report, and the version that this is. */
function useReport(id: string, version: string | undefined) {
  const postMortem = useQuery(postMortemQuery(id))
  const isIssued = postMortem.data && (postMortem.data.status === 'Completed' || Boolean(postMortem.data.report))
  const hasReport = postMortem.data && (version === draftVersion || isIssued)
  const report = useQuery({
    ...reportFileQuery(id, version),
    enabled: hasReport === true,
  })
  useNewVersion(version === undefined ? postMortem.data?.report?.id : undefined, report.refetch)
  const versions = useQuery({
    ...versionsQuery(id),
    enabled: isIssued === true && version !== undefined && version !== draftVersion,
  }).data
  return { postMortem, hasReport, report, shown: versions?.find((one) => one.id === version), newest: versions?.[0] }
}

/** Fetches the newest version again once another one is issued. @param newest  its id; undefined if it is not shown */
function useNewVersion(newest: string | undefined, refetch: () => Promise<unknown>): void {
  const before = useRef(newest)
  useEffect(() => {
    if (before.current !== undefined && newest !== undefined && newest !== before.current) void refetch()
    before.current = newest
  }, [newest, refetch])
}

/** The report of a ticket: its newest version, or the version or draft in the URL. */
export function ReportPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const { version }: { version?: string } = useSearch({ strict: false })
  // The code arrives while the report does. If it does not, the attempt that shows the pages reports it.
  useEffect(() => void loadPdfPages().catch(() => {}), [])
  const { postMortem, hasReport, report, shown, newest } = useReport(id, version)
  const url = useObjectUrl(report.data)
  if (isNotFound(postMortem.error)) return <NotFoundPage />
  const number = postMortem.data?.title
  return (
    <Page
      {...(number && shown && { headerTitle: versionTexts.pageHeader(number, shown.number) })}
      title={number ? titleOf(number, version, shown?.number) : reportTexts.title}
      back
      footer={url && number && <DownloadButton url={url} file={fileNameOf(number, version, shown?.number)} />}
    >
      <div className="report-page stack">
        <DangerBanner postMortem={postMortem.data} />
        {shown?.superseded_at && newest && (
          <p className="banner">
            <IconHistory size={20} aria-hidden />
            {versionTexts.replacedBy(newest.number)}
          </p>
        )}
        {hasReport === false && <EmptyState text={texts.refusal.reportNeedsCompletion} />}
        {postMortem.isLoadingError && (
          <FailedState text={texts.failure.getPostMortems} onRetry={() => void postMortem.refetch()} />
        )}
        {report.isLoadingError && (
          <FailedState
            text={errorMessage(report.error, texts.failure.generateReport)}
            onRetry={() => void report.refetch()}
          />
        )}
        {(postMortem.isPending || report.isLoading) && <ReportLoading postMortem={postMortem.data} />}
        {report.data && number && (
          <Suspense fallback={<ReportLoading />}>
            <PdfPages pdf={report.data} />
          </Suspense>
        )}
      </div>
    </Page>
  )
}

const DownloadButton = ({ url, file }: { url: string; file: string }) => (
  <Button component="a" href={url} download={file} leftSection={<IconFileDownload size={22} aria-hidden />}>
    {uiTexts.download}
  </Button>
)

function titleOf(ticket: string, version: string | undefined, number: number | undefined): string {
  if (version === draftVersion) return versionTexts.draftTitle(ticket)
  return number === undefined ? reportTexts.titleOf(ticket) : versionTexts.pageTitle(ticket, number)
}

function fileNameOf(ticket: string, version: string | undefined, number: number | undefined): string {
  if (version === draftVersion) return `PM-draft-${ticket}.pdf`
  return number === undefined ? `PM-report-${ticket}.pdf` : `PM-report-${ticket}-version-${number}.pdf`
}

/** An object URL of the bytes. It is revoked when the component unmounts. */
function useObjectUrl(bytes: Uint8Array<ArrayBuffer> | undefined): string | null {
  const url = useMemo(() => bytes && URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' })), [bytes])
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return url ?? null
}
