import './security.css'
import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { FailedState, Skeletons } from '../../ui/faces.tsx'
import { SignInFrame } from '../auth/index.ts'
import { CodeForm } from './code-form.tsx'
import { type SecondStepProps, useSecondStep } from './use-second-step.ts'
import { passkeysWork } from './webauthn.ts'
import { secondFactorTexts } from './second-factor-texts.ts'

/** Second step of a sign-in: passkey, authenticator code or recovery code. */
export function SecondStep(props: SecondStepProps) {
  const { ways, mistake, forgetMistake, busy, sendCode, signByPasskey } = useSecondStep(props)
  const [recovering, setRecovering] = useState(false)
  const authenticator = ways.data?.authenticator === true
  const passkey = Boolean(ways.data?.passkey) && passkeysWork()
  // recovery codes are left when the passkey does not work on this host and there is no app
  const byRecoveryCode = recovering || !(authenticator || passkey)
  return (
    <SignInFrame title={secondFactorTexts.oneMoreStep}>
      <div>
        <h1>{secondFactorTexts.oneMoreStep}</h1>
        <p className="hint">{secondFactorTexts.showItIsYou}</p>
      </div>
      {ways.isPending && <Skeletons count={1} height={160} />}
      {ways.isError && !ways.data && <FailedState text={texts.failure.login} retry={() => void ways.refetch()} />}
      {passkey && !byRecoveryCode && (
        <Button
          variant={authenticator ? 'default' : 'filled'}
          leftSection={<IconFingerprint aria-hidden />}
          disabled={busy}
          onClick={() => void signByPasskey()}
        >
          {secondFactorTexts.withPasskey}
        </Button>
      )}
      {ways.data && (authenticator || byRecoveryCode) && (
        <CodeForm
          key={String(byRecoveryCode)}
          recovery={byRecoveryCode}
          mistake={mistake}
          busy={busy}
          onCode={sendCode}
        />
      )}
      <div className="stack">
        {(authenticator || passkey) && (
          <button
            type="button"
            className="text-link"
            onClick={() => {
              forgetMistake()
              setRecovering(!recovering)
            }}
          >
            {recovering ? secondFactorTexts.anotherWay : secondFactorTexts.withRecoveryCode}
          </button>
        )}
        <button type="button" className="text-link" onClick={props.onOver}>
          {secondFactorTexts.backToSignIn}
        </button>
      </div>
    </SignInFrame>
  )
}
