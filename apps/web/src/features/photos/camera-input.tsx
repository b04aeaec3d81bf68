import type { ReactNode } from 'react'

interface CameraInputProps {
  className: string
  /** The accessible name, if it differs from the content. */
  name?: string
  onTake: (file: File) => void
  children: ReactNode
}

/** A label that opens the camera, or a file picker if there is no camera. */
export const CameraInput = ({ className, name, onTake, children }: CameraInputProps) => (
  <label className={className}>
    {children}
    {/* phones open the camera for MIME types only, not for file extensions */}
    <input
      className="visually-hidden"
      type="file"
      accept="image/jpeg,image/png"
      capture="environment"
      aria-label={name}
      onChange={(event) => {
        const [file] = event.currentTarget.files ?? []
        if (file) onTake(file)
        event.currentTarget.value = ''
      }}
    />
  </label>
)
