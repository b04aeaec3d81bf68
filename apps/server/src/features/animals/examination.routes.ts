import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { texts } from '@chisholm/domain/texts'
import { readFlag, readText } from '../../http/body-fields.ts'
import { readIfMatch } from '../../http/etag.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { timeZoneOfAnimal, type WithCorrection } from '../post-mortems/index.ts'
import { replyWithAnimal } from './animal-reply.ts'
import { changeWithCorrection, requireAnimalToExamine } from './animals.ts'
import { schemas } from './animals.schemas.ts'
import { examineAnimal } from './examine-animal.ts'
import { parseExamination } from './parse-examination.ts'
import { reportPresence } from './presence.ts'
import { skipPhotoSlot } from './skip-photo-slot.ts'

/** Work on one animal at the carcass: its examination, who is at it, and photos that are not possible. */
export const examinationRoutes =
  (withCorrection: WithCorrection): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.put('/veterinary-record-animals/:id/examination', { schema: schemas.examine }, (request, reply) => {
      const { id } = request.params
      return handleWrite(request, reply, async (ctx) => {
        await requireAnimalToExamine(ctx, id)
        const sent = parseExamination(request.body, await timeZoneOfAnimal(ctx, id))
        await changeWithCorrection(withCorrection, ctx, id, () => examineAnimal(ctx, id, sent, readIfMatch(request)))
        return replyWithAnimal(ctx, reply, id, texts.success.dataUpdated)
      })
    })

    app.put('/veterinary-record-animals/:id/presence', { schema: schemas.presence }, (request, reply) => {
      const { id } = request.params
      return handleWrite(request, reply, async (ctx) => {
        await requireAnimalToExamine(ctx, id)
        const isHere = readFlag('here', request.body.here) ?? true
        return { success: true, data: await reportPresence(ctx, id, isHere) }
      })
    })

    app.put(
      '/veterinary-record-animals/:id/photo-slots/:slot_id',
      { schema: schemas.skipPhotoSlot },
      (request, reply) => {
        const { id, slot_id } = request.params
        const reason = readText(request.body.skipped_reason) ?? null
        return handleWrite(request, reply, async (ctx) => {
          await changeWithCorrection(withCorrection, ctx, id, () =>
            skipPhotoSlot(ctx, id, slot_id, reason, readIfMatch(request)),
          )
          return replyWithAnimal(ctx, reply, id, texts.success.dataUpdated)
        })
      },
    )
  }
