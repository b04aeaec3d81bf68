import { Button } from '@mantine/core'
import { IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnSignIn } from '@chisholm/domain/schemas/sign-ins'
import { texts } from '@chisholm/domain/texts'
import { api } from '../../api/client.ts'
import { session } from '../../api/session.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { QueryState } from '../../ui/states.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { attempt, errorMessage, toast } from '../../ui/toast.ts'
import { calendarFeedQuery } from '../calendar-feeds/index.ts'
import { stopPush } from '../notifications/index.ts'
import { clearSession, deleteUserData, describeLossAtSignOut } from '../sign-out/index.ts'
import { signInsQuery } from './queries.ts'
import { SecuritySection } from './security-section.tsx'
import { secondFactorTexts } from './second-factor-texts.ts'

/** The user's sessions, with buttons that end one or all. */
export function SignInsSection() {
  const signIns = useInfiniteQuery(signInsQuery())
  const { data: feed } = useQuery(calendarFeedQuery)
  const { ask, dialog } = useConfirm()
  const endAll = async () => {
    const text = await describeLossAtSignOut(currentOwner())
    if (!(await ask({ ...signOutQuestion, title: secondFactorTexts.askSignOutEverywhere, text }))) return
    await endOwnSession(() => api.delete('/auth/sign-ins'))
  }
  return (
    <SecuritySection title={secondFactorTexts.signIns} hint={secondFactorTexts.signInsHint}>
      <QueryState query={signIns} failureText={texts.failure.getSignIns} count={1} height={72} />
      {signIns.data && (
        <ul className="lines" aria-label={secondFactorTexts.signIns}>
          {signIns.data.map((signIn) => (
            <SignInLine key={signIn.id} signIn={signIn} />
          ))}
        </ul>
      )}
      <LoadMore list={signIns} />
      {feed && <p className="hint">{secondFactorTexts.calendarGoesOn}</p>}
      <Button variant="default" onClick={() => void endAll()}>
        {secondFactorTexts.signOutEverywhere}
      </Button>
      {dialog}
    </SecuritySection>
  )
}

const signOutQuestion = { confirmLabel: secondFactorTexts.signOut, isDangerous: true } as const
const currentOwner = () => session.read()?.uuid ?? ''

/** Ends the current session: on the server first, then the data on this device. */
async function endOwnSession(end: () => Promise<unknown>): Promise<void> {
  // Another request may notice the end of the session first.
  const owner = currentOwner()
  try {
    await end()
  } catch (failure) {
    toast.failure(errorMessage(failure, texts.failure.signOut))
    return
  }
  await deleteUserData(owner)
  await clearSession()
  await stopPush().catch(() => undefined)
}

function SignInLine({ signIn: { id, device, source, last_used_at, current } }: { signIn: OwnSignIn }) {
  const queryClient = useQueryClient()
  const { ask, dialog } = useConfirm()
  const Icon = /iPhone|iPad|Android/.test(device) ? IconDeviceMobile : IconDeviceLaptop
  const revoke = () => api.delete('/auth/sign-ins/{id}', { id })
  const end = async () => {
    if (current) {
      const text = await describeLossAtSignOut(currentOwner())
      if (text && !(await ask({ ...signOutQuestion, title: texts.other.unsavedChanges, text }))) return
      await endOwnSession(revoke)
      return
    }
    if (!(await attempt(revoke, texts.failure.signOut))) return
    await queryClient.invalidateQueries({ queryKey: signInsQuery().queryKey })
    toast.success(secondFactorTexts.signedOut(device))
    // The row that had the focus is gone.
    document.querySelector('h1')?.focus()
  }
  return (
    <li>
      <Icon stroke={1.8} aria-hidden />
      <div className="grow">
        <b>{device}</b>
        <p className="hint">
          {current ? (
            secondFactorTexts.thisDevice
          ) : (
            <>
              {secondFactorTexts.lastUsed} <DateTime at={last_used_at} />
            </>
          )}
          {source && ` · ${source}`}
        </p>
      </div>
      <Button variant="default" size="sm" aria-label={secondFactorTexts.signOutOf(device)} onClick={() => void end()}>
        {secondFactorTexts.signOut}
      </Button>
      {dialog}
    </li>
  )
}
