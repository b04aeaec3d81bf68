import { ActionIcon, Button } from '@mantine/core'
import { IconFileTypePdf, IconPhoto, IconTrash } from '@tabler/icons-react'
import { constants } from '@chisholm/domain/constants'
import type { Photo } from '@chisholm/domain/schemas/post-mortems'
import type { Sample } from '@chisholm/domain/schemas/samples'
import { useRef } from 'react'
import { isPermanentError } from '../../api/api-error.ts'
import { attempt } from '../../ui/toast.ts'
import { useAskAndDelete } from '../../ui/use-ask-and-delete.tsx'
import { uiTexts } from '../../ui-texts.ts'
import { type SampleFiles, useAddSampleFiles, useDeleteSampleFile } from './sample-queries.ts'
import { sampleTexts } from './sample-texts.ts'

const fileTexts = sampleTexts.files
const icon = { size: 20, stroke: 1.8, 'aria-hidden': true } as const
const isPdf = ({ name }: Photo) => name.toLowerCase().endsWith('.pdf')

/** The files with the results of a sample. */
export function SampleFiles({ files, mayWrite }: { files: readonly Photo[]; mayWrite: boolean }) {
  const deletion = useDeleteSampleFile()
  const { askAndDelete, dialog } = useAskAndDelete()
  const remove = ({ id, name }: Photo) =>
    askAndDelete({
      question: { title: sampleTexts.askDelete(name), confirmLabel: uiTexts.delete },
      onDelete: () => deletion.mutateAsync(id),
      failureText: fileTexts.notDeleted,
    })
  return (
    <ul className="sample-files" aria-label={fileTexts.title}>
      {files.map((file) => (
        <li key={file.id} className="row between">
          <a href={file.image} target="_blank" rel="noreferrer">
            {isPdf(file) ? <IconFileTypePdf {...icon} /> : <IconPhoto {...icon} />}
            {file.name}
          </a>
          {mayWrite && (
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={uiTexts.deleteOf(file.name)}
              onClick={() => void remove(file)}
            >
              <IconTrash {...icon} />
            </ActionIcon>
          )}
        </li>
      ))}
      {dialog}
    </ul>
  )
}

/**
 * Chooses files with the results of a sample and sends them. Render `unsentFiles`, which offers to send them again, and
 * `input`.
 */
export function useAddFiles(sample: Sample) {
  const field = useRef<HTMLInputElement>(null)
  const adding = useAddSampleFiles(sample.id)
  const add = (files: SampleFiles) => void attempt(() => adding.mutateAsync(files), fileTexts.notSaved)
  // a photo just taken exists nowhere else; a refused file would be refused again
  const unsent = adding.error && !isPermanentError(adding.error) ? adding.variables : undefined
  const unsentFiles = unsent && (
    <span className="row">
      <Button size="sm" mih={44} onClick={() => add(unsent)}>
        {fileTexts.sendAgain(unsent.files.map(({ name }) => name))}
      </Button>
      <Button size="sm" mih={44} variant="subtle" onClick={adding.reset}>
        {fileTexts.giveUp}
      </Button>
    </span>
  )
  const input = !unsent && (
    <input
      ref={field}
      type="file"
      hidden
      multiple
      accept={['.pdf', ...constants.photo.accept].join(',')}
      onChange={(event) => {
        const files = [...(event.currentTarget.files ?? [])]
        event.currentTarget.value = ''
        if (files.length > 0) add({ files, key: crypto.randomUUID() })
      }}
    />
  )
  return { choose: () => field.current?.click(), mayChoose: !unsent, isSending: adding.isPending, unsentFiles, input }
}
