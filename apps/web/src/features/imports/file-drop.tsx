import { IconFileSpreadsheet } from '@tabler/icons-react'
import { type Ref, useState } from 'react'
import { importTexts } from './import-texts.ts'

interface FileDropProps {
  file: File | null
  /** A sentence about the size limits. */
  limits: string
  inputRef: Ref<HTMLInputElement>
  onChoose: (file: File) => void
}

/** A file input that also accepts files dropped on it. */
export function FileDrop({ file, limits, inputRef, onChoose }: FileDropProps) {
  const [isOver, setOver] = useState(false)
  const choose = (files: FileList | null) => {
    const [first] = files ?? []
    if (first) onChoose(first)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping also fills the input
    <label
      className={isOver ? 'drop is-over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        choose(event.dataTransfer.files)
      }}
    >
      <IconFileSpreadsheet size={30} stroke={1.6} aria-hidden />
      <b>{file ? file.name : importTexts.choose}</b>
      <span className="hint">{file ? importTexts.chooseAnother : limits}</span>
      <input
        ref={inputRef}
        className="visually-hidden"
        type="file"
        accept=".csv,.txt,text/csv"
        onChange={(event) => {
          choose(event.currentTarget.files)
          // A corrected file has the same name, which would not fire a change event.
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}
