import './verify.css'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { VerifiedReport } from '@chisholm/domain/schemas/report-versions'
import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { DateOnly } from '../../ui/date-time.tsx'
import { isNotFound } from '../../ui/is-not-found.ts'
import { Logo } from '../../ui/logo.tsx'
import { FailedState, Skeletons } from '../../ui/states.tsx'
import { errorMessage } from '../../ui/toast.ts'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { uiTexts } from '../../ui-texts.ts'
import { codeInGroups } from './code-in-groups.ts'
import { CompareCopy } from './compare-copy.tsx'
import { verifyTexts } from './verify-texts.ts'

const verifyQuery = (code: string) =>
  queryOptions({
    queryKey: ['verify', code],
    queryFn: async () => (await api.get('/verify/{code}', { code })).data,
  })

/** Public verification of a report by its code: issuer, whether it is current, and whether a copy is unchanged. */
export function VerifyPage() {
  const { code = '' }: { code?: string } = useParams({ strict: false })
  const report = useQuery(verifyQuery(code))
  usePageTitle(verifyTexts.title)
  return (
    <div className="verify">
      <header>
        <Logo />
        {uiTexts.product}
      </header>
      <main>
        {!report.data && !isNotFound(report.error) && <h1>{verifyTexts.title}</h1>}
        {report.isPending && <Skeletons count={2} height={260} />}
        {isNotFound(report.error) ? (
          <Unknown />
        ) : (
          report.isError && (
            <FailedState text={errorMessage(report.error, verifyTexts.failed)} onRetry={() => void report.refetch()} />
          )
        )}
        {report.data && <Verified report={report.data} code={code} />}
      </main>
    </div>
  )
}

const Unknown = () => (
  <section className="card verify-result superseded">
    <Badge>
      <IconAlertTriangle size={36} aria-hidden />
    </Badge>
    <h1>{verifyTexts.unknown}</h1>
    <p>{verifyTexts.unknownExplained}</p>
  </section>
)

const Badge = ({ children }: { children: ReactNode }) => <div className="verify-badge">{children}</div>

function Verified({ report, code }: { report: VerifiedReport; code: string }) {
  const isCurrent = report.state === 'current'
  return (
    <>
      <section className={`card verify-result ${report.state}`}>
        <Badge>{isCurrent ? <IconCheck size={44} aria-hidden /> : <IconAlertTriangle size={36} aria-hidden />}</Badge>
        <h1>{isCurrent ? verifyTexts.current : verifyTexts.superseded}</h1>
        {!isCurrent && <p className="verify-replaced">{verifyTexts.replacedBy(report.current_number)}</p>}
        <p>{verifyTexts.issuedBy(report.provider)}</p>
        <dl>
          <dt>{verifyTexts.ticket}</dt>
          <dd>{report.title}</dd>
          <dt>{verifyTexts.version}</dt>
          <dd>{verifyTexts.versionOf(report)}</dd>
          <dt>{verifyTexts.issued}</dt>
          <dd>
            <DateOnly at={report.issued_at} />
          </dd>
          <dt>{verifyTexts.code}</dt>
          <dd className="verify-code">{codeInGroups(code)}</dd>
        </dl>
      </section>
      <CompareCopy sha256={report.sha256} />
      <p className="hint">{verifyTexts.proves}</p>
    </>
  )
}
