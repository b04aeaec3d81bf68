import { can } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { deleteDraft, type FormDraft, listDrafts } from '../../api/form-drafts.ts'
import { type ExaminationInput, outboxChanges, type VetDiagnosisFields } from '../../api/outbox-changes.ts'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { type Session, useSession } from '../../api/session.ts'
import { changedFields, pickFields } from '../../ui/changed-fields.ts'
import { animalFormValues, deathTimesOf, toAnimalInput } from '../animals/index.ts'
import { cachedDangerSigns, cachedNamesOfIds } from '../library/index.ts'
import type { DetailsDraft } from './details-form-values.ts'
import { diagnosisDrafts } from './diagnosis-drafts.ts'
import { examinationDrafts } from './examination-drafts.ts'
import type { UnsavedInput } from './unsaved-input.ts'
import type { AnimalFormDraft } from './use-animal-step-form.ts'

/** Drafts of the forms of a post-mortem, which are named `{kind} {id of the post-mortem} {rest}`. */
const draftsQuery = (postMortemId: string) =>
  queryOptions({
    queryKey: ['form drafts', postMortemId],
    queryFn: async () =>
      (await listDrafts()).filter(({ form }) =>
        ['animal', 'details', 'comment', 'diagnosis', 'examination'].some((kind) =>
          form.startsWith(`${kind} ${postMortemId}`),
        ),
      ),
    // the form that has just been closed may have changed its draft
    staleTime: 0,
    gcTime: 0,
  })

/** Whether a draft has nothing that was typed: that of an animal is also stored for its photos. */
function isEmpty({ form, typed }: FormDraft): boolean {
  if (!form.startsWith('animal ')) return false
  // cast: what the form of an animal stores
  const { typed: values } = typed as AnimalFormDraft
  // of an animal that exists, only changed fields are stored
  if (!form.endsWith(' new')) return Object.keys(values).length === 0
  const untouched = animalFormValues(undefined, '', values.customer_record_at ?? '')
  return changedFields({ ...untouched, ...values }, untouched) === null
}

/** The id of the animal that is being added to a post-mortem. */
function idOfNewAnimal(drafts: readonly FormDraft[], postMortemId: string): string | undefined {
  const draft = drafts.find(({ form }) => form === `animal ${postMortemId} new`)
  // cast: what the form of an animal stores
  return (draft?.typed as AnimalFormDraft | undefined)?.id
}

/**
 * Whether the form of a draft can still be opened and saved, or shows the draft although it cannot be saved.
 * @param newAnimalId  the id of the animal that is being added
 */
function canBeContinued(
  { form }: FormDraft,
  postMortem: PostMortem,
  { currentUser, newAnimalId }: { currentUser: Session; newAnimalId: string | undefined },
): boolean {
  const [kind, , animalId] = form.split(' ')
  const may = (action: Parameters<typeof can>[1]) => can(currentUser, action, toPermissionSubject(postMortem))
  if (kind === 'comment') return true
  if (kind === 'details') return may('postMortem.edit')
  if (animalId === 'new' || (kind === 'diagnosis' && animalId === newAnimalId)) return may('animal.add')
  const exists = postMortem.veterinary_record.veterinary_record_animals.some(({ id }) => id === animalId)
  return exists && (kind !== 'animal' || may('animal.edit'))
}

/** The change that a draft would have become. */
function changeOf({ form, typed }: FormDraft, postMortemId: string) {
  const [kind, , animalId = ''] = form.split(' ')
  if (kind === 'details') {
    // cast: what the form of the details stores
    const { note = '' } = typed as DetailsDraft
    return outboxChanges.editPostMortem(postMortemId, { note })
  }
  if (kind === 'comment') {
    // cast: what the form of a message stores
    const { text } = typed as { text: string }
    return outboxChanges.writeComment(postMortemId, { id: form, text, internal: false })
  }
  if (kind === 'diagnosis') {
    // cast: what `diagnosisDrafts` stores
    const { typed: body, before: base } = typed as UnsavedInput<VetDiagnosisFields>
    return outboxChanges.diagnoseAnimal(postMortemId, animalId, { body, base })
  }
  if (kind === 'examination') {
    // cast: what `examinationDrafts` stores
    const { typed: body, before: base } = typed as UnsavedInput<ExaminationInput>
    return outboxChanges.examineAnimal(postMortemId, animalId, { body, base })
  }
  // cast: what the form of an animal stores
  return animalChange(postMortemId, typed as AnimalFormDraft)
}

function animalChange(postMortemId: string, draft: AnimalFormDraft) {
  const values = { ...animalFormValues(undefined, '', ''), ...draft.typed }
  // times may be incomplete, and numbers none
  const entered = Object.entries({ ...toAnimalInput(values, false), ...deathTimesOf(values) })
  const readable = Object.fromEntries(entered.filter(([, value]) => !Number.isNaN(value)))
  const fields = pickFields(readable, new Set(Object.keys(draft.typed)))
  return outboxChanges.editAnimal(postMortemId, draft.id, fields, {
    dangerSigns: cachedDangerSigns(values.danger_sign_ids),
  })
}

/** A draft as an entry, so that it is shown like one that the server has refused. */
function entryOf(draft: FormDraft, postMortemId: string): OutboxEntry {
  const change = changeOf(draft, postMortemId)
  const lesions = change.kind === 'examine animal' ? (change.body.lesions ?? []) : []
  const diagnoses = Object.fromEntries(lesions.map(({ id, diagnosis_id }) => [id, diagnosis_id]))
  const names = cachedNamesOfIds({ ...change.body, ...diagnoses })
  return { ...change, id: draft.form, at: 0, key: '', names, refusal: null }
}

/**
 * Unsaved input about a post-mortem whose form cannot be opened any more, because somebody else has deleted or completed
 * something meanwhile.
 * @param postMortem  undefined if it does not exist any more
 */
export function useOrphanedDrafts(postMortemId: string, postMortem?: PostMortem) {
  const { data, isPending, refetch } = useQuery(draftsQuery(postMortemId))
  const currentUser = useSession()
  const drafts = data ?? []
  const newAnimalId = idOfNewAnimal(drafts, postMortemId)
  const isOrphaned = (draft: FormDraft) =>
    !postMortem || (currentUser && !canBeContinued(draft, postMortem, { currentUser, newAnimalId }))
  const orphaned = drafts.filter((draft) => !isEmpty(draft) && isOrphaned(draft))
  return {
    isPending,
    entries: orphaned.map((draft) => entryOf(draft, postMortemId)),
    discard: async () => {
      for (const { form } of orphaned) {
        const [kind, , animalId = ''] = form.split(' ')
        if (kind === 'diagnosis') diagnosisDrafts.of(postMortemId, animalId).reset()
        if (kind === 'examination') examinationDrafts.of(postMortemId, animalId).reset()
        await deleteDraft(form)
      }
      await refetch()
    },
  }
}
