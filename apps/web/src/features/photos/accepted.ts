import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'

const beginnings = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47],
]

/**
 * Says why a file cannot be a photo (specification 5: .jpg, .jpeg, .png), before it is kept or sent.
 * @returns the text to show, null when the file is fine
 */
export async function reasonToRefuse(file: File): Promise<string | null> {
  const named = constants.photo.accept.some((ending) => file.name.toLowerCase().endsWith(ending))
  const first = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  // a picture of another kind that was only renamed would be refused by the server, after the whole upload
  const pictured = beginnings.some((beginning) => beginning.every((byte, index) => first[index] === byte))
  if (!named || !pictured) return texts.validation.photoType
  return file.size > constants.photo.maxBytes ? texts.validation.photoTooLarge : null
}
