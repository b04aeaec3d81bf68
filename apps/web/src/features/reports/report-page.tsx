import { Button, Loader } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { texts } from '@chisholm/domain/texts'
import { api } from '../../api/client.ts'
import { isAbsent } from '../../ui/absent.ts'
import { EmptyState, FailedState } from '../../ui/faces.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { Page } from '../../ui/page.tsx'
import { wordsOf } from '../../ui/toast.ts'
import { reportTexts } from './report-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { ticketQuery } from '../post-mortems/index.ts'

const PdfPages = lazy(() => import('./pdf-pages.tsx'))

const reportQuery = (ticketId: string) =>
  queryOptions({
    queryKey: ['report', ticketId],
    queryFn: async () => {
      const { report } = await api.get('/post-mortems/{id}/report', { id: ticketId })
      return Uint8Array.from(atob(report.report_data), (letter) => letter.charCodeAt(0))
    },
  })

/** Shows the report of a completed ticket and offers it for download. */
export function ReportPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const ticket = useQuery(ticketQuery(id))
  const report = useQuery({ ...reportQuery(id), enabled: ticket.data?.status === 'Completed' })
  const address = useObjectUrl(report.data)
  if (isAbsent(ticket.error)) return <NotFound />
  const number = ticket.data?.title
  return (
    <Page
      title={number ? reportTexts.titleOf(number) : reportTexts.title}
      back
      foot={
        address &&
        number && (
          <Button
            component="a"
            href={address}
            download={`PM-report-${number}.pdf`}
            leftSection={<IconFileDownload size={22} aria-hidden />}
          >
            {uiTexts.download}
          </Button>
        )
      }
    >
      {ticket.data && ticket.data.status !== 'Completed' && <EmptyState text={texts.refusal.reportNeedsCompletion} />}
      {ticket.isError && <FailedState text={texts.failure.getPostMortems} retry={() => void ticket.refetch()} />}
      {report.isError && (
        <FailedState text={wordsOf(report.error, texts.failure.generateReport)} retry={() => void report.refetch()} />
      )}
      {(ticket.isPending || report.isLoading) && <Working />}
      {report.data && number && (
        <Suspense fallback={<Working />}>
          <PdfPages pdf={report.data} />
        </Suspense>
      )}
    </Page>
  )
}

const Working = () => (
  <output className="empty">
    <Loader color="pine" />
    {reportTexts.working}
  </output>
)

/** An object URL of the bytes, revoked when the component unmounts. */
function useObjectUrl(bytes: Uint8Array<ArrayBuffer> | undefined): string | null {
  const address = useMemo(() => bytes && URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' })), [bytes])
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  return address ?? null
}
