import { Button } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { texts } from '@chisholm/domain/texts'
import { download } from '../../api/download.ts'
import { errorMessage, toast } from '../../ui/toast.ts'
import { guidedTexts } from './guided-texts.ts'

/** Downloads all photos of a ticket in one file. */
export function DownloadPhotos({ postMortem: { id, veterinary_record: record } }: { postMortem: PostMortem }) {
  const downloading = useMutation({
    mutationFn: () => download('/post-mortems/{id}/photos.zip', { id }),
    onSuccess: (file) => toast.success(guidedTexts.downloaded(file)),
    onError: (failure) => toast.failure(errorMessage(failure, texts.failure.getPhotos)),
  })
  if (record.veterinary_record_animals.every(({ photos }) => photos === 0)) return null
  return (
    <Button
      variant="default"
      loading={downloading.isPending}
      leftSection={<IconFileZip size={20} stroke={1.8} aria-hidden />}
      onClick={() => downloading.mutate()}
    >
      {guidedTexts.downloadAll}
    </Button>
  )
}
