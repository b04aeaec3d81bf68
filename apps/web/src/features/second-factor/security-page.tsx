import './security.css'
import { IconShieldCheck, IconShieldExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isAdmin } from '@chisholm/domain/permissions'
import type { Protection } from '@chisholm/domain/schemas/sign-ins'
import { texts } from '@chisholm/domain/texts'
import { useSession } from '../../api/session.ts'
import { QueryState } from '../../ui/states.tsx'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { uiTexts } from '../../ui-texts.ts'
import { AuthenticatorSection } from './authenticator-section.tsx'
import { PasskeySection } from './passkey-section.tsx'
import { protectionQuery } from './queries.ts'
import { RecoveryCodes, RecoverySection } from './recovery-section.tsx'
import { ResetSection } from './reset-section.tsx'
import { SignInsSection } from './sign-ins-section.tsx'
import { arePasskeysSupported } from './passkeys.ts'
import { secondFactorTexts } from './second-factor-texts.ts'

export function SecurityPage() {
  const protection = useQuery(protectionQuery())
  const currentUser = useSession()
  return (
    <Page title={uiTexts.security} back="/a/profile" ownHeading>
      <h1 tabIndex={-1}>{uiTexts.security}</h1>
      <QueryState query={protection} failureText={texts.failure.getProtection} count={2} height={160} />
      {protection.data && <Factors protection={protection.data} />}
      {!protection.isPending && <SignInsSection />}
      {!protection.isPending && currentUser && isAdmin(currentUser) && (
        <ResetSection currentUser={{ id: currentUser.uuid, roles: currentUser.roles }} />
      )}
    </Page>
  )
}

function Factors({ protection }: { protection: Protection }) {
  const [codes, setCodes] = useState<string[] | null>(null)
  // The dialog with the codes is enough, and a toast must not cover it.
  const showAdded = (added: string[] | null) => (added ? setCodes(added) : toast.success(texts.success.factorAdded))
  const isProtected = protection.authenticator || protection.passkeys.length > 0
  const isSetupRequired = protection.required && !isProtected
  return (
    <>
      <ProtectionStatus isProtected={isProtected} required={protection.required} />
      <PasskeySection passkeys={protection.passkeys} onAdded={showAdded} isUrgent={isSetupRequired} />
      <AuthenticatorSection
        isOn={protection.authenticator}
        usedAt={protection.authenticator_used_at}
        onAdded={showAdded}
        isUrgent={isSetupRequired && !arePasskeysSupported()}
      />
      {isProtected && <RecoverySection left={protection.recovery_codes} onCodes={setCodes} />}
      <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />
    </>
  )
}

function ProtectionStatus({ isProtected, required }: { isProtected: boolean; required: boolean }) {
  if (isProtected)
    return (
      <p className="banner good">
        <IconShieldCheck stroke={1.8} aria-hidden />
        {secondFactorTexts.isProtected}
      </p>
    )
  if (!required) return <p className="hint">{secondFactorTexts.notProtected}</p>
  return (
    <p className="banner">
      <IconShieldExclamation stroke={1.8} aria-hidden />
      {secondFactorTexts.mustProtect}
    </p>
  )
}
