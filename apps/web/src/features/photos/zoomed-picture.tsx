import { useState } from 'react'
import type { Markup } from '@chisholm/domain/markup'
import { texts } from '@chisholm/domain/texts'
import { MarkupLayer } from '../../ui/markup-layer.tsx'
import { useMarkupShown } from './markup-shown.ts'
import { photoTexts } from './photo-texts.ts'
import { usePhotoSource } from './use-photo-source.ts'
import type { View } from './zoom.ts'

/** A saved photo or a draft. */
export interface Picture {
  id: string
  name: string
  url: string
  /** A small square copy, which may be stored on this device. Drafts have none. */
  thumbnail?: string
  /** The server has lost the file. */
  lost?: boolean
  /** The name of its photo slot. */
  slotName?: string | undefined
  caption?: string | null | undefined
  markup?: Markup | null | undefined
}

interface ZoomedPictureProps {
  picture: Picture
  view: View
  onBroken: (() => void) | undefined
}

/** The photo with its drawing, or why it cannot be shown. */
export function ZoomedPicture({ picture, view, onBroken }: ZoomedPictureProps) {
  const { shown, noteBroken } = usePhotoSource(picture)
  const isMarkupShown = useMarkupShown()
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  if (picture.lost) return <p role="alert">{texts.other.photoLost}</p>
  if (shown === 'nothing') return <p role="alert">{texts.failure.getPhotos}</p>
  const { zoom, origin, pan } = view
  const style = {
    transform: `translate(${pan.x}px, ${pan.y}px) scale(${zoom})`,
    transformOrigin: `${origin.x * 100}% ${origin.y * 100}%`,
  }
  return (
    <>
      <img
        src={shown === 'small copy' ? picture.thumbnail : picture.url}
        alt={picture.caption ?? picture.name}
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
        onError={() => {
          noteBroken()
          onBroken?.()
        }}
        style={style}
      />
      {shown === 'small copy' && <p className="viewer-small-copy">{photoTexts.smallCopy}</p>}
      {shown === 'photo' && size && isMarkupShown && picture.markup && (
        <MarkupLayer markup={picture.markup} size={size} style={style} />
      )}
    </>
  )
}
