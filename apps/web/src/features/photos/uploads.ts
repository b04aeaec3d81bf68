import { useState } from 'react'
import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { newId } from '../../api/new-id.ts'
import { wordsOf } from '../../ui/toast.ts'
import { uploadPhoto, useRefreshPhotos } from './queries.ts'

/** A file on its way to the server. */
export interface Upload {
  id: string
  file: File
  /** Address of the picture on this device. */
  preview: string
  /** From 0 to 1. */
  share: number
  /** Why it did not go through; it can be tried again. */
  failure: string | null
}

const isAccepted = (file: File) => constants.photo.accept.some((ending) => file.name.toLowerCase().endsWith(ending))

/** Sends files one after the other, each with its own progress; a failed one waits to be tried again. */
export function useUploads(animalId: string) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const refresh = useRefreshPhotos(animalId)
  const change = (id: string, next: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...next } : upload)))

  const send = async (upload: Upload): Promise<void> => {
    change(upload.id, { failure: null, share: 0 })
    try {
      await uploadPhoto(animalId, upload.id, upload.file, (share) => change(upload.id, { share }))
      await refresh()
      setUploads((all) => all.filter((one) => one.id !== upload.id))
      URL.revokeObjectURL(upload.preview)
    } catch (failure) {
      change(upload.id, { failure: wordsOf(failure, texts.failure.savePhoto) })
    }
  }
  const add = async (files: File[]): Promise<void> => {
    const chosen = files.map((file) => ({
      id: newId(),
      file,
      preview: URL.createObjectURL(file),
      share: 0,
      failure: isAccepted(file) ? null : texts.validation.photoType,
    }))
    setUploads((all) => [...all, ...chosen])
    for (const upload of chosen) if (!upload.failure) await send(upload)
  }
  const drop = (id: string) => setUploads((all) => all.filter((upload) => upload.id !== id))
  return { uploads, add, send, drop }
}
