import { IconCalendar, IconTemperature, IconWeight } from '@tabler/icons-react'
import { formatRecentDay } from '@chisholm/domain/short-dates'
import { today } from '../../api/cached-provider.ts'
import { formatRfid } from '@chisholm/domain/rfid'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { RecordLink, PostMortemLink } from './result-links.tsx'
import { animalTexts } from '../animals/index.ts'

/** The animals that were found, as cards that link to their tickets. */
export const ResultCards = ({ animals }: { animals: Animal[] }) => (
  <ul className="list">
    {animals.map((animal) => (
      <li key={animal.id} className="card report-row">
        <div className="stack grow" style={{ gap: 6 }}>
          <PostMortemLink animal={animal} className="whole-card" />
          {animal.tag && animal.rfid && <span className="hint">{formatRfid(animal.rfid)}</span>}
          <span>{breedColorAndGroup(animal)}</span>
          <span className="meta">
            {animal.weight !== null && (
              <span>
                <IconWeight size={17} aria-hidden />
                {animalTexts.kilograms(animal.weight)}
              </span>
            )}
            {animal.temperature !== null && (
              <span>
                <IconTemperature size={17} aria-hidden />
                {animalTexts.degrees(animal.temperature)}
              </span>
            )}
            {animal.customer_record_at && (
              <span>
                <IconCalendar size={17} aria-hidden />
                {formatRecentDay(animal.customer_record_at, today())}
              </span>
            )}
          </span>
        </div>
        <RecordLink animal={animal} />
      </li>
    ))}
  </ul>
)

/** The known values of breed, colour and group. */
export const breedColorAndGroup = (animal: Animal) =>
  [animal.breed, animal.animal_color, animal.animal_group].flatMap((entry) => (entry ? [entry.name] : [])).join(', ')
