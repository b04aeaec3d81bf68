import { Button, Checkbox } from '@mantine/core'
import type { Animal, PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { useState } from 'react'
import { newId } from '../../../api/new-id.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { toast } from '../../../ui/toast.ts'
import { nameOfAnimal } from '../../animals/index.ts'
import { diagnosisDrafts } from '../diagnosis-drafts.ts'
import { examinationDrafts } from '../examination-drafts.ts'
import { examinationTexts } from './examination-texts.ts'
import { type ExaminationValues, valuesOf } from './examination-values.ts'

interface SameOpinionProps {
  postMortem: PostMortem
  animal: Animal
  values: ExaminationValues
  comment: string
}

const hasOpinion = ({ examination, vet_diagnosis_id }: Animal) => Boolean(examination ?? vet_diagnosis_id)

/** Copies the opinion to other animals of the ticket, which can then be changed separately. */
export function SameOpinion({ postMortem, animal, values, comment }: SameOpinionProps) {
  const [ticked, setTicked] = useState<string[] | null>(null)
  const [wasEmpty, setWasEmpty] = useState(false)
  const [isCopying, setCopying] = useState(false)
  // the copies are opinions themselves, which must not be taken for those that they replace
  const [replaced, setReplaced] = useState<ReadonlySet<string>>(new Set())
  const others = postMortem.veterinary_record.veterinary_record_animals.filter(({ id }) => id !== animal.id)
  const open = () => {
    setTicked([])
    setWasEmpty(false)
    setReplaced(new Set(others.filter(hasOpinion).map(({ id }) => id)))
  }
  const close = () => setTicked(null)
  if (others.length === 0) return null
  const copyTo = async (other: Animal) => {
    // a lesion belongs to one animal
    const lesions = values.lesions.map((lesion) => ({ ...lesion, id: newId() }))
    const examination = examinationDrafts.of(postMortem.id, other.id)
    const diagnosis = diagnosisDrafts.of(postMortem.id, other.id)
    examination.change(valuesOf(other), { ...values, lesions })
    diagnosis.change(other, { vet_diagnosis_note: comment })
    const isExamined = await examination.save()
    return (await diagnosis.save()) && isExamined
  }
  const copy = async () => {
    setCopying(true)
    let copied = true
    for (const other of others) if (ticked?.includes(other.id)) copied = (await copyTo(other)) && copied
    setCopying(false)
    close()
    if (copied) toast.success(examinationTexts.copied)
    else toast.failure(examinationTexts.notCopied)
  }
  return (
    <>
      <Button variant="default" onClick={open}>
        {examinationTexts.same}
      </Button>
      <Dialog opened={ticked !== null} onClose={close} title={examinationTexts.sameTitle(nameOfAnimal(animal))}>
        <DialogForm
          submitLabel={examinationTexts.copy}
          isSubmitting={isCopying}
          onCancel={close}
          onSubmit={(event) => {
            event.preventDefault()
            if (ticked?.length) void copy()
            else setWasEmpty(true)
          }}
        >
          <p className="hint">{examinationTexts.sameHint}</p>
          {others.length > 1 && (
            <Button
              variant="subtle"
              onClick={() => setTicked(others.map(({ id }) => id))}
              style={{ alignSelf: 'flex-start' }}
            >
              {examinationTexts.tickAll}
            </Button>
          )}
          <Checkbox.Group
            value={ticked ?? []}
            onChange={setTicked}
            aria-label={examinationTexts.same}
            error={wasEmpty && !ticked?.length && examinationTexts.tickAnimal}
          >
            {others.map((other) => (
              <Checkbox
                key={other.id}
                value={other.id}
                label={[nameOfAnimal(other), replaced.has(other.id) && examinationTexts.sameReplaces]
                  .filter(Boolean)
                  .join(': ')}
              />
            ))}
          </Checkbox.Group>
        </DialogForm>
      </Dialog>
    </>
  )
}
