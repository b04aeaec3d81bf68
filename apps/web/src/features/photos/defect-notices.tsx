import { Button } from '@mantine/core'
import { CameraInput } from './camera-input.tsx'
import { guidedTexts } from './guided-texts.ts'
import { objectUrlOf } from './object-url.ts'
import type { PhotoDraft } from './photo-draft-store.ts'
import type { PhotoSlot } from './photo-slots.ts'
import { photoTexts } from './photo-texts.ts'
import type { PhotoDrafts } from './use-photo-drafts.ts'

interface DefectNoticesProps {
  slots: readonly PhotoSlot[]
  photos: Pick<PhotoDrafts, 'add' | 'edit' | 'remove'>
}

/** Notices about blurred or dark photos in slots: each can be taken again or kept. */
export function DefectNotices({ slots, photos: { add, edit, remove } }: DefectNoticesProps) {
  const poor = slots.flatMap((slot) => slot.drafts.flatMap((draft) => (draft.defect ? [{ slot, draft }] : [])))
  const takeAgain = async (slot: PhotoSlot, draft: PhotoDraft, file: File) => {
    // a poor photo is better than none, if the new file is rejected
    if ((await add([file], slot.id)) > 0) await remove([draft.id])
  }
  return poor.map(({ slot, draft }) => (
    <section key={draft.id} className="defect" aria-label={slot.name}>
      <img src={objectUrlOf(draft.file)} alt="" />
      <p className="grow" role="alert">
        <b>{slot.name}</b>: {draft.defect && photoTexts.defect[draft.defect]}
      </p>
      <CameraInput className="defect-again" onTake={(file) => void takeAgain(slot, draft, file)}>
        {guidedTexts.takeAgain}
        <span className="visually-hidden">: {slot.name}</span>
      </CameraInput>
      <Button
        variant="default"
        aria-label={photoTexts.keepNamed(slot.name)}
        onClick={() => void edit(draft, { defect: null })}
      >
        {photoTexts.keep}
      </Button>
    </section>
  ))
}
