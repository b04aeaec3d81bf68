import { Button } from '@mantine/core'
import { IconCircleCheck, IconHistory, IconShieldCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { fullName } from '@chisholm/domain/full-name'
import type { ReportVersion } from '@chisholm/domain/schemas/report-versions'
import { DateTime } from '../../ui/date-time.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { codeInGroups } from './code-in-groups.ts'
import { VersionChanges } from './version-changes.tsx'
import { versionTexts } from './version-texts.ts'

const icon = { size: 15, stroke: 2.2, 'aria-hidden': true } as const

const VersionState = ({ isCurrent }: { isCurrent: boolean }) =>
  isCurrent ? (
    <span className="pill done">
      <IconCircleCheck {...icon} />
      {versionTexts.current}
    </span>
  ) : (
    <span className="pill draft">
      <IconHistory {...icon} />
      {versionTexts.superseded}
    </span>
  )

export const VersionRow = ({ version, reportPath }: { version: ReportVersion; reportPath: string }) => (
  <li className="report-version">
    <div className="row between">
      <b>{versionTexts.kindAndNumber(version)}</b>
      <VersionState isCurrent={version.superseded_at === null} />
    </div>
    <p className="hint">
      {versionTexts.issued} <DateTime at={version.issued_at} />
      {version.issued_by && ` ${versionTexts.issuedBy(fullName(version.issued_by))}`}
    </p>
    {version.reason && <p className="report-reason">{versionTexts.reason(version.reason)}</p>}
    {version.number > 1 && (
      <Disclosure className="" title={versionTexts.changes.title(version.number - 1)}>
        <VersionChanges versionId={version.id} />
      </Disclosure>
    )}
    <div className="row between">
      <Button
        renderRoot={(props) => <Link to={reportPath} search={{ version: version.id }} {...props} />}
        size="sm"
        mih={44}
        variant="default"
        aria-label={versionTexts.openOf(version.number)}
      >
        {versionTexts.open}
      </Button>
      <a
        className="report-code"
        href={`/verify/${version.code}`}
        target="_blank"
        rel="noreferrer"
        aria-label={versionTexts.verify(codeInGroups(version.code))}
      >
        <IconShieldCheck size={18} aria-hidden />
        {codeInGroups(version.code)}
      </a>
    </div>
  </li>
)
