import { useQuery } from '@tanstack/react-query'
import type { SignIn } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { useEffect, useState } from 'react'
import { ApiFailure, api } from '../../api/client.ts'
import { toast, wordsOf } from '../../ui/toast.ts'
import { waysQuery } from './queries.ts'
import { passkeyWords, signWithPasskey } from './webauthn.ts'

export interface SecondStepProps {
  session: string
  onSignedIn: (answer: SignIn) => Promise<void>
  /** The challenge has expired: the user must enter the password again. */
  onOver: () => void
}

/** State of the second step. */
export function useSecondStep({ session, onSignedIn, onOver }: SecondStepProps) {
  const ways = useQuery(waysQuery(session))
  const [mistake, setMistake] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const isOver = ways.error instanceof ApiFailure && ways.error.status === 401
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver, onOver])

  const attempt = async (prove: () => Promise<object>, tell: (failure: unknown) => void) => {
    setMistake(null)
    setBusy(true)
    try {
      await onSignedIn(await api.post('/auth/second-factor', { session, ...(await prove()) }))
    } catch (failure) {
      setBusy(false)
      if (!(failure instanceof ApiFailure) || failure.status !== 401) return tell(failure)
      toast.failure(failure.message)
      onOver()
    }
  }
  const sendCode = (code: string) =>
    attempt(
      async () => ({ code }),
      (failure) => {
        if (failure instanceof ApiFailure && failure.status === 422) setMistake(failure.message)
        else toast.failure(wordsOf(failure, texts.failure.login))
      },
    )
  const signByPasskey = () =>
    attempt(
      async () => {
        // a challenge can be used once only
        const { data } = await ways.refetch({ throwOnError: true })
        if (!data?.passkey) throw new ApiFailure(422, texts.validation.passkeyRefused)
        return { passkey: await signWithPasskey(data.passkey) }
      },
      (failure) => toast.failure(passkeyWords(failure)),
    )
  return { ways, mistake, forgetMistake: () => setMistake(null), busy, sendCode, signByPasskey }
}
