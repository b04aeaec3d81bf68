import { IconUsers } from '@tabler/icons-react'
import { fullName } from '@chisholm/domain/full-name'
import { examinationTexts } from './examination-texts.ts'
import { usePresence } from './use-presence.ts'

interface PresenceLineProps {
  postMortemId: string
  animalId: string
}

/** Shows who else has the examination of this animal open; changes are announced to screen readers. */
export function PresenceLine({ postMortemId, animalId }: PresenceLineProps) {
  const names = usePresence(postMortemId, animalId).map(fullName)
  return (
    <output className="presence">
      {names.length > 0 && (
        <span className="row">
          <IconUsers size={18} stroke={1.8} aria-hidden />
          {examinationTexts.hereToo(names)}
        </span>
      )}
    </output>
  )
}
