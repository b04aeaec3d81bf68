import { useQuery } from '@tanstack/react-query'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { useEffect } from 'react'
import { digitsOf, seenBefore } from '../../api/seen-before.ts'
import { nameOfAnimal } from '../animals/index.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import { searchQuery } from './queries.ts'
import { mostSeenShown, SeenPostMortem } from './seen-post-mortems.tsx'

/** How long a question is on the screen before it counts as read. */
const readingTime = 1000

interface SeenBeforeProps {
  rfid: string
  postMortem: PostMortem
  animalId: string
  vetRoute: boolean
}

/** Asks whether an animal is already recorded in this or another ticket. It can be saved regardless. */
export function SeenBefore({ rfid: typed, postMortem, animalId, vetRoute }: SeenBeforeProps) {
  const rfid = digitsOf(typed)
  const query = { 'filter[veterinary_record_animals.rfid]': rfid, per_page: mostSeenShown + 1 } as const
  const { data, isPlaceholderData } = useQuery({ ...searchQuery(query), enabled: rfid !== '' })
  const here = postMortem.veterinary_record.veterinary_record_animals.find(
    (animal) => animal.rfid === rfid && animal.id !== animalId,
  )
  const found = rfid === '' || isPlaceholderData ? [] : (data?.data ?? [])
  const others = found.filter(({ id }) => id !== postMortem.id).slice(0, mostSeenShown)
  const isAsked = others.length > 0
  useMarkAsked(animalId, isAsked ? rfid : '')
  useMarkAsked(postMortem.id, here ? rfid : '')
  if (!rfid || (!here && !isAsked)) return null
  return (
    <output className="banner seen-before">
      <span>
        {postMortemTexts.seenBefore.title}
        <ul>
          {here && <li>{postMortemTexts.seenBefore.here(nameOfAnimal(here))}</li>}
          {others.map(({ id, title, record_at }) => (
            <SeenPostMortem key={id} id={id} day={record_at} vetRoute={vetRoute}>
              {title}
            </SeenPostMortem>
          ))}
        </ul>
        {postMortemTexts.seenBefore.question}
      </span>
    </output>
  )
}

/** Remembers a question that was there long enough to be read. Otherwise, it is asked again once the animal is saved. */
function useMarkAsked(id: string, rfid: string): void {
  useEffect(() => {
    if (!rfid) return undefined
    const timer = setTimeout(() => seenBefore.markAsked(id, rfid), readingTime)
    return () => clearTimeout(timer)
  }, [id, rfid])
}
