import { formatLongDay } from '@chisholm/domain/dates'
import { isVet } from '@chisholm/domain/permissions'
import { formatRfid } from '@chisholm/domain/rfid'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { useSession } from '../../api/session.ts'
import { savedReportTexts } from './saved-report-texts.ts'
import { breedColorAndGroup } from './result-cards.tsx'
import { RecordLink, PostMortemLink } from './result-links.tsx'
import { animalTexts } from '../animals/index.ts'

export function ResultsTable({ animals }: { animals: Animal[] }) {
  const currentUser = useSession()
  const showsRecords = currentUser !== null && isVet(currentUser)
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
          {showsRecords && <th scope="col">{savedReportTexts.record}</th>}
        </tr>
      </thead>
      <tbody>
        {animals.map((animal) => (
          <tr key={animal.id}>
            <th scope="row">
              <PostMortemLink animal={animal} />
              {animal.tag && animal.rfid && <span className="hint">{formatRfid(animal.rfid)}</span>}
            </th>
            <td>{breedColorAndGroup(animal)}</td>
            <td className="number">{animal.weight !== null && animalTexts.kilograms(animal.weight)}</td>
            <td className="number">{animal.temperature !== null && animalTexts.degrees(animal.temperature)}</td>
            <td>{animal.customer_record_at && formatLongDay(animal.customer_record_at)}</td>
            {showsRecords && (
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
