import { useQuery } from '@tanstack/react-query'
import type { Photo, PostMortem } from '@chisholm/domain/schemas'
import { photosOfAnimalsQuery } from '../photos/index.ts'

const animalsOf = (postMortem: PostMortem) => postMortem.veterinary_record.veterinary_record_animals
const countPhotos = (postMortem: PostMortem) => animalsOf(postMortem).reduce((sum, { photos }) => sum + photos, 0)

const maxPhotos = 4

/** The first animals whose photos fill a card. */
function firstWithPhotos(postMortem: PostMortem) {
  const withPhotos = animalsOf(postMortem).filter(({ photos }) => photos > 0)
  const lastNeeded = withPhotos.findIndex(
    (_, index) => withPhotos.slice(0, index + 1).reduce((sum, { photos }) => sum + photos, 0) >= maxPhotos,
  )
  return lastNeeded < 0 ? withPhotos : withPhotos.slice(0, lastNeeded + 1)
}

/** Photos for the cards of a list page, in one request after the list is shown. */
export function useCardPhotos(
  postMortems: readonly PostMortem[],
  wanted: boolean,
): (postMortem: PostMortem) => Photo[] {
  const animals = wanted ? postMortems.flatMap(firstWithPhotos) : []
  const { data } = useQuery(photosOfAnimalsQuery(animals))
  return (postMortem) => {
    const ids = new Set(animalsOf(postMortem).map(({ id }) => id))
    return (data ?? []).filter((photo) => ids.has(photo.media_attachable_id)).slice(0, maxPhotos)
  }
}

/** Thumbnails on a card; reserves their space while they load. */
export function CardPhotos({ postMortem, photos }: { postMortem: PostMortem; photos: Photo[] }) {
  const count = countPhotos(postMortem)
  if (count === 0) return null
  const shown = Math.min(count, maxPhotos)
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
