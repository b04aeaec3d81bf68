import { Link } from '@tanstack/react-router'
import { formatShortDay } from '@chisholm/domain/dates'
import { figureTexts } from '@chisholm/domain/key-figures'
import { lotTexts } from '@chisholm/domain/lot-figures'
import { isVet } from '@chisholm/domain/permissions'
import type { LotAnimal } from '@chisholm/domain/schemas'
import { useSession } from '../../api/session.ts'
import { CardSection } from '../../ui/card-section.tsx'
import { lotPageTexts as texts } from './lot-page-texts.ts'

/** The dead animals of a lot, each with its ticket. */
export function LotAnimals({ animals }: { animals: LotAnimal[] }) {
  const person = useSession()
  const to = person && isVet(person) ? '/a/vet/ticketdetail/$id' : '/a/postmortem/$id'
  return (
    <CardSection title={lotTexts.animals} hint={animals.length === 0 ? figureTexts.none : lotTexts.animalsHint}>
      <ul className="list lot-animals">
        {animals.map((animal) => (
          <li key={animal.id}>
            <Link to={to} params={{ id: animal.post_mortem.id }}>
              {texts.ticketOf(animal.tag ?? animal.rfid ?? lotTexts.noTag, animal.post_mortem.title)}
            </Link>
            <br />
            <span className="hint">
              {`${animal.diagnosis ?? texts.noDiagnosis}, ${texts.facts(formatShortDay(animal.date_of_death), animal.days_on_feed)}`}
            </span>
          </li>
        ))}
      </ul>
    </CardSection>
  )
}
