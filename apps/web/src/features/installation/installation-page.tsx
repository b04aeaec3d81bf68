import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Installation } from '@chisholm/domain/shapes'
import type { ReactNode } from 'react'
import { installationTexts } from './installation-texts.ts'
import { api } from '../../api/client.ts'
import { FailedState, Skeletons } from '../../ui/faces.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Page } from '../../ui/page.tsx'
import { Part } from '../../ui/part.tsx'
import { toast, wordsOf } from '../../ui/toast.ts'
import { FailedLetters } from './failed-letters.tsx'
import { installationQuery } from './queries.ts'
import { shownBytes } from './shown-bytes.ts'

/** Server status for Admins: storage, e-mail delivery, last backup. */
export function InstallationPage() {
  const { data, isPending, refetch } = useQuery(installationQuery())
  return (
    <Page title={installationTexts.title} back="/a/admin" ownHeading>
      <h1>{installationTexts.title}</h1>
      {data ? (
        <Facts installation={data} />
      ) : isPending ? (
        <Skeletons height={120} count={3} />
      ) : (
        <FailedState text={installationTexts.failed} retry={() => void refetch()} />
      )}
    </Page>
  )
}

function Facts({ installation }: { installation: Installation }) {
  const { version, database, storage, disk, last_backup, second_factor } = installation
  return (
    <>
      <Part title={installationTexts.server}>
        <dl className="facts">
          <Fact name={installationTexts.version}>{version}</Fact>
          <Fact name={installationTexts.database}>
            {installationTexts.sizeOf(shownBytes(database.bytes), installationTexts.databases[database.kind])}
          </Fact>
          <Fact name={installationTexts.storage}>
            {installationTexts.filesOf(
              shownBytes(storage.bytes),
              storage.files,
              installationTexts.storages[storage.kind],
            )}
          </Fact>
          <Fact name={installationTexts.disk}>{shownBytes(disk.free_bytes)}</Fact>
          <Fact name={installationTexts.backup}>
            {last_backup ? <Moment at={last_backup.at} /> : installationTexts.noBackup}
            {last_backup && `, ${installationTexts.backupIn(shownBytes(last_backup.bytes), last_backup.to)}`}
          </Fact>
          <Fact name={installationTexts.secondFactor}>{installationTexts.secondFactors[second_factor]}</Fact>
        </dl>
      </Part>
      <LettersPart installation={installation} />
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

function LettersPart({ installation }: { installation: Installation }) {
  const { queue, mail, failed_letters } = installation
  const queryClient = useQueryClient()
  const acting = useMutation({
    mutationFn: (path: '/installation/test-letter' | '/installation/retry-letters') => api.post(path, undefined),
    onSuccess: async ({ message }) => {
      toast.success(message)
      await queryClient.invalidateQueries({ queryKey: installationQuery().queryKey })
    },
    onError: (failure) => toast.failure(wordsOf(failure, installationTexts.letterFailed)),
  })
  const waits = failed_letters.some(({ next_try_at }) => next_try_at !== null)
  return (
    <Part title={installationTexts.letters} hint={installationTexts.mails[mail]}>
      <dl className="facts">
        <Fact name={installationTexts.waiting}>{queue.waiting + queue.active}</Fact>
        <Fact name={installationTexts.givenUp}>{queue.failed}</Fact>
      </dl>
      <FailedLetters letters={failed_letters} />
      <div className="part-actions">
        <Button
          variant="default"
          disabled={acting.isPending}
          onClick={() => acting.mutate('/installation/test-letter')}
        >
          {installationTexts.testLetter}
        </Button>
        {waits && (
          <Button
            variant="default"
            disabled={acting.isPending}
            onClick={() => acting.mutate('/installation/retry-letters')}
          >
            {installationTexts.retry}
          </Button>
        )}
      </div>
    </Part>
  )
}
