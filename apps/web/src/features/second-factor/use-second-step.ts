import { useQuery } from '@tanstack/react-query'
import type { SignIn } from '@chisholm/domain/schemas/sign-ins'
import { texts } from '@chisholm/domain/texts'
import { useEffect, useState } from 'react'
import { ApiError, api } from '../../api/client.ts'
import { toast } from '../../ui/toast.ts'
import { secondStepOptionsQuery } from './queries.ts'
import { passkeyErrorMessage, signWithPasskey } from './passkeys.ts'

export interface SecondStepProps {
  session: string
  onSignedIn: (answer: SignIn) => Promise<void>
  /** Called if the challenge has expired, so that the user must enter the password again. */
  onExpired: () => void
}

export function useSecondStep({ session, onSignedIn, onExpired }: SecondStepProps) {
  const options = useQuery(secondStepOptionsQuery(session))
  const [busy, setBusy] = useState(false)
  const isExpired = options.error instanceof ApiError && options.error.status === 401
  useEffect(() => {
    if (isExpired) onExpired()
  }, [isExpired, onExpired])

  /** An expired challenge leads back to the password. All other failures are thrown. */
  const signIn = async (buildProof: () => Promise<object>) => {
    try {
      await onSignedIn(await api.post('/auth/second-factor', { session, ...(await buildProof()) }))
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.status !== 401) throw failure
      toast.failure(failure.message)
      onExpired()
    }
  }
  const sendCode = (code: string) => signIn(async () => ({ code }))
  const signByPasskey = async () => {
    setBusy(true)
    try {
      await signIn(async () => {
        // A challenge can be used only once.
        const { data } = await options.refetch({ throwOnError: true })
        if (!data?.passkey) throw new ApiError(422, texts.validation.passkeyRefused)
        return { passkey: await signWithPasskey(data.passkey) }
      })
    } catch (failure) {
      toast.failure(passkeyErrorMessage(failure))
    } finally {
      setBusy(false)
    }
  }
  return { options, busy, sendCode, signByPasskey }
}
