import { Link } from '@tanstack/react-router'
import { formatShortDay } from '@chisholm/domain/dates'
import { figureTexts } from '@chisholm/domain/key-figures'
import { lotTexts } from '@chisholm/domain/lot-figures'
import type { LotAnimal } from '@chisholm/domain/schemas'
import { CardSection } from '../../ui/card-section.tsx'
import { usePostMortemPath } from '../../ui/post-mortem-path.ts'
import { lotPageTexts as texts } from './lot-page-texts.ts'

/** The dead animals of a lot, each with its ticket. */
export function LotAnimals({ animals }: { animals: LotAnimal[] }) {
  const pathOf = usePostMortemPath()
  return (
    <CardSection title={lotTexts.animals} hint={animals.length === 0 ? figureTexts.none : lotTexts.animalsHint}>
      <ul className="list lot-animals">
        {animals.map((animal) => (
          <li key={animal.id}>
            <Link to={pathOf(animal.post_mortem.id)}>
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
