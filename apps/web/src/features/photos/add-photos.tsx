import './photos.css'
import { IconCamera, IconPhotoPlus } from '@tabler/icons-react'
import type { InputHTMLAttributes } from 'react'
import { constants } from '@chisholm/domain/constants'
import type { PhotoDrafts } from './use-photo-drafts.ts'
import { RejectedFiles } from './rejected-files.tsx'
import { photoTexts } from './photo-texts.ts'

/** Camera and file picker, with the reasons for rejected files. */
export function AddPhotos({ photos }: { photos: PhotoDrafts }) {
  return (
    <>
      <div className="photo-sources">
        {/* phones open the camera for MIME types only, not for file extensions */}
        <Source
          text={photoTexts.take}
          Icon={IconCamera}
          onChoose={photos.add}
          accept="image/jpeg,image/png"
          capture="environment"
        />
        <Source
          text={photoTexts.add}
          Icon={IconPhotoPlus}
          onChoose={photos.add}
          accept={constants.photo.accept.join(',')}
          multiple
        />
      </div>
      <RejectedFiles photos={photos} />
    </>
  )
}

interface SourceProps extends InputHTMLAttributes<HTMLInputElement> {
  text: string
  Icon: typeof IconCamera
  onChoose: (files: File[]) => Promise<unknown>
}

const Source = ({ text, Icon, onChoose, ...input }: SourceProps) => (
  <label className={input.capture ? 'photo-source is-camera' : 'photo-source'}>
    <Icon size={24} stroke={1.8} aria-hidden />
    {text}
    <input
      {...input}
      className="visually-hidden"
      type="file"
      onChange={(event) => {
        void onChoose([...(event.currentTarget.files ?? [])])
        // lets the user choose the same file again after removing it
        event.currentTarget.value = ''
      }}
    />
  </label>
)
