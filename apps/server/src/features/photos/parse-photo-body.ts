import { constants } from '@chisholm/domain/constants'
import { type Markup, parseMarkup } from '@chisholm/domain/markup'
import { validateText } from '@chisholm/domain/validation'
import { type Static, Type } from 'typebox'
import { BodyId, BodyText, readId, readText } from '../../http/body-fields.ts'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { invalid } from '../../http/app-error.ts'
import type { PhotoPatch } from './photos.queries.ts'

/** The fields of a photo that a request may change. */
export const PhotoBody = Type.Object({
  slot_id: Type.Optional(BodyId),
  caption: Type.Optional(BodyText),
  markup: Type.Optional(
    Type.Unsafe<unknown>({
      anyOf: [{ type: 'object' }, { type: 'string' }, { type: 'null' }],
      description: 'Shapes over the picture, as in responses; forms send JSON text. Empty clears them.',
    }),
  ),
})

const shape = { x: 0.25, y: 0.25, x2: 0.5, y2: 0.5, color: '#ffcc00' }
const markup: Markup = {
  version: 1,
  shapes: [
    { kind: 'arrow', ...shape },
    { kind: 'text', ...shape, text: 'Consolidated' },
  ],
}

export const photoChangeExamples = {
  slot: { id: exampleIds.photo, body: { slot_id: exampleIds.photoSlot, caption: 'Cranial lobe' } },
  markup: { id: exampleIds.photo, body: { markup } },
  clear: { id: exampleIds.photo, body: { slot_id: '', caption: '', markup: null } },
}

/** Parses the body of a change; fields that were not sent are omitted. @throws invalid */
export function parsePhotoBody(body: Static<typeof PhotoBody>): PhotoPatch {
  const slotId = readId('slot_id', body.slot_id)
  const caption = readText(body.caption)
  const error = validateText(caption ?? null, constants.photo.captionMax)
  if (error) throw invalid({ caption: [error] })
  return {
    ...(slotId !== undefined && { slot_id: slotId }),
    ...(caption !== undefined && { caption }),
    ...(body.markup !== undefined && { markup: readMarkup(body.markup) }),
  }
}

function readMarkup(sent: unknown): Markup | null {
  if (sent === null || sent === '') return null
  const parsed = parseMarkup(typeof sent === 'string' ? parseJson(sent) : sent)
  if ('error' in parsed) throw invalid({ markup: [parsed.error] })
  return parsed.value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
