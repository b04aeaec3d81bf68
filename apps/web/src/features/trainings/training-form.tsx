import '../../ui/administration.css'
import { Button, Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { Training } from '@chisholm/domain/schemas/trainings'
import { texts } from '@chisholm/domain/texts'
import { sectionField, type TrainingFields, validateTraining } from '@chisholm/domain/trainings'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { trainingEditorTexts } from './training-editor-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { changeCurrent } from '../../api/change-current.ts'
import { api, buildUrl } from '../../api/client.ts'
import { createOrChange } from '../../api/create-or-change.ts'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { editedList, fromDraftList, mergeList } from '../../ui/edited-list.ts'
import { FormPage } from '../../ui/form-page.tsx'
import { toast } from '../../ui/toast.ts'
import { usePageForm } from '../../ui/use-page-form.ts'
import { useDeleteTraining, useInvalidateTrainings } from './queries.ts'
import { SectionFields } from './section-fields.tsx'
import { TrainingBody } from './training-body.tsx'

const listPath = '/a/admin/trainings'

const toFormValues = (training: Training) => ({
  id: training.id,
  title: training.title,
  description: training.description ?? '',
  pre_content: training.pre_content ?? '',
  post_content: training.post_content ?? '',
  training_sections: editedList(training.training_sections),
})
type TrainingFormValues = ReturnType<typeof toFormValues>

const toFields = ({ training_sections, ...fields }: TrainingFormValues) => ({
  ...fields,
  training_sections: training_sections.now,
})

/** Saves what was changed on top of the sections that others saved meanwhile. */
const saveChanges = (id: string, { training_sections, id: _, ...changed }: Partial<TrainingFormValues>) =>
  changeCurrent<Training>(buildUrl('/trainings/{id}', { id }), (current) => ({
    ...changed,
    ...(training_sections && { training_sections: mergeList(training_sections, current.training_sections) }),
  }))

interface TrainingFormProps {
  training: Training
  /** Whether the training has not been saved yet. */
  isNew?: boolean
}

export function TrainingForm({ training, isNew = false }: TrainingFormProps) {
  const navigate = useNavigate()
  const invalidateTrainings = useInvalidateTrainings()
  const [isPreviewed, setIsPreviewed] = useState(false)
  /** The ids of the sections in their order at the last validation, because errors name sections by index. */
  const [validatedIds, setValidatedIds] = useState<string[]>([])
  const form = usePageForm({
    draftName: isNew ? 'new-training' : `training ${training.id}`,
    initialValues: toFormValues(training),
    fromDraft: ({ training_sections: list, ...draft }) => ({
      ...draft,
      ...(list && { training_sections: fromDraftList(list, training.training_sections) }),
    }),
    validate: (typed) => {
      setValidatedIds(typed.training_sections.now.map(({ id }) => id))
      return validateTraining(toFields(typed))
    },
    onSubmit: async (typed, changed) => {
      const change = (id: string) => saveChanges(id, changed)
      const create = () => createOrChange(toFields(typed), (body) => api.post('/trainings', body), change)
      const { data } = await (isNew ? create() : change(typed.id))
      return { data, sections: typed.training_sections.now }
    },
    failureText: texts.failure.saveTraining,
    isLong: true,
    onSuccess: ({ sections }) => {
      toast.success(texts.success.dataUpdated)
      // what was typed meanwhile is an edit of what was saved
      if (form.isDirty())
        form.changeValues(({ training_sections: { now } }) => ({ training_sections: { before: sections, now } }))
      void invalidateTrainings()
    },
    onDone: () => void navigate({ to: listPath }),
  })
  const { values, setValues, errorOf } = form
  const { before, now } = values.training_sections
  const textField = (name: 'title' | 'description' | 'pre_content' | 'post_content') => ({
    label: trainingEditorTexts[name],
    ...form.getInputProps(name),
  })
  return (
    <FormPage
      title={isNew ? trainingEditorTexts.newTraining : trainingEditorTexts.edit}
      back={listPath}
      form={form}
      submitLabel={uiTexts.save}
      secondaryButton={
        <Button variant="default" onClick={() => setIsPreviewed(true)}>
          {trainingEditorTexts.preview}
        </Button>
      }
      below={!isNew && <DeleteTraining training={training} onDelete={form.markSaved} />}
    >
      <TextInput {...textField('title')} />
      <Textarea {...textField('description')} description={trainingEditorTexts.descriptionHint} minRows={1} />
      <Textarea {...textField('pre_content')} />
      <SectionFields
        sections={now}
        onChange={(sections) => setValues({ training_sections: { before, now: sections } })}
        error={errorOf('training_sections')}
        errorOf={(id, field) => errorOf(sectionField(validatedIds.indexOf(id), field))}
      />
      <Textarea {...textField('post_content')} />
      <Dialog opened={isPreviewed} onClose={() => setIsPreviewed(false)} title={trainingEditorTexts.previewTitle}>
        <TrainingPreview training={toFields(values)} />
      </Dialog>
    </FormPage>
  )
}

/** A preview of the typed training as readers see it: empty sections are left out. */
function TrainingPreview({ training }: { training: TrainingFields }) {
  const hasWords = (text: string | null) => Boolean(text?.trim())
  const training_sections = training.training_sections.filter(
    ({ heading, content }) => hasWords(heading) || hasWords(content),
  )
  const isEmpty = ![training.pre_content, training.post_content].some(hasWords) && training_sections.length === 0
  return (
    <div className="preview">
      <p className="preview-title">{training.title.trim() || trainingEditorTexts.untitled}</p>
      <TrainingBody training={{ ...training, training_sections }} />
      {isEmpty && <p className="hint">{trainingEditorTexts.nothingToPreview}</p>}
    </div>
  )
}

function DeleteTraining({ training, onDelete }: { training: Training; onDelete: () => void }) {
  const navigate = useNavigate()
  const remove = useDeleteTraining()
  const leave = () => {
    onDelete()
    toast.success(texts.success.dataUpdated)
    void navigate({ to: listPath })
  }
  return (
    <DeleteButton
      question={{
        title: trainingEditorTexts.askDelete(training.title),
        text: trainingEditorTexts.deleteFollows,
        confirmLabel: trainingEditorTexts.delete,
      }}
      onDelete={() => remove.mutateAsync(training.id)}
      failureText={texts.failure.deleteTraining}
      onDeleted={leave}
      leftSection={<IconTrash size={20} aria-hidden />}
      loading={remove.isPending}
    >
      {trainingEditorTexts.deleteThis}
    </DeleteButton>
  )
}
