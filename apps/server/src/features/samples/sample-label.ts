import { dayOf, type Zone } from '@chisholm/domain/dates'
import { formatRfid } from '@chisholm/domain/rfid'
import type { Sample } from '@chisholm/domain/schemas/samples'
import type { Context } from '../../http/context.ts'
import { renderLabel } from '../../pdf/render-label.ts'

/** Renders the label of a sample, a page for each copy. @param zone  of the site, in which its day is printed */
export async function renderSampleLabel(
  ctx: Context,
  sample: Sample,
  { copies, zone }: { copies: number; zone: Zone },
): Promise<Buffer> {
  const provider = await ctx.provider(ctx.db)
  const { tag, rfid } = sample.animal
  return renderLabel({
    code: sample.label,
    provider: provider.name ?? '',
    lines: [
      sample.sample_kind.name,
      tag ?? '',
      rfid ? formatRfid(rfid) : '',
      [sample.title, sample.taken_at && dayOf(sample.taken_at, zone)].filter(Boolean).join(' · '),
    ].filter(Boolean),
    copies,
  })
}
