import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { photoTexts } from './photo-texts.ts'

const beginnings = [/^\xff\xd8\xff/, /^\x89PNG/, /^RIFF[^]{4}WEBP/, /^[^]{4}ftyp(?!avi[fs])/]

/**
 * Checks type and size before a photo is stored or sent (decisions.md section 6: JPEG, PNG, WebP, HEIC).
 * @returns the error text, or null
 */
export async function validatePhoto(file: File): Promise<string | null> {
  const hasAcceptedName = constants.photo.accept.some((ending) => file.name.toLowerCase().endsWith(ending))
  const beginning = await file
    .slice(0, 12)
    .arrayBuffer()
    // of a service like iCloud, or deleted since it was chosen
    .catch(() => null)
  if (!beginning) return photoTexts.unreadable
  const firstBytes = String.fromCharCode(...new Uint8Array(beginning))
  // the server would reject a renamed file of another type only after the upload
  const hasAcceptedContent = beginnings.some((pattern) => pattern.test(firstBytes))
  if (!hasAcceptedName || !hasAcceptedContent) return texts.validation.photoType
  return file.size > constants.photo.maxBytes ? texts.validation.photoTooLarge : null
}
