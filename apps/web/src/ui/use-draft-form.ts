import { useRef } from 'react'
import { isPermanentError } from '../api/client.ts'
import { useClaimedDraft } from '../api/draft-claims.ts'
import { deleteDraft, saveDraft } from '../api/form-drafts.ts'
import { changedFields, knownFields, pickFields } from './changed-fields.ts'
import { draftFormTexts } from './draft-form-texts.ts'
import { toast } from './toast.ts'
import type { FormOptions } from './use-form-submit.ts'
import { useForm } from './use-form.ts'

export interface DraftFormOptions<T, Result> extends Omit<FormOptions<T, Result>, 'onSubmit'> {
  /** Names the input on this device. Forms with passwords use `useForm`, which stores nothing. */
  draftName: string
  /** Converts a draft of an older version of the app. */
  fromDraft?: (draft: Partial<T>) => Partial<T>
  /** @param changed  what to send of something saved before, so that what others saved meanwhile stays */
  onSubmit: (values: T, changed: Partial<T>) => Promise<Result>
}

/**
 * Form whose unsaved input stays on this device, for the user who typed it, until it is saved or discarded: it survives
 * the end of the session. Only changed fields are stored, so that the others show what is saved by the time the form is
 * opened again. The same form in another tab has a draft of its own.
 */
export function useDraftForm<T extends object, Result>({
  draftName,
  fromDraft,
  ...options
}: DraftFormOptions<T, Result>) {
  const saved = useRef(options.savedValues ?? options.initialValues)
  const latest = useRef(options.initialValues)
  /** The name of this tab's draft, known once the draft was read. */
  const ownDraft = useRef<string | null>(null)
  const discardDraft = async () => {
    if (ownDraft.current) await deleteDraft(ownDraft.current)
  }
  const storeDraft = async () => {
    if (!ownDraft.current) return
    const changed = changedFields(latest.current, saved.current)
    if (changed) saveDraft(ownDraft.current, changed)
    else await discardDraft()
  }
  const submitChanged = useSubmitChanged(options.onSubmit)
  const form = useForm({
    ...options,
    onValuesChange: (values) => {
      latest.current = values
      options.onValuesChange?.(values)
      void storeDraft()
    },
    onSubmit: async (submitted) => {
      const result = await submitChanged(submitted, saved.current)
      saved.current = submitted
      // Input typed meanwhile stays.
      await storeDraft()
      return result
    },
  })

  useClaimedDraft<Partial<T>>(draftName, ({ name, typed: stored }) => {
    const draft = stored && (fromDraft?.(stored) ?? stored)
    ownDraft.current = name
    const shown = latest.current
    const typed = { ...(draft && knownFields(draft, saved.current)), ...changedFields(latest.current, saved.current) }
    latest.current = { ...latest.current, ...typed }
    void storeDraft()
    if (!draft || !changedFields(latest.current, saved.current)) return
    form.preset(typed)
    // a form that could not be saved shows its input already
    if (changedFields(latest.current, shown)) toast.success(draftFormTexts.restored)
  })

  return {
    ...form,
    /** Deletes the draft and lets the user leave without a prompt. */
    markSaved: () => {
      form.markSaved()
      void discardDraft()
    },
    /** Shows other values, which count as saved. */
    resetTo: (values: T) => {
      form.resetTo(values)
      saved.current = values
      latest.current = values
      void discardDraft()
    },
    discardDraft,
  }
}

/**
 * Submits the changed fields. Those of requests whose responses were lost are sent again, even unchanged, because the
 * server may have them.
 */
function useSubmitChanged<T extends object, Result>(onSubmit: DraftFormOptions<T, Result>['onSubmit']) {
  const uncertain = useRef(new Set<string>())
  return async (submitted: T, saved: T): Promise<Result> => {
    const changed = { ...changedFields(submitted, saved), ...pickFields(submitted, uncertain.current) }
    const result = await onSubmit(submitted, changed).catch((failure: unknown) => {
      if (!isPermanentError(failure)) for (const name of Object.keys(changed)) uncertain.current.add(name)
      throw failure
    })
    uncertain.current.clear()
    return result
  }
}
