import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'

const magicNumbers = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47],
]

/**
 * Checks type and size before a photo is stored or sent (specification 5: .jpg, .jpeg, .png).
 * @returns the error text, or null
 */
export async function validatePhoto(file: File): Promise<string | null> {
  const hasAcceptedName = constants.photo.accept.some((ending) => file.name.toLowerCase().endsWith(ending))
  const firstBytes = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  // the server would refuse a renamed file of another type only after the upload
  const hasAcceptedContent = magicNumbers.some((magicNumber) =>
    magicNumber.every((byte, index) => firstBytes[index] === byte),
  )
  if (!hasAcceptedName || !hasAcceptedContent) return texts.validation.photoType
  return file.size > constants.photo.maxBytes ? texts.validation.photoTooLarge : null
}
