import { texts } from '@chisholm/domain/texts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { trainingEditorTexts } from './training-editor-texts.ts'
import { newId } from '../../api/new-id.ts'
import { isNotFound } from '../../ui/is-not-found.ts'
import { QueryState } from '../../ui/states.tsx'
import { NotFoundPage } from '../../ui/not-found-page.tsx'
import { Page } from '../../ui/page.tsx'
import { trainingQuery } from './queries.ts'
import { TrainingForm } from './training-form.tsx'

const blankTraining = () => ({
  id: newId(),
  title: '',
  description: null,
  pre_content: null,
  post_content: null,
  training_sections: [{ id: newId(), heading: '', content: '' }],
})

/** Creates a training under an id that is chosen here, so that a repeated request creates it once. */
export function NewTrainingPage() {
  const [training] = useState(blankTraining)
  return <TrainingForm training={training} isNew />
}

export function TrainingEditorPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const training = useQuery(trainingQuery(id))
  if (isNotFound(training.error)) return <NotFoundPage />
  if (training.data) return <TrainingForm key={id} training={training.data} />
  return (
    <Page title={trainingEditorTexts.edit} back="/a/admin/trainings">
      <QueryState query={training} failureText={texts.failure.getTrainings} />
    </Page>
  )
}
