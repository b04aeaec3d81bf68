/** The caption under a photo's tile. */
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
      {slotName && caption && <br />}
      {caption}
    </p>
  )
