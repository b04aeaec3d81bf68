import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { outboxTexts } from '../../outbox-texts.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { AnimalDetails, nameOfAnimal, VetDiagnosis } from '../animals/index.ts'
import { ExaminationSummary } from './examine/examination-summary.tsx'
import { postMortemTexts } from './post-mortem-texts.ts'
import { animalsFromEntries } from './unsent-animal.ts'

/** The text of an entry that is not about the fields or the opinion of an animal; empty if it has none. */
function textOf(entry: OutboxEntry): string {
  switch (entry.kind) {
    case 'edit post-mortem':
      return entry.body.note ?? ''
    case 'write comment':
      return entry.body.text
    case 'skip photo':
      return entry.body.skipped_reason
    case 'edit photo':
      return entry.body.caption ?? ''
    case 'add sample': {
      const { container, test, lab, note } = entry.body
      return [container, test, lab, note].filter(Boolean).join(' · ')
    }
    default:
      return ''
  }
}

/** An entry may change other fields than the tag. */
const headingOf = (animal: Animal) =>
  animal.tag || animal.rfid ? nameOfAnimal(animal) : postMortemTexts.animalOfPostMortem

/** The texts of entries about something that the server no longer has, for reading. */
export function EnteredInput({ entries }: { entries: readonly OutboxEntry[] }) {
  const texts = entries.map((entry): [string, string] => [outboxTexts.kinds[entry.kind], textOf(entry)])
  return (
    <>
      {animalsFromEntries(entries).map((animal) => (
        <article key={animal.id} className="card">
          <h2>{headingOf(animal)}</h2>
          <AnimalDetails animal={animal} />
          <VetDiagnosis animal={animal} />
          {animal.examination && (
            <ExaminationSummary examination={animal.examination} diagnosisId={animal.vet_diagnosis_id} />
          )}
        </article>
      ))}
      {texts.some(([, text]) => text) && (
        <section className="card">
          <DescriptionList rows={texts} />
        </section>
      )}
    </>
  )
}
