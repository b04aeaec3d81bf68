import { Button } from '@mantine/core'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '@chisholm/domain/permissions'
import type { Animal, PostMortem } from '@chisholm/domain/shapes'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { useSession } from '../../api/session.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { useLeaveGuard } from '../../ui/leave-guard.tsx'
import { Page } from '../../ui/page.tsx'
import { photoTexts } from './photo-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { nameOfAnimal } from '../animals/index.ts'
import { PhotoEditor } from './photo-editor.tsx'
import { ticketRoute } from './photo-route.ts'
import { type PhotoDrafts, usePhotoDrafts } from './use-photo-drafts.ts'

/** Photos of one animal; new ones stay drafts on the device until saved. */
export function AnimalPhotos({ ticket, animal }: { ticket: PostMortem; animal: Animal }) {
  const photos = usePhotoDrafts(ticket.id, animal.id)
  const question = useLeaveGuard(photos.anyLeft, photoTexts.staysHere)
  const person = useSession()
  const router = useRouter()
  const navigate = useNavigate()
  // after a direct link there is no history to go back to
  const leave = () =>
    router.history.canGoBack() || !person
      ? router.history.back()
      : void navigate({ to: ticketRoute(person, ticket.id) })
  const mayAdd = person !== null && can(person, 'photo.upload', toPermissionSubject(ticket))
  const foot = (
    <>
      <Button variant="default" onClick={leave}>
        {uiTexts.done}
      </Button>
      {mayAdd && (
        <Button
          disabled={photos.drafts.every(({ waits }) => waits)}
          loading={photos.saving}
          onClick={() => void photos.save()}
        >
          {uiTexts.save}
        </Button>
      )}
    </>
  )
  return (
    <Page title={photoTexts.titleOf(nameOfAnimal(animal))} back foot={foot} ownHeading>
      <h1>{photoTexts.titleOf(nameOfAnimal(animal))}</h1>
      {!photos.isPending && (
        <>
          <FromBefore photos={photos} />
          <PhotoEditor
            ticket={ticket}
            animalId={animal.id}
            photos={photos}
            onRetry={(draft) => void photos.save([draft])}
          />
        </>
      )}
      {question}
    </Page>
  )
}

/** Offers drafts left from an earlier visit. */
function FromBefore({ photos: { drafts, remove } }: { photos: PhotoDrafts }) {
  const [before] = useState(() => new Set(drafts.filter(({ waits }) => !waits).map(({ id }) => id)))
  const { ask, dialog } = useConfirm()
  const left = drafts.filter(({ id }) => before.has(id))
  const removeAll = async () => {
    const title = photoTexts.askRemoveAll(left.length)
    if (await ask({ title, verb: uiTexts.remove, dangerous: true })) await remove(left.map(({ id }) => id))
  }
  return (
    <>
      {left.length > 0 && (
        <div className="banner with-action">
          <p>{photoTexts.fromBefore(left.length)}</p>
          <Button size="sm" variant="default" onClick={() => void removeAll()}>
            {photoTexts.removeAll}
          </Button>
        </div>
      )}
      {dialog}
    </>
  )
}
