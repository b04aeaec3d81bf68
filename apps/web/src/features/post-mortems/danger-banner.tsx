import './danger.css'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { DangerSign } from '@chisholm/domain/danger-signs'
import { isVet } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/schemas'
import { useSession } from '../../api/session.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { dangerTexts } from './danger-texts.ts'
import { DangerSignList } from './danger-sign-list.tsx'
import { signsOf } from './danger-signs-of.ts'
import { Authorities, CallPractice } from './who-to-call.tsx'

/** The banner at the top of every screen of a post-mortem with danger signs. */
export function DangerBanner({ postMortem }: { postMortem: PostMortem | undefined }) {
  const currentUser = useSession()
  if (!postMortem?.danger) return null
  const isPractice = currentUser !== null && isVet(currentUser)
  const signs = signsOf(postMortem)
  return (
    <aside className="banner danger danger-banner" aria-label={dangerTexts.banner}>
      <IconAlertTriangle size={22} aria-hidden />
      <div>
        {(isPractice ? dangerTexts.titlesForPractice : dangerTexts.titles)[postMortem.danger]}
        {signs.map(({ id, name }) => (
          <i key={id}>{name}</i>
        ))}
        {isPractice ? <Advice signs={signs} /> : <CallPractice />}
      </div>
    </aside>
  )
}

/** The practice is who clients call: it reads what they were told to do, and calls the authorities. */
function Advice({ signs }: { signs: readonly DangerSign[] }) {
  return (
    <Disclosure className="danger-advice" title={dangerTexts.whatToDo}>
      <DangerSignList signs={signs} />
      <Authorities />
    </Disclosure>
  )
}
