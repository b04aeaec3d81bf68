import { Button } from '@mantine/core'
import { can } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { seenBefore, type SeenBeforeReport, useSeenBefore } from '../../api/seen-before.ts'
import { useSession } from '../../api/session.ts'
import { outboxTexts } from '../../outbox-texts.ts'
import { ExpandableList } from '../../ui/expandable-list.tsx'
import { uiTexts } from '../../ui-texts.ts'
import { nameOfAnimal } from '../animals/index.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import { mostSeenShown, SeenPostMortem, SeenPostMortems } from './seen-post-mortems.tsx'
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
  const animals = new Map(postMortem.veterinary_record.veterinary_record_animals.map((animal) => [animal.id, animal]))
  const reports = useSeenBefore(postMortem.id).flatMap((report) => {
    // It may have been renamed or deleted since.
    const animal = animals.get(report.animalId)
    return animal && animal.id !== exceptAnimalId ? [{ report, shown: { ...report, animal } }] : []
  })
  const shown = reports.map((one) => one.shown)
  const mayEdit = currentUser !== null && can(currentUser, 'animal.edit', toPermissionSubject(postMortem))
  if (reports.length === 0) return null
  const edit = (animalId: string) => goToStep({ step: 'animal', animal: animalId })
  const [first] = shown
  const isOne = first && shown.length === 1
  return (
    <section
      className="banner seen-before refusal"
      aria-label={
        isOne
          ? postMortemTexts.seenBefore.savedTitle([nameOfAnimal(first.animal)], 0)
          : postMortemTexts.seenBefore.severalTitle(shown.length)
      }
    >
      {isOne ? (
        <div role="alert">
          <SeenPostMortems reports={shown} vetRoute={vetRoute} />
        </div>
      ) : (
        <>
          <div role="alert">{postMortemTexts.seenBefore.severalTitle(shown.length)}</div>
          <div className="seen-animals">
            <ExpandableList>
              {shown.map((report) => (
                <SeenAnimal
                  key={report.animalId}
                  report={report}
                  vetRoute={vetRoute}
                  onEdit={mayEdit ? edit : undefined}
                />
              ))}
            </ExpandableList>
          </div>
          {postMortemTexts.seenBefore.severalQuestion}
        </>
      )}
      <div className="row">
        {isOne && mayEdit && (
          <Button size="sm" mih={44} onClick={() => edit(first.animalId)}>
            {uiTexts.editOf(nameOfAnimal(first.animal))}
          </Button>
        )}
        <Button
          size="sm"
          mih={44}
          variant="default"
          onClick={() => seenBefore.dismiss(reports.map(({ report }) => report))}
        >
          {outboxTexts.goOn}
        </Button>
      </div>
    </section>
  )
}

interface SeenAnimalProps {
  report: SeenBeforeReport
  vetRoute: boolean
  onEdit: ((animalId: string) => void) | undefined
}

/** One of several animals, with the tickets that have its RFID. */
function SeenAnimal({ report: { postMortemId, animal, animalId, seen }, vetRoute, onEdit }: SeenAnimalProps) {
  const tickets = [...new Map(seen.map((one) => [one.post_mortem_id, one])).values()]
  return (
    <li>
      <div>
        {nameOfAnimal(animal)}
        <ul>
          {tickets.slice(0, mostSeenShown).map(({ post_mortem_id, title, customer_record_at }) => (
            <SeenPostMortem key={post_mortem_id} id={post_mortem_id} day={customer_record_at} vetRoute={vetRoute}>
              {postMortemTexts.seenBefore.ticket(title, post_mortem_id === postMortemId)}
            </SeenPostMortem>
          ))}
        </ul>
      </div>
      {onEdit && (
        <Button
          size="sm"
          mih={44}
          variant="default"
          aria-label={uiTexts.editOf(nameOfAnimal(animal))}
          onClick={() => onEdit(animalId)}
        >
          {uiTexts.edit}
        </Button>
      )}
    </li>
  )
}
