import { useEffect, useEffectEvent, useRef } from 'react'
import { deleteDraft, readDraft, saveDraft } from '../api/form-drafts.ts'
import { changedFields, knownFields } from './changed-fields.ts'
import { draftFormTexts } from './draft-form-texts.ts'
import { toast } from './toast.ts'
import { type FormOptions, useForm } from './use-form.ts'

export interface DraftFormOptions<T, Result> extends FormOptions<T, Result> {
  /** Names the input on this device. Forms with passwords use `useForm`, which stores nothing. */
  draftName: string
}

/**
 * Form whose unsaved input stays on this device, for the user who typed it, until it is saved or discarded: it survives
 * the end of the session. Only changed fields are stored, so that the others show what is saved by the time the form is
 * opened again.
 */
export function useDraftForm<T extends object, Result>({ draftName, ...options }: DraftFormOptions<T, Result>) {
  const saved = useRef(options.savedValues ?? options.initialValues)
  const latest = useRef(options.initialValues)
  const discardDraft = () => deleteDraft(draftName)
  const storeDraft = async () => {
    const changed = changedFields(latest.current, saved.current)
    if (changed) saveDraft(draftName, changed)
    else await discardDraft()
  }
  const form = useForm({
    ...options,
    onValuesChange: (values) => {
      latest.current = values
      options.onValuesChange?.(values)
      void storeDraft()
    },
    onSubmit: async (submitted) => {
      const result = await options.onSubmit(submitted)
      saved.current = submitted
      // Input typed meanwhile stays.
      await storeDraft()
      return result
    },
  })

  const fillIn = useEffectEvent(form.preset)
  useEffect(() => {
    let isOpen = true
    void readDraft<Partial<T>>(draftName).then((draft) => {
      if (!draft || !isOpen) return
      const typed = { ...knownFields(draft, saved.current), ...changedFields(latest.current, saved.current) }
      latest.current = { ...latest.current, ...typed }
      if (!changedFields(latest.current, saved.current)) return deleteDraft(draftName)
      fillIn(typed)
      toast.success(draftFormTexts.restored)
    })
    return () => {
      isOpen = false
    }
  }, [draftName])

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
