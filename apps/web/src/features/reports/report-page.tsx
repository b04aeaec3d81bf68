import { Button, Loader } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { texts } from '@chisholm/domain/texts'
import { api } from '../../api/client.ts'
import { readableOffline } from '../../api/readable-offline.ts'
import { isNotFound } from '../../ui/is-not-found.ts'
import { EmptyState, FailedState } from '../../ui/states.tsx'
import { NotFoundPage } from '../../ui/not-found-page.tsx'
import { Page } from '../../ui/page.tsx'
import { errorMessage } from '../../ui/toast.ts'
import { reportTexts } from './report-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { DangerStrip, postMortemQuery } from '../post-mortems/index.ts'

const PdfPages = lazy(() => import('./pdf-pages.tsx'))

const reportQuery = (postMortemId: string) =>
  queryOptions({
    queryKey: ['report', postMortemId],
    queryFn: async () => {
      const { report } = await api.get('/post-mortems/{id}/report', { id: postMortemId })
      return Uint8Array.from(atob(report.report_data), (letter) => letter.charCodeAt(0))
    },
    meta: readableOffline,
  })

export function ReportPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const postMortem = useQuery(postMortemQuery(id))
  const hasReport = postMortem.data && (postMortem.data.status === 'Completed' || Boolean(postMortem.data.report))
  const report = useQuery({ ...reportQuery(id), enabled: hasReport === true })
  const url = useObjectUrl(report.data)
  if (isNotFound(postMortem.error)) return <NotFoundPage />
  const number = postMortem.data?.title
  return (
    <Page
      title={number ? reportTexts.titleOf(number) : reportTexts.title}
      back
      foot={
        url &&
        number && (
          <Button
            component="a"
            href={url}
            download={`PM-report-${number}.pdf`}
            leftSection={<IconFileDownload size={22} aria-hidden />}
          >
            {uiTexts.download}
          </Button>
        )
      }
    >
      <DangerStrip postMortem={postMortem.data} />
      {hasReport === false && <EmptyState text={texts.refusal.reportNeedsCompletion} />}
      {postMortem.isError && (
        <FailedState text={texts.failure.getPostMortems} onRetry={() => void postMortem.refetch()} />
      )}
      {report.isError && (
        <FailedState
          text={errorMessage(report.error, texts.failure.generateReport)}
          onRetry={() => void report.refetch()}
        />
      )}
      {(postMortem.isPending || report.isLoading) && <ReportLoading />}
      {report.data && number && (
        <Suspense fallback={<ReportLoading />}>
          <PdfPages pdf={report.data} />
        </Suspense>
      )}
    </Page>
  )
}

const ReportLoading = () => (
  <output className="empty">
    <Loader color="pine" />
    {reportTexts.working}
  </output>
)

/** An object URL of the bytes. It is revoked when the component unmounts. */
function useObjectUrl(bytes: Uint8Array<ArrayBuffer> | undefined): string | null {
  const url = useMemo(() => bytes && URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' })), [bytes])
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return url ?? null
}
