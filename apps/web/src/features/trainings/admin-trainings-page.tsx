import '../../ui/administration.css'
import { texts } from '@chisholm/domain/texts'
import { Link } from '@tanstack/react-router'
import { trainingEditorTexts } from './training-editor-texts.ts'
import { ListedPage } from '../../ui/listed-page.tsx'
import { MoveButtons } from '../../ui/move-buttons.tsx'
import { toast, wordsOf } from '../../ui/toast.ts'
import { type PlacedTraining, trainingPageQuery, useMoveTraining } from './queries.ts'

/** The trainings in the order in which readers see them, for Admins to edit. */
export const AdminTrainingsPage = () => (
  <ListedPage
    title={trainingEditorTexts.trainings}
    hint={trainingEditorTexts.orderHint}
    back="/a/admin"
    query={trainingPageQuery}
    empty={trainingEditorTexts.empty}
    failed={texts.failure.getTrainings}
    exports="trainings"
    exportQuery={(text) => ({ 'filter[title:like]': text })}
    add={{ to: '/a/admin/trainings/new', text: trainingEditorTexts.add }}
    row={trainingRow}
  />
)

const trainingRow = (training: PlacedTraining) => <TrainingRow training={training} />

function TrainingRow({ training: { id, title, description, place, last } }: { training: PlacedTraining }) {
  const move = useMoveTraining()
  const moveTo = async (position: number) => {
    try {
      await move.mutateAsync({ id, position })
    } catch (failure) {
      toast.failure(wordsOf(failure, texts.failure.saveTraining))
    }
  }
  return (
    <div className="card admin-row">
      <Link to="/a/admin/trainings/$id" params={{ id }}>
        <b>{title}</b>
        {description && <span className="hint">{description}</span>}
      </Link>
      {last > 1 && <MoveButtons name={title} place={place} last={last} onMove={(position) => void moveTo(position)} />}
    </div>
  )
}
