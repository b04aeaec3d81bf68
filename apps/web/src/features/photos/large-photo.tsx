import './photos.css'
import type { Photo } from '@chisholm/domain/schemas/post-mortems'
import { texts } from '@chisholm/domain/texts'
import { MarkupLayer } from '../../ui/markup-layer.tsx'
import { useMarkupShown } from './markup-shown.ts'
import { photoTexts } from './photo-texts.ts'
import { renewPhotoUrls } from './queries.ts'
import { usePhotoSource } from './use-photo-source.ts'

/** A photo with its drawing, for a frame that has a position. Without a connection the small copy at most. */
export function LargePhoto({ photo, alt }: { photo: Photo; alt: string }) {
  const { shown, noteBroken } = usePhotoSource(photo)
  const showsMarkup = useMarkupShown()
  const { width, height, markup } = photo
  if (photo.lost) return <span className="large-photo-text">{texts.other.photoLost}</span>
  if (shown === 'nothing') return <span className="large-photo-text">{texts.failure.getPhotos}</span>
  return (
    <>
      <img
        src={shown === 'photo' ? photo.image : photo.thumbnail}
        alt={alt}
        onError={() => {
          noteBroken()
          void renewPhotoUrls()
        }}
      />
      {shown === 'small copy' && <span className="large-photo-text">{photoTexts.smallCopy}</span>}
      {shown === 'photo' && showsMarkup && markup && width && height && (
        <MarkupLayer markup={markup} size={{ width, height }} />
      )}
    </>
  )
}
