import './imports.css'
import { Button, Checkbox } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { constants } from '@chisholm/domain/constants'
import { importColumns, type ImportKind, importKinds } from '@chisholm/domain/import-columns'
import type { LibraryList } from '@chisholm/domain/library'
import { listTitles } from '../library/index.ts'
import { importTexts } from './import-texts.ts'
import { keepFile } from '../../api/download.ts'
import { Skeletons } from '../../ui/faces.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Page } from '../../ui/page.tsx'
import { wordsOf } from '../../ui/toast.ts'
import { FileDrop } from './file-drop.tsx'
import { Outcome } from './outcome.tsx'
import { useImport } from './use-import.ts'

const isLibrary = (kind: ImportKind): kind is LibraryList => kind in listTitles
const nameOf = (kind: ImportKind) => (isLibrary(kind) ? importTexts.library(listTitles[kind]) : importTexts.kinds[kind])
const choices = importKinds.map((kind) => ({ value: kind, label: nameOf(kind) }))

/** Imports a CSV file: shows a preview first, then applies it. */
export function ImportPage() {
  const [kind, setKind] = useState<ImportKind>('customers')
  const [file, setFile] = useState<File | null>(null)
  const [mail, setMail] = useState(true)
  const reading = useImport()
  const { data: outcome } = reading
  const read = (next: { kind?: ImportKind; file?: File | null; apply?: boolean } = {}) => {
    const asked = { kind, file, mail, apply: false, ...next }
    if (asked.file) reading.mutate({ ...asked, file: asked.file })
  }
  const choose = (next: File) => {
    setFile(next)
    read({ file: next })
  }
  const chooseKind = (next: string | null) => {
    const chosen = importKinds.find((one) => one === next)
    if (!chosen) return
    setKind(chosen)
    // the next kind has other columns
    setFile(null)
    reading.reset()
  }
  const mayApply =
    outcome && !outcome.applied && outcome.counts.problems === 0 && outcome.counts.new + outcome.counts.changed > 0
  return (
    <Page
      title={importTexts.title}
      back="/a/admin"
      ownHeading
      foot={
        file && (
          <>
            <Button variant="default" disabled={reading.isPending} onClick={() => read()}>
              {importTexts.again}
            </Button>
            <Button
              disabled={!mayApply}
              loading={reading.isPending && reading.variables.apply}
              onClick={() => read({ apply: true })}
            >
              {importTexts.apply}
            </Button>
          </>
        )
      }
    >
      <h1>{importTexts.title}</h1>
      {!file && <p className="hint">{importTexts.explained}</p>}
      <SelectField label={importTexts.what} value={kind} onChange={chooseKind} choices={choices} />
      <p className="hint">
        {importTexts.columns(importColumns[kind])} {importTexts.rules[isLibrary(kind) ? 'library' : kind]}
      </p>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconFileDownload size={20} stroke={1.8} aria-hidden />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => keepTemplate(kind)}
      >
        {importTexts.template}
      </Button>
      <FileDrop file={file} limits={limitsOf(kind)} onChoose={choose} />
      {kind === 'users' && (
        <Checkbox
          label={importTexts.mail}
          description={<span className="hint">{importTexts.mailHint}</span>}
          checked={mail}
          onChange={(event) => setMail(event.currentTarget.checked)}
        />
      )}
      {reading.isPending && <Skeletons height={96} count={2} />}
      {reading.isError && (
        <p className="banner danger" role="alert">
          {wordsOf(reading.error, importTexts.failed)}
        </p>
      )}
      {outcome && <Outcome outcome={outcome} />}
    </Page>
  )
}

const limitsOf = (kind: ImportKind) => {
  const { maxBytes, maxRows } = kind === 'post-mortems' ? constants.imports.tickets : constants.imports
  return importTexts.orDrop(maxBytes / 1024 / 1024, maxRows)
}

/** CSV with a header row only; the BOM makes Excel read it as UTF-8. */
const keepTemplate = (kind: ImportKind) =>
  keepFile(
    new Blob([`\uFEFF${importColumns[kind].join(',')}\r\n`], { type: 'text/csv' }),
    `chisholm-${kind}-template.csv`,
  )
