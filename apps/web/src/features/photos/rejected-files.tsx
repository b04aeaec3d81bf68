import type { PhotoDrafts } from './use-photo-drafts.ts'

/** Why files were refused, the last time that some were chosen. */
export const RejectedFiles = ({ photos: { rejectedFiles } }: { photos: Pick<PhotoDrafts, 'rejectedFiles'> }) =>
  rejectedFiles.length > 0 && (
    <ul className="photo-refused" role="alert">
      {rejectedFiles.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  )
