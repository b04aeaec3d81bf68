/** The beginning of a caption under a photo's tile; the viewer shows all of it. */
export const PhotoCaption = ({
  slotName,
  caption,
}: {
  slotName: string | undefined
  caption: string | null | undefined
}) =>
  (slotName || caption) && (
    <p className="photo-caption">
      {slotName && <b>{slotName}</b>}
      {caption && <span>{caption}</span>}
    </p>
  )
