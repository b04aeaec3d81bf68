import '../../ui/administration.css'
import { texts } from '@chisholm/domain/texts'
import { Link } from '@tanstack/react-router'
import { trainingEditorTexts } from './training-editor-texts.ts'
import { ListPage } from '../../ui/list-page.tsx'
import { MoveButtons } from '../../ui/move-buttons.tsx'
import { attempt } from '../../ui/toast.ts'
import { type PositionedTraining, trainingPageQuery, useMoveTraining } from './queries.ts'

/** The trainings in the order in which readers see them, for Admins to edit. */
export const AdminTrainingsPage = () => (
  <ListPage
    title={trainingEditorTexts.trainings}
    hint={trainingEditorTexts.orderHint}
    back="/a/admin"
    query={trainingPageQuery}
    emptyText={trainingEditorTexts.empty}
    failureText={texts.failure.getTrainings}
    exports="trainings"
    exportQuery={(text) => ({ 'filter[title:like]': text })}
    add={{ to: '/a/admin/trainings/new', text: trainingEditorTexts.add }}
    renderRow={trainingRow}
  />
)

const trainingRow = (training: PositionedTraining) => <TrainingRow training={training} />

function TrainingRow({ training: { id, title, description, rank, count } }: { training: PositionedTraining }) {
  const move = useMoveTraining()
  const moveTo = async (position: number) => {
    await attempt(() => move.mutateAsync({ id, position }), texts.failure.saveTraining)
  }
  return (
    <div className="card admin-row">
      <Link to="/a/admin/trainings/$id" params={{ id }}>
        <b>{title}</b>
        {description && <span className="hint">{description}</span>}
      </Link>
      {count > 1 && <MoveButtons name={title} position={rank} lastPosition={count} onMove={moveTo} />}
    </div>
  )
}
