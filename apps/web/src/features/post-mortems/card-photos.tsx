import type { PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import { postMortemTexts } from './post-mortem-texts.ts'

/** The first photo of each of the first animals, and the number of further photos. */
export function CardPhotos({ postMortem: { first_animals, photos } }: { postMortem: PostMortemCard }) {
  if (photos === 0) return null
  const shown = first_animals.flatMap(({ id, thumbnail }) => (thumbnail ? [{ id, thumbnail }] : []))
  const more = photos - shown.length
  return (
    <span className="card-photos" aria-hidden>
      {shown.map(({ id, thumbnail }) => (
        // Off-screen images are not loaded.
        <img key={id} src={thumbnail} alt="" loading="lazy" />
      ))}
      {more > 0 && <span>{shown.length > 0 ? `+${more}` : postMortemTexts.photoCount(more)}</span>}
    </span>
  )
}
