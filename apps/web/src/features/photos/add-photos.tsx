import './photos.css'
import { IconCamera, IconPhotoPlus } from '@tabler/icons-react'
import { constants } from '@chisholm/domain/constants'
import { CameraInput } from './camera-input.tsx'
import type { PhotoDrafts } from './use-photo-drafts.ts'
import { RejectedFiles } from './rejected-files.tsx'
import { photoTexts } from './photo-texts.ts'

/** Camera and file picker, with the reasons for rejected files. */
export function AddPhotos({ photos }: { photos: PhotoDrafts }) {
  return (
    <>
      <div className="photo-sources">
        <CameraInput className="photo-source is-camera" onTake={(file) => void photos.add([file])}>
          <IconCamera size={24} stroke={1.8} aria-hidden />
          {photoTexts.take}
        </CameraInput>
        <FilePicker onChoose={photos.add} />
      </div>
      <RejectedFiles photos={photos} />
    </>
  )
}

const FilePicker = ({ onChoose }: { onChoose: (files: File[]) => Promise<unknown> }) => (
  <label className="photo-source">
    <IconPhotoPlus size={24} stroke={1.8} aria-hidden />
    {photoTexts.add}
    <input
      className="visually-hidden"
      type="file"
      accept={constants.photo.accept.join(',')}
      multiple
      onChange={(event) => {
        void onChoose([...(event.currentTarget.files ?? [])])
        // lets the user choose the same file again after removing it
        event.currentTarget.value = ''
      }}
    />
  </label>
)
