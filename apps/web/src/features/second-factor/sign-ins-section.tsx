import { Button } from '@mantine/core'
import { IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnSignIn } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { api } from '../../api/client.ts'
import { forgetAll } from '../../api/kept.ts'
import { forgetLists } from '../../api/remembered.ts'
import { session } from '../../api/session.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { FailedState, Skeletons } from '../../ui/faces.tsx'
import { Moment } from '../../ui/moment.tsx'
import { toast, wordsOf } from '../../ui/toast.ts'
import { signInsQuery } from './queries.ts'
import { Section } from './section.tsx'
import { secondFactorTexts } from './second-factor-texts.ts'

/** The user's sessions, to end one or all. */
export function SignInsSection() {
  const signIns = useQuery(signInsQuery())
  const { ask, dialog } = useConfirm()
  const leave = useLeave()
  const endAll = async () => {
    if (
      !(await ask({ title: secondFactorTexts.askSignOutEverywhere, verb: secondFactorTexts.signOut, dangerous: true }))
    )
      return
    await leave(() => api.delete('/auth/sign-ins'))
  }
  return (
    <Section title={secondFactorTexts.signIns} hint={secondFactorTexts.signInsHint}>
      {signIns.isPending && <Skeletons count={1} height={72} />}
      {signIns.isError && <FailedState text={texts.failure.getSignIns} retry={() => void signIns.refetch()} />}
      {signIns.data && (
        <ul className="lines" aria-label={secondFactorTexts.signIns}>
          {signIns.data.map((signIn) => (
            <SignInLine key={signIn.id} signIn={signIn} />
          ))}
        </ul>
      )}
      <Button variant="default" onClick={() => void endAll()}>
        {secondFactorTexts.signOutEverywhere}
      </Button>
      {dialog}
    </Section>
  )
}

/** Ends the own session: on the server first, then the data on this device. */
function useLeave() {
  const queryClient = useQueryClient()
  return async (end: () => Promise<unknown>) => {
    try {
      await end()
    } catch (failure) {
      return toast.failure(wordsOf(failure, texts.failure.signOut))
    }
    await forgetAll()
    await forgetLists()
    session.clear()
    queryClient.clear()
  }
}

function SignInLine({ signIn: { id, device, source, last_used_at, current } }: { signIn: OwnSignIn }) {
  const queryClient = useQueryClient()
  const leave = useLeave()
  const Icon = /iPhone|iPad|Android/.test(device) ? IconDeviceMobile : IconDeviceLaptop
  const ask = () => api.delete('/auth/sign-ins/{id}', { id })
  const end = async () => {
    if (current) return leave(ask)
    try {
      await ask()
      await queryClient.invalidateQueries({ queryKey: signInsQuery().queryKey })
      toast.success(secondFactorTexts.signedOut(device))
      // the focused line is gone
      document.querySelector('h1')?.focus()
    } catch (failure) {
      toast.failure(wordsOf(failure, texts.failure.signOut))
    }
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
              {secondFactorTexts.lastUsed} <Moment at={last_used_at} />
            </>
          )}
          {source && ` · ${source}`}
        </p>
      </div>
      <Button variant="default" size="sm" aria-label={secondFactorTexts.signOutOf(device)} onClick={() => void end()}>
        {secondFactorTexts.signOut}
      </Button>
    </li>
  )
}
