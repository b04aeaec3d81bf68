import { Button } from '@mantine/core'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '@chisholm/domain/permissions'
import type { Animal, PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { useSession } from '../../api/session.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.tsx'
import { Page } from '../../ui/page.tsx'
import { photoTexts } from './photo-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { postMortemPath } from '@chisholm/domain/page-paths'
import { nameOfAnimal } from '../animals/index.ts'
import { DangerBanner } from '../post-mortems/index.ts'
import { NextPhoto } from './guided-photos.tsx'
import { PhotosSection } from './photos-section.tsx'
import { useGuidedPhotos } from './use-guided-photos.ts'
import { type PhotoDrafts, usePhotoDrafts } from './use-photo-drafts.ts'

/** Photos of one animal; new ones stay drafts on the device until saved. */
export function AnimalPhotos({ postMortem, animal }: { postMortem: PostMortem; animal: Animal }) {
  const photos = usePhotoDrafts(postMortem.id, animal.id)
  const leaveDialog = useLeaveGuard(photos.hasUnsaved, { text: photoTexts.staysHere })
  const currentUser = useSession()
  const router = useRouter()
  const navigate = useNavigate()
  // after a direct link there is no history to go back to
  const leave = () =>
    router.history.canGoBack() || !currentUser
      ? router.history.back()
      : void navigate({ to: postMortemPath(currentUser, postMortem.id) })
  const mayAdd = currentUser !== null && can(currentUser, 'photo.upload', toPermissionSubject(postMortem))
  const guide = useGuidedPhotos(postMortem, { id: animal.id, signs: animal.danger_signs }, photos)
  // the footer has what comes next: saving, or else the next photo, or else leaving
  const savesNext = mayAdd && (photos.hasUnsaved() || photos.saving)
  const next = mayAdd && !savesNext ? guide.next : undefined
  const footer = (
    <>
      <Button variant={savesNext || next ? 'default' : 'filled'} onClick={leave}>
        {uiTexts.done}
      </Button>
      {next && <NextPhoto slot={next} onTake={guide.take} />}
      {savesNext && (
        <Button disabled={!photos.hasUnsaved()} loading={photos.saving} onClick={() => void photos.save()}>
          {uiTexts.save}
        </Button>
      )}
    </>
  )
  return (
    <Page title={photoTexts.titleOf(nameOfAnimal(animal))} back footer={footer} ownHeading>
      <DangerBanner postMortem={postMortem} animalId={animal.id} />
      <h1>{photoTexts.titleOf(nameOfAnimal(animal))}</h1>
      {!photos.isPending && (
        <>
          <EarlierDraftsBanner photos={photos} canBeSaved={mayAdd} />
          <PhotosSection
            postMortem={postMortem}
            animalId={animal.id}
            photos={photos}
            guide={guide}
            hasCameraElsewhere={next !== undefined}
            onRetry={(draft) => void photos.save([draft])}
          />
        </>
      )}
      {leaveDialog}
    </Page>
  )
}

/** Offers drafts left from an earlier visit. */
function EarlierDraftsBanner({ photos: { drafts, remove }, canBeSaved }: { photos: PhotoDrafts; canBeSaved: boolean }) {
  const [earlierIds] = useState(() => new Set(drafts.filter(({ waits }) => !waits).map(({ id }) => id)))
  const { ask, dialog } = useConfirm()
  const remaining = drafts.filter(({ id }) => earlierIds.has(id))
  const removeAll = async () => {
    const title = photoTexts.askRemoveAll(remaining.length)
    if (await ask({ title, confirmLabel: uiTexts.remove, isDangerous: true }))
      await remove(remaining.map(({ id }) => id))
  }
  return (
    <>
      {remaining.length > 0 && (
        <div className="banner with-action">
          <p>{(canBeSaved ? photoTexts.fromBefore : photoTexts.cannotBeSaved)(remaining.length)}</p>
          <Button size="sm" variant="default" onClick={() => void removeAll()}>
            {photoTexts.removeAll}
          </Button>
        </div>
      )}
      {dialog}
    </>
  )
}
