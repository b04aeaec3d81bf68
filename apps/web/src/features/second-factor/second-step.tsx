import './security.css'
import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { QueryState } from '../../ui/states.tsx'
import { SignInLayout } from '../auth/index.ts'
import { CodeForm } from './code-form.tsx'
import { type SecondStepProps, useSecondStep } from './use-second-step.ts'
import { arePasskeysSupported } from './passkeys.ts'
import { secondFactorTexts } from './second-factor-texts.ts'

/** The second step of a sign-in: passkey, authenticator code or recovery code. */
export function SecondStep(props: SecondStepProps) {
  const { options, busy, sendCode, signByPasskey } = useSecondStep(props)
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false)
  const authenticator = options.data?.authenticator === true
  const passkey = Boolean(options.data?.passkey) && arePasskeysSupported()
  // If the passkey does not work on this host and there is no app, only recovery codes are left.
  const asksRecoveryCode = usesRecoveryCode || !(authenticator || passkey)
  return (
    <SignInLayout title={secondFactorTexts.oneMoreStep}>
      <div>
        <h1>{secondFactorTexts.oneMoreStep}</h1>
        <p className="hint">{secondFactorTexts.showItIsYou}</p>
      </div>
      <QueryState query={options} failureText={texts.failure.login} count={1} height={160} />
      {passkey && !asksRecoveryCode && (
        <Button
          variant={authenticator ? 'default' : 'filled'}
          leftSection={<IconFingerprint aria-hidden />}
          disabled={busy}
          onClick={() => void signByPasskey()}
        >
          {secondFactorTexts.withPasskey}
        </Button>
      )}
      {options.data && (authenticator || asksRecoveryCode) && (
        <CodeForm key={String(asksRecoveryCode)} isRecovery={asksRecoveryCode} onCode={sendCode} />
      )}
      <div className="stack">
        {(authenticator || passkey) && (
          <button type="button" className="text-link" onClick={() => setUsesRecoveryCode(!usesRecoveryCode)}>
            {usesRecoveryCode ? secondFactorTexts.anotherWay : secondFactorTexts.withRecoveryCode}
          </button>
        )}
        <button type="button" className="text-link" onClick={props.onExpired}>
          {secondFactorTexts.backToSignIn}
        </button>
      </div>
    </SignInLayout>
  )
}
