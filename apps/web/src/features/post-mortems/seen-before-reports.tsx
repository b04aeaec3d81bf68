import { Button } from '@mantine/core'
import { can } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/schemas'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { seenBefore, type SeenBeforeReport, useSeenBefore } from '../../api/seen-before.ts'
import { useSession } from '../../api/session.ts'
import { outboxTexts } from '../../outbox-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { nameOfAnimal } from '../animals/index.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import { SeenTickets } from './seen-tickets.tsx'
import type { StepSearch } from './step-search-params.ts'

interface SeenBeforeReportsProps {
  postMortem: PostMortem
  /** The animal of the open form, which asks itself. */
  exceptAnimalId?: string
  vetRoute: boolean
  goToStep: (step: StepSearch) => void
}

/** Asks about animals that were saved before it was known that their RFID is recorded already. */
export function SeenBeforeReports({ postMortem, exceptAnimalId, vetRoute, goToStep }: SeenBeforeReportsProps) {
  const currentUser = useSession()
  const reports = useSeenBefore(postMortem.id).filter(({ animalId }) => !animalId || animalId !== exceptAnimalId)
  const mayEdit = currentUser !== null && can(currentUser, 'animal.edit', toPermissionSubject(postMortem))
  const animalOf = ({ animalId }: SeenBeforeReport) =>
    postMortem.veterinary_record.veterinary_record_animals.find(({ id }) => id === animalId)
  return reports.map((report) => {
    const animal = animalOf(report)
    // It has been deleted since.
    if (report.animalId && !animal) return null
    return (
      <section
        key={report.animalId ?? postMortem.id}
        className="banner seen-before refusal"
        aria-label={postMortemTexts.seenBefore.savedTitle(animal ? nameOfAnimal(animal) : null)}
      >
        <div role="alert">
          <SeenTickets report={report} name={animal ? nameOfAnimal(animal) : null} vetRoute={vetRoute} />
        </div>
        <div className="row">
          {animal && mayEdit && (
            <Button size="sm" mih={44} onClick={() => goToStep({ step: 'animal', animal: animal.id })}>
              {uiTexts.editOf(nameOfAnimal(animal))}
            </Button>
          )}
          <Button size="sm" mih={44} variant="default" onClick={() => seenBefore.dismiss(report)}>
            {outboxTexts.goOn}
          </Button>
        </div>
      </section>
    )
  })
}
