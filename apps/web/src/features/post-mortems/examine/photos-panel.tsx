import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { useLayer } from '../../../ui/use-layer.ts'
import { LargePhoto, PhotoViewer } from '../../photos/index.ts'
import { examinationTexts } from './examination-texts.ts'
import { scrollToMiddle } from './scroll-to-middle.ts'

interface PhotosPanelProps {
  animal: Animal
  current: number
  onMove: (to: number) => void
}

/** The photos of an animal: one large, the others below. */
export function PhotosPanel({ animal, current, onMove }: PhotosPanelProps) {
  const viewer = useLayer('examined photos')
  const photos = animal.medias ?? []
  const photo = photos[current]
  if (!photo) return <p className="hint">{examinationTexts.noPhotos}</p>
  const slotName = animal.photo_slots.find(({ slot_id }) => slot_id === photo.slot_id)?.name
  const slot = slotName ?? photo.caption
  return (
    <section className="stack" aria-label={examinationTexts.photos}>
      <button type="button" className="examine-photo" onClick={viewer.open} aria-label={examinationTexts.enlarge}>
        <LargePhoto key={photo.id + photo.image} photo={photo} alt={slot ?? photo.name} />
      </button>
      <div className="row between examine-photo-row">
        <ActionIcon
          variant="default"
          aria-label={examinationTexts.previousPhoto}
          disabled={current === 0}
          onClick={() => onMove(current - 1)}
        >
          <IconChevronLeft aria-hidden />
        </ActionIcon>
        <span className="hint">{examinationTexts.photo(slot, current + 1, photos.length)}</span>
        <ActionIcon
          variant="default"
          aria-label={examinationTexts.nextPhoto}
          disabled={current === photos.length - 1}
          onClick={() => onMove(current + 1)}
        >
          <IconChevronRight aria-hidden />
        </ActionIcon>
      </div>
      {photos.length > 1 && (
        <ul className="examine-thumbnails">
          {photos.map(({ id, thumbnail, name }, index) => (
            <li key={id} ref={index === current ? scrollToMiddle : undefined}>
              <button
                type="button"
                aria-current={index === current || undefined}
                aria-label={examinationTexts.photo(null, index + 1, photos.length)}
                onClick={() => onMove(index)}
              >
                <img src={thumbnail} alt={name} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {viewer.isOpen && (
        <PhotoViewer
          picture={{ ...photo, url: photo.image, slotName }}
          index={current}
          total={photos.length}
          onMove={onMove}
          onClose={() => void viewer.close()}
        />
      )}
    </section>
  )
}
