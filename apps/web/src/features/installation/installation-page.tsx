import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Installation } from '@chisholm/domain/schemas/installation'
import type { ReactNode } from 'react'
import { installationTexts } from './installation-texts.ts'
import { api } from '../../api/client.ts'
import { QueryState } from '../../ui/states.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Page } from '../../ui/page.tsx'
import { CardSection } from '../../ui/card-section.tsx'
import { toast, toastFailure } from '../../ui/toast.ts'
import { FailedEmails } from './failed-emails.tsx'
import { installationQuery } from './queries.ts'
import { formatBytes } from '../../ui/format-bytes.ts'

/** Shows Admins the state of the server: storage, e-mail delivery and last backup. */
export function InstallationPage() {
  const installation = useQuery(installationQuery())
  return (
    <Page title={installationTexts.title} back="/a/admin" ownHeading>
      <h1>{installationTexts.title}</h1>
      <QueryState query={installation} failureText={installationTexts.failed} height={120} count={3} />
      {installation.data && <InstallationDetails installation={installation.data} />}
    </Page>
  )
}

function InstallationDetails({ installation }: { installation: Installation }) {
  const { version, database, storage, disk, last_backup, second_factor } = installation
  return (
    <>
      <CardSection title={installationTexts.server}>
        <dl className="description-list">
          <DescriptionRow name={installationTexts.version}>{version}</DescriptionRow>
          <DescriptionRow name={installationTexts.database}>
            {installationTexts.sizeOf(formatBytes(database.bytes), installationTexts.databases[database.kind])}
          </DescriptionRow>
          <DescriptionRow name={installationTexts.storage}>
            {installationTexts.filesOf(
              formatBytes(storage.bytes),
              storage.files,
              installationTexts.storages[storage.kind],
            )}
          </DescriptionRow>
          <DescriptionRow name={installationTexts.disk}>{formatBytes(disk.free_bytes)}</DescriptionRow>
          <DescriptionRow name={installationTexts.backup}>
            {last_backup ? <DateTime at={last_backup.at} /> : installationTexts.noBackup}
            {last_backup && `, ${installationTexts.backupIn(formatBytes(last_backup.bytes), last_backup.to)}`}
          </DescriptionRow>
          <DescriptionRow name={installationTexts.secondFactor}>
            {installationTexts.secondFactors[second_factor]}
          </DescriptionRow>
        </dl>
      </CardSection>
      <EmailsSection installation={installation} />
    </>
  )
}

const DescriptionRow = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

function EmailsSection({ installation }: { installation: Installation }) {
  const { queue, mail, failed_emails } = installation
  const queryClient = useQueryClient()
  const emailAction = useMutation({
    mutationFn: (path: '/installation/test-email' | '/installation/retry-emails') => api.post(path, undefined),
    onSuccess: async ({ message }) => {
      toast.success(message)
      await queryClient.invalidateQueries({ queryKey: installationQuery().queryKey })
    },
    onError: toastFailure(installationTexts.emailFailed),
  })
  const hasRetryable = failed_emails.some(({ next_try_at }) => next_try_at !== null)
  return (
    <CardSection title={installationTexts.emails} hint={installationTexts.mails[mail]}>
      <dl className="description-list">
        <DescriptionRow name={installationTexts.waiting}>{queue.waiting + queue.active}</DescriptionRow>
        <DescriptionRow name={installationTexts.givenUp}>{queue.failed}</DescriptionRow>
      </dl>
      <FailedEmails emails={failed_emails} />
      <div className="part-actions">
        <Button
          variant="default"
          disabled={emailAction.isPending}
          onClick={() => emailAction.mutate('/installation/test-email')}
        >
          {installationTexts.testEmail}
        </Button>
        {hasRetryable && (
          <Button
            variant="default"
            disabled={emailAction.isPending}
            onClick={() => emailAction.mutate('/installation/retry-emails')}
          >
            {installationTexts.retry}
          </Button>
        )}
      </div>
    </CardSection>
  )
}
