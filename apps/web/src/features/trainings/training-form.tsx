import '../../ui/administration.css'
import { Button, Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { Training } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { sectionField, trainingMistakes } from '@chisholm/domain/trainings'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { trainingEditorTexts } from './training-editor-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { api } from '../../api/client.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { toast, wordsOf } from '../../ui/toast.ts'
import { usePageForm } from '../../ui/use-page-form.ts'
import { useDeleteTraining, useForgetTrainings } from './queries.ts'
import { SectionFields } from './section-fields.tsx'
import { TrainingBody } from './training-text.tsx'

const list = '/a/admin/trainings'

const typedTraining = (training: Training) => ({
  title: training.title,
  description: training.description ?? '',
  pre_content: training.pre_content ?? '',
  post_content: training.post_content ?? '',
  training_sections: training.training_sections,
})

interface TrainingFormProps {
  training: Training
  /** Not saved yet. */
  isNew?: boolean
}

/** Edits a training and previews it. */
export function TrainingForm({ training, isNew = false }: TrainingFormProps) {
  const navigate = useNavigate()
  const forgetRead = useForgetTrainings()
  const [previewed, setPreviewed] = useState(false)
  /** Section ids in their order at the last validation, because errors refer to sections by index. */
  const [checkedIds, setCheckedIds] = useState<string[]>([])
  const form = usePageForm({
    before: typedTraining(training),
    check: (typed) => {
      setCheckedIds(typed.training_sections.map(({ id }) => id))
      return trainingMistakes(typed)
    },
    send: (typed) =>
      isNew
        ? api.post('/trainings', { ...typed, id: training.id })
        : api.put('/trainings/{id}', typed, { id: training.id }),
    failed: texts.failure.saveTraining,
    long: true,
    onSaved: () => {
      toast.success(texts.success.dataUpdated)
      void forgetRead()
      void navigate({ to: list })
    },
  })
  const { typed, set, mistake } = form
  const text = (name: 'title' | 'description' | 'pre_content' | 'post_content') => ({
    label: trainingEditorTexts[name],
    ...form.field(name),
  })
  return (
    <FormPage
      title={isNew ? trainingEditorTexts.newTraining : trainingEditorTexts.edit}
      back={list}
      form={form}
      verb={uiTexts.save}
      button={
        <Button variant="default" onClick={() => setPreviewed(true)}>
          {trainingEditorTexts.preview}
        </Button>
      }
      below={!isNew && <DeleteTraining training={training} onDelete={form.forget} />}
    >
      <TextInput {...text('title')} />
      <Textarea {...text('description')} description={trainingEditorTexts.descriptionHint} minRows={1} />
      <Textarea {...text('pre_content')} />
      <SectionFields
        sections={typed.training_sections}
        onChange={(training_sections) => set({ training_sections })}
        mistake={mistake('training_sections')}
        mistakeOf={(id, field) => mistake(sectionField(checkedIds.indexOf(id), field))}
      />
      <Textarea {...text('post_content')} />
      <Dialog opened={previewed} onClose={() => setPreviewed(false)} title={trainingEditorTexts.previewTitle}>
        <div className="preview">
          <p className="preview-title">{typed.title.trim() || trainingEditorTexts.untitled}</p>
          <TrainingBody training={typed} />
        </div>
      </Dialog>
    </FormPage>
  )
}

function DeleteTraining({ training, onDelete }: { training: Training; onDelete: () => void }) {
  const navigate = useNavigate()
  const remove = useDeleteTraining()
  const { ask, dialog } = useConfirm()
  const deleteTraining = async () => {
    const question = {
      title: trainingEditorTexts.askDelete(training.title),
      text: trainingEditorTexts.deleteFollows,
      verb: trainingEditorTexts.delete,
    }
    if (!(await ask({ ...question, dangerous: true }))) return
    try {
      await remove.mutateAsync(training.id)
      onDelete()
      toast.success(texts.success.dataUpdated)
      void navigate({ to: list })
    } catch (failure) {
      toast.failure(wordsOf(failure, texts.failure.deleteTraining))
    }
  }
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={20} aria-hidden />}
        loading={remove.isPending}
        onClick={() => void deleteTraining()}
      >
        {trainingEditorTexts.deleteThis}
      </Button>
      {dialog}
    </>
  )
}
