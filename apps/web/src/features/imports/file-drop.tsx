import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { adminTexts } from '../../admin-texts.ts'

const words = adminTexts.imports

interface FileDropProps {
  /** The file that was chosen; it stays until another one is. */
  file: File | null
  /** How large a file may be, in words. */
  limits: string
  onChoose: (file: File) => void
}

/** Takes a file that is dropped on it, or chosen. */
export function FileDrop({ file, limits, onChoose }: FileDropProps) {
  const [isOver, setOver] = useState(false)
  const choose = (files: FileList | null) => {
    const [first] = files ?? []
    if (first) onChoose(first)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is one more way to its field
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
      <b>{file ? file.name : words.choose}</b>
      <span className="hint">{file ? words.chooseAnother : limits}</span>
      <input
        className="visually-hidden"
        type="file"
        accept=".csv,.txt,text/csv"
        onChange={(event) => {
          choose(event.currentTarget.files)
          // a file that was mended has the same name
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}
