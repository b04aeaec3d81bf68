import './photos.css'
import { Button } from '@mantine/core'
import { IconCheck, IconEye, IconEyeOff, IconPhotoOff, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { constants } from '@chisholm/domain/constants'
import type { Animal, Photo, PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { inSlotOrder } from '@chisholm/domain/slot-order'
import { texts } from '@chisholm/domain/texts'
import { ApiError } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { Pager } from '../../ui/pager.tsx'
import { toast } from '../../ui/toast.ts'
import { guidedTexts } from './guided-texts.ts'
import { photoTexts } from './photo-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { isLatePhoto, mayChangePhoto } from './late-photo.ts'
import { MarkupLayer } from '../../ui/markup-layer.tsx'
import { showMarkup, useMarkupShown } from './markup-shown.ts'
import { PhotoCaption } from './photo-caption.tsx'
import { nextFocusTarget } from './next-focus-target.ts'
import { PhotoViewer } from './photo-viewer.tsx'
import { useViewedItem } from './use-viewed-item.ts'
import { refreshPhotos, renewPhotoUrls, useDeletePhoto, useEditPhoto } from './queries.ts'

const perPage = constants.photosPageSize
const tileId = (photo: Photo) => `photo-${photo.id}`

interface SavedPhotosProps {
  /** Undefined while they load. */
  photos: readonly Photo[] | undefined
  /** The slots of the animal, which determine the order and names of its photos. */
  slots: Animal['photo_slots']
  /** The post-mortem: photos that the user may change can be, and those added after its report are marked. */
  postMortem?: PostMortem
  /** Photos that the user may delete can be deleted here. */
  canDelete?: boolean
  /** Shown when there are none. */
  empty?: ReactNode
  /** Number of skeletons while loading. */
  expected?: number
}

/** Photos of an animal on the server, 10 per page. */
export function SavedPhotos({
  photos: unordered,
  slots,
  postMortem,
  canDelete = false,
  empty = <p className="hint">{texts.empty.photos}</p>,
  expected = 3,
}: SavedPhotosProps) {
  const photos = unordered && inSlotOrder(unordered, slots)
  const slotNames = new Map(slots.map(({ slot_id, name }) => [slot_id, name]))
  const slotNameOf = ({ slot_id }: Photo) => (slot_id === null ? undefined : slotNames.get(slot_id))
  const currentUser = useSession()
  const may = (change: 'edit' | 'delete', photo: Photo) =>
    postMortem !== undefined && currentUser !== null && mayChangePhoto(currentUser, change, postMortem, photo)
  const edit = useEditPhoto(postMortem?.id ?? '')
  const { deletePhoto, isDeleting, dialog } = useDeletePhotoDialog()
  const { page, lastPage, setPage, firstIndex, pagePhotos, viewed, viewPhoto, close } = usePhotoPages(photos)
  const picture = viewed?.item
  return (
    <>
      {!photos && <PhotoSkeletons count={Math.min(perPage, expected)} />}
      {photos && pagePhotos.length === 0 && empty}
      {photos?.some(({ markup }) => markup) && <MarkupSwitch />}
      {pagePhotos.length > 0 && (
        <ul className="photos" aria-label={photoTexts.saved}>
          {pagePhotos.map((photo, index) => (
            <li key={photo.id}>
              <SavedTile photo={photo} onView={() => viewPhoto(firstIndex + index)} />
              {canDelete && may('delete', photo) && (
                <DeleteButton photo={photo} isDisabled={isDeleting} onDelete={deletePhoto} />
              )}
              <PhotoCaption slotName={slotNameOf(photo)} caption={photo.caption} />
              {postMortem && isLatePhoto(postMortem, photo) && <p className="photo-late">{photoTexts.afterReport}</p>}
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} lastPage={photos ? lastPage : 1} onPage={setPage} />
      {viewed && picture && (
        <PhotoViewer
          picture={{ ...picture, url: picture.image, slotName: slotNameOf(picture) }}
          {...(may('edit', picture) && { onEdit: (change) => edit.mutate({ photo: picture, change }) })}
          index={viewed.index}
          total={photos?.length || viewed.index + 1}
          onMove={viewPhoto}
          onBroken={() => void refreshPhotos()}
          onClose={close}
        />
      )}
      {dialog}
    </>
  )
}

/** Pages of photos, and the viewer, which turns to the page of the photo it shows. */
function usePhotoPages(photos: readonly Photo[] | undefined) {
  const [page, setPage] = useState(1)
  // deleting the last photo of a page removes the page
  const lastPage = photos ? Math.max(1, Math.ceil(photos.length / perPage)) : page
  if (page > lastPage) setPage(lastPage)
  const firstIndex = (page - 1) * perPage
  const pagePhotos = photos?.slice(firstIndex, firstIndex + perPage) ?? []
  // returns the focus to the photo viewed last
  const { viewed, view, close } = useViewedItem(photos ?? [], (photo) =>
    document.getElementById(tileId(photo))?.focus(),
  )
  const viewPhoto = (index: number) => {
    view(index)
    setPage(Math.floor(index / perPage) + 1)
  }
  return { page, lastPage, setPage, firstIndex, pagePhotos, viewed, viewPhoto, close }
}

/** Deletes photos once the user has confirmed it. Render `dialog`, which asks. */
function useDeletePhotoDialog() {
  const remove = useDeletePhoto()
  const { ask, dialog } = useConfirm()
  /** @param next  gets the focus instead of the button of the photo */
  const deletePhoto = async (photo: Photo, next: HTMLElement | null) => {
    if (!(await ask({ title: photoTexts.askDelete(photo.name), confirmLabel: uiTexts.delete, isDangerous: true })))
      return
    try {
      await remove.mutateAsync(photo.id)
      next?.focus()
      toast.success(texts.success.photoDeleted)
    } catch (failure) {
      // the report has been issued with the photo since
      const isRefused = failure instanceof ApiError && failure.status === 409
      toast.failure(isRefused ? failure.message : texts.failure.deletePhoto)
      // somebody else may have deleted it
      void refreshPhotos()
    }
  }
  return { deletePhoto, isDeleting: remove.isPending, dialog }
}

interface DeleteButtonProps {
  photo: Photo
  isDisabled: boolean
  onDelete: (photo: Photo, next: HTMLElement | null) => Promise<void>
}

const DeleteButton = ({ photo, isDisabled, onDelete }: DeleteButtonProps) => (
  <button
    type="button"
    className="photo-remove"
    aria-label={photoTexts.delete(photo.name)}
    disabled={isDisabled}
    onClick={(event) => void onDelete(photo, nextFocusTarget(event.currentTarget))}
  >
    <span>
      <IconTrash size={17} stroke={2} aria-hidden />
    </span>
  </button>
)

/** Shows or hides the drawings on the photos. */
function MarkupSwitch() {
  const isShown = useMarkupShown()
  const Icon = isShown ? IconEyeOff : IconEye
  return (
    <Button
      variant="subtle"
      mih={44}
      leftSection={<Icon size={18} stroke={1.8} aria-hidden />}
      onClick={() => showMarkup(!isShown)}
      style={{ alignSelf: 'flex-start' }}
    >
      {isShown ? guidedTexts.hideDrawings : guidedTexts.showDrawings}
    </Button>
  )
}

function SavedTile({ photo, onView }: { photo: Photo; onView: () => void }) {
  const showsMarkup = useMarkupShown()
  if (photo.lost)
    return (
      <p id={tileId(photo)} className="photo photo-lost">
        <IconPhotoOff size={22} stroke={1.6} aria-hidden />
        {texts.other.photoLost}
        <span className="visually-hidden">{photo.name}</span>
      </p>
    )
  return (
    <button
      type="button"
      id={tileId(photo)}
      className="photo"
      onClick={onView}
      aria-label={photoTexts.view(photo.name)}
    >
      <img src={photo.thumbnail} alt="" loading="lazy" width={400} height={400} onError={() => void renewPhotoUrls()} />
      {showsMarkup && photo.markup && photo.width && photo.height && (
        <MarkupLayer markup={photo.markup} size={{ width: photo.width, height: photo.height }} isCropped />
      )}
      <span className="photo-tick" title={photoTexts.saved}>
        <IconCheck size={16} stroke={3} aria-hidden />
      </span>
    </button>
  )
}

const PhotoSkeletons = ({ count }: { count: number }) => (
  <output aria-label={uiTexts.loading} className="photos">
    {Array.from({ length: count }, (_, index) => (
      <div key={String(index)} className="skeleton" />
    ))}
  </output>
)
