import './danger.css'
import { IconAlertTriangle } from '@tabler/icons-react'
import { isVet } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { useSession } from '../../api/session.ts'
import { useEntries } from '../library/index.ts'
import { dangerTexts } from './danger-texts.ts'

/** Banner for veterinarians if a diagnosis of the ticket is notifiable. */
export function NotifiableBanner({ postMortem }: { postMortem: PostMortem }) {
  const currentUser = useSession()
  return currentUser && isVet(currentUser) ? <NotifiableDiagnoses postMortem={postMortem} /> : null
}

function NotifiableDiagnoses({ postMortem }: { postMortem: PostMortem }) {
  const animals = postMortem.veterinary_record.veterinary_record_animals
  const ids = [...new Set(animals.flatMap(({ vet_diagnosis_id }) => vet_diagnosis_id ?? []))]
  const { entries = [] } = useEntries('diagnoses', ids)
  const notifiable = entries.filter((entry) => entry.notifiable && ids.includes(entry.id))
  if (notifiable.length === 0) return null
  return (
    <aside className="banner danger danger-banner" aria-label={dangerTexts.notifiable}>
      <IconAlertTriangle size={22} aria-hidden />
      <span>
        {dangerTexts.notifiable}
        {notifiable.map(({ id, name }) => (
          <i key={id}>{name}</i>
        ))}
      </span>
    </aside>
  )
}
