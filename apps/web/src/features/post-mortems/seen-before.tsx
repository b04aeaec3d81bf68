import { useQuery } from '@tanstack/react-query'
import { formatLongDay } from '@chisholm/domain/dates'
import { parseRfid } from '@chisholm/domain/rfid'
import type { PostMortem } from '@chisholm/domain/schemas'
import { nameOfAnimal } from '../animals/index.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import { searchQuery } from './queries.ts'

const mostShown = 3

interface SeenBeforeProps {
  rfid: string
  postMortem: PostMortem
  animalId: string
  vetRoute: boolean
}

/** Asks whether an animal is already recorded in this or another ticket. It can be saved regardless. */
export function SeenBefore({ rfid: typed, postMortem, animalId, vetRoute }: SeenBeforeProps) {
  const parsed = parseRfid(typed)
  const rfid = parsed.ok && /^\d{15}$/.test(parsed.rfid) ? parsed.rfid : ''
  const query = { 'filter[veterinary_record_animals.rfid]': rfid, per_page: mostShown + 1 } as const
  const { data, isPlaceholderData } = useQuery({ ...searchQuery(query), enabled: rfid !== '' })
  if (!rfid) return null
  const here = postMortem.veterinary_record.veterinary_record_animals.find(
    (animal) => animal.rfid === rfid && animal.id !== animalId,
  )
  const others = ((!isPlaceholderData && data?.data) || []).filter(({ id }) => id !== postMortem.id).slice(0, mostShown)
  if (!here && others.length === 0) return null
  const pathOf = (id: string) => (vetRoute ? `/a/vet/ticketdetail/${id}` : `/a/postmortem/${id}`)
  return (
    <output className="banner seen-before">
      <span>
        {postMortemTexts.seenBefore.title}
        <ul>
          {here && <li>{postMortemTexts.seenBefore.here(nameOfAnimal(here))}</li>}
          {others.map(({ id, title, record_at }) => (
            <li key={id}>
              {/* another window, so that the input here stays */}
              <a href={pathOf(id)} target="_blank" rel="noreferrer">
                {title}
              </a>
              {record_at && `, ${formatLongDay(record_at)}`}
            </li>
          ))}
        </ul>
        {postMortemTexts.seenBefore.question}
      </span>
    </output>
  )
}
