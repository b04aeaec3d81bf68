import { longDay } from '@chisholm/domain/dates'
import { isVet } from '@chisholm/domain/permissions'
import { shownRfid } from '@chisholm/domain/rfid'
import type { Animal } from '@chisholm/domain/shapes'
import { useSession } from '../../api/session.ts'
import { savedReportTexts } from './saved-report-texts.ts'
import { kindOf } from './result-cards.tsx'
import { RecordLink, TicketLink } from './result-links.tsx'
import { animalTexts } from '../animals/animal-texts.ts'

/** The result animals as a table. */
export function ResultsTable({ animals }: { animals: Animal[] }) {
  const person = useSession()
  const records = person !== null && isVet(person)
  return (
    <table className="results-table card">
      <thead>
        <tr>
          <th scope="col">{savedReportTexts.animal}</th>
          <th scope="col">{animalTexts.breedColorGroup}</th>
          <th scope="col" className="number">
            {savedReportTexts.filters.weight}
          </th>
          <th scope="col" className="number">
            {savedReportTexts.filters.temperature}
          </th>
          <th scope="col">{savedReportTexts.filters.date}</th>
          {records && <th scope="col">{savedReportTexts.record}</th>}
        </tr>
      </thead>
      <tbody>
        {animals.map((animal) => (
          <tr key={animal.id}>
            <th scope="row">
              <TicketLink animal={animal} />
              {animal.tag && animal.rfid && <span className="hint">{shownRfid(animal.rfid)}</span>}
            </th>
            <td>{kindOf(animal)}</td>
            <td className="number">{animal.weight !== null && animalTexts.kilograms(animal.weight)}</td>
            <td className="number">{animal.temperature !== null && animalTexts.degrees(animal.temperature)}</td>
            <td>{animal.customer_record_at && longDay(animal.customer_record_at)}</td>
            {records && (
              <td>
                <RecordLink animal={animal} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
