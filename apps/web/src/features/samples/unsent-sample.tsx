import { IconCloudUp } from '@tabler/icons-react'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { outboxTexts } from '../../outbox-texts.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { nameOfAnimal } from '../animals/index.ts'
import type { UnsentSample } from './sample-queries.ts'
import { sampleTexts } from './sample-texts.ts'

/** An unsent sample of this device. The server assigns its label. */
export function UnsentSampleRow({ entry, animals }: { entry: UnsentSample; animals: readonly Animal[] }) {
  const { veterinary_record_animal_id, sample_kind_id, taken_at, container, test, lab, note } = entry.body
  const animal = animals.find(({ id }) => id === veterinary_record_animal_id)
  const details = [animal && nameOfAnimal(animal), container, test, lab, note]
  return (
    <li className="sample">
      <div className="row between">
        <b>{entry.names[sample_kind_id] ?? sampleTexts.title}</b>
        <span className="pill warn">
          <IconCloudUp size={15} stroke={2.2} aria-hidden />
          {entry.refusal ? outboxTexts.refused : outboxTexts.waiting}
        </span>
      </div>
      <p className="hint">{details.filter(Boolean).join(' · ')}</p>
      <p className="meta">
        {taken_at && (
          <span>
            {sampleTexts.taken} <DateTime at={taken_at} />
          </span>
        )}
        <span>{sampleTexts.labelLater}</span>
      </p>
    </li>
  )
}
