import { type AnimalId, newId, type SampleId, type UserId } from '../database/ids.ts'
import type { ResultFlag } from '@chisholm/domain/samples'

const hour = 3_600_000
const day = 24 * hour

/** A sample, with the days since its ticket was completed. */
interface DemoSample {
  kind: string
  container: string
  test: string
  sentAfter: number | null
  result?: { after: number; flag: ResultFlag; text: string }
}

const samples: DemoSample[] = [
  { kind: 'Lung, fresh', container: 'Sterile bag, cooled', test: 'Bacterial culture', sentAfter: 0.2 },
  { kind: 'Lung, fixed', container: 'Formalin jar', test: 'Histology', sentAfter: null },
  {
    kind: 'Ear notch',
    container: 'Plain tube',
    test: 'BVD antigen',
    sentAfter: 0.2,
    result: { after: 1.5, flag: 'negative', text: 'BVD virus antigen not found.' },
  },
  {
    kind: 'Eye fluid',
    container: 'Clear tube, frozen',
    test: 'Nitrate',
    sentAfter: 0.1,
    result: { after: 1, flag: 'positive', text: 'Nitrate 45 mg/l: consistent with nitrate poisoning.' },
  },
]

interface CompletedAnimal {
  id: AnimalId
  completed_at: Date
  vetId: UserId
}

/**
 * Samples of the animals that were completed last: some are still at the laboratory, some results arrived after the
 * report.
 */
export function generateSamples(animals: CompletedAnimal[], kinds: { id: string; name: string }[], now: Date) {
  const newestFirst = animals.toSorted((one, other) => other.completed_at.getTime() - one.completed_at.getTime())
  return samples.flatMap(({ kind, container, test, sentAfter, result }, index) => {
    const animal = newestFirst[Math.floor(index / 2)]
    const sampleKind = kinds.find(({ name }) => name === kind)
    if (!animal || !sampleKind) return []
    const after = (days: number) => new Date(Math.min(animal.completed_at.getTime() + days * day, now.getTime()))
    const taken_at = new Date(animal.completed_at.getTime() - hour)
    return {
      id: newId<SampleId>(taken_at.getTime()),
      animal_id: animal.id,
      sample_kind_id: sampleKind.id,
      container,
      test,
      lab: 'Prairie Diagnostics',
      taken_at,
      created_at: taken_at,
      created_by_id: animal.vetId,
      sent_at: sentAfter === null ? null : after(sentAfter),
      received_at: sentAfter === null ? null : after(sentAfter + 0.5),
      result: result?.text ?? null,
      result_flag: result?.flag ?? null,
      result_at: result ? after(result.after) : null,
    }
  })
}
