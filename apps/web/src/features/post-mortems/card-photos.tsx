import { useQuery } from '@tanstack/react-query'
import type { Photo, PostMortem } from '@chisholm/domain/shapes'
import { photosOfAnimalsQuery } from '../photos/index.ts'

const animalsOf = (ticket: PostMortem) => ticket.veterinary_record.veterinary_record_animals
const countOf = (ticket: PostMortem) => animalsOf(ticket).reduce((sum, { photos }) => sum + photos, 0)

const most = 4

/** The first animals whose photos fill a card. */
function firstWithPhotos(ticket: PostMortem) {
  const withPhotos = animalsOf(ticket).filter(({ photos }) => photos > 0)
  const enough = withPhotos.findIndex(
    (_, index) => withPhotos.slice(0, index + 1).reduce((sum, { photos }) => sum + photos, 0) >= most,
  )
  return enough < 0 ? withPhotos : withPhotos.slice(0, enough + 1)
}

/** Photos for the cards of a list page, in one request after the list is shown. */
export function useCardPhotos(tickets: readonly PostMortem[], wanted: boolean): (ticket: PostMortem) => Photo[] {
  const animals = wanted ? tickets.flatMap(firstWithPhotos) : []
  const { data } = useQuery(photosOfAnimalsQuery(animals))
  return (ticket) => {
    const ids = new Set(animalsOf(ticket).map(({ id }) => id))
    return (data ?? []).filter((photo) => ids.has(photo.media_attachable_id)).slice(0, most)
  }
}

/** Thumbnails on a card; reserves their space while they load. */
export function CardPhotos({ ticket, photos }: { ticket: PostMortem; photos: Photo[] }) {
  const count = countOf(ticket)
  if (count === 0) return null
  const shown = Math.min(count, most)
  return (
    <span className="card-photos" aria-hidden>
      {Array.from({ length: shown }, (_, index) => {
        const photo = photos[index]
        // images below the fold are not loaded
        return photo ? <img key={photo.id} src={photo.thumbnail} alt="" loading="lazy" /> : <i key={String(index)} />
      })}
      {count > shown && <span>+{count - shown}</span>}
    </span>
  )
}
