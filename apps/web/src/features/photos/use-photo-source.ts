import { useEffect, useState } from 'react'

interface PhotoFiles {
  /** A small square copy, which may be stored on this device. Drafts have none. */
  thumbnail?: string
}

/** The source of a large photo: without a connection, at most the small copy. */
export function usePhotoSource({ thumbnail }: PhotoFiles) {
  const [broken, setBroken] = useState(0)
  useEffect(() => {
    const loadAgain = () => setBroken(0)
    addEventListener('online', loadAgain)
    return () => removeEventListener('online', loadAgain)
  }, [])
  const shown = broken === 0 ? 'photo' : broken === 1 && thumbnail ? 'small copy' : 'nothing'
  return { shown, noteBroken: () => setBroken((before) => before + 1) } as const
}
