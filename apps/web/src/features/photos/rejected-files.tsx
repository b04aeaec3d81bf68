import type { PhotoDrafts } from './use-photo-drafts.ts'

/** The errors of the last chosen files. */
export const RejectedFiles = ({ photos: { rejectedFiles } }: { photos: Pick<PhotoDrafts, 'rejectedFiles'> }) =>
  rejectedFiles.length > 0 && (
    <ul className="photo-refused" role="alert">
      {rejectedFiles.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  )
