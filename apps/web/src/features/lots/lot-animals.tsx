import { Link } from '@tanstack/react-router'
import { formatRecentDay } from '@chisholm/domain/short-dates'
import { today } from '../../api/cached-provider.ts'
import { animalsHint, lotTexts } from '@chisholm/domain/lot-figures'
import type { LotSummary } from '@chisholm/domain/schemas/lot-summary'
import { CardSection } from '../../ui/card-section.tsx'
import { usePostMortemPath } from '../../api/use-post-mortem-path.ts'
import type { DeathsSearch } from '../insight/index.ts'
import { lotPageTexts as texts } from './lot-page-texts.ts'

interface LotAnimalsProps {
  summary: LotSummary
  /** All deaths of the lot. */
  all: DeathsSearch
}

/** The dead animals of a lot, each with its ticket. */
export function LotAnimals({ summary, all }: LotAnimalsProps) {
  const { animals, totals } = summary
  const pathOf = usePostMortemPath()
  return (
    <CardSection title={lotTexts.animals} hint={animalsHint(summary)}>
      <ul className="list lot-animals">
        {animals.map((animal) => (
          <li key={animal.id}>
            <Link to={pathOf(animal.post_mortem.id)}>
              {texts.ticketOf(animal.tag ?? animal.rfid ?? lotTexts.noTag, animal.post_mortem.title)}
            </Link>
            <br />
            <span className="hint">
              {`${animal.diagnosis ?? texts.noDiagnosis}, ${texts.summary(formatRecentDay(animal.date_of_death, today()), animal.days_on_feed)}`}
            </span>
          </li>
        ))}
      </ul>
      {totals.deaths > animals.length && (
        <Link to="/a/insight/deaths" search={{ ...all }} className="all-deaths">
          {texts.allDeaths(totals.deaths)}
        </Link>
      )}
    </CardSection>
  )
}
