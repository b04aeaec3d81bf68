import './imports.css'
import { Button, Checkbox } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { constants } from '@chisholm/domain/constants'
import { importColumns, type ImportKind, importKinds } from '@chisholm/domain/import-columns'
import type { LibraryList } from '@chisholm/domain/library'
import { listTitles } from '../library/index.ts'
import { importTexts } from './import-texts.ts'
import { saveFile } from '../../api/download.ts'
import { csvFile } from '../../ui/csv-file.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Skeletons } from '../../ui/states.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Page } from '../../ui/page.tsx'
import { errorMessage } from '../../ui/toast.ts'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import { uiTexts } from '../../ui-texts.ts'
import { FileDrop } from './file-drop.tsx'
import { ImportOutcomeView } from './import-outcome.tsx'
import { useImport } from './use-import.ts'

const isLibrary = (kind: ImportKind): kind is LibraryList => kind in listTitles
const kindLabel = (kind: ImportKind) =>
  isLibrary(kind) ? importTexts.library(listTitles[kind]) : importTexts.kinds[kind]
/** The page that shows an imported list. */
const listOf = (kind: ImportKind): { to: string; text: string } | null => {
  if (isLibrary(kind)) return { to: `/a/admin/library/${kind}`, text: importTexts.open(listTitles[kind]) }
  const to = listPaths[kind]
  return to ? { to, text: importTexts.open(kind === 'post-mortems' ? uiTexts.search : importTexts.kinds[kind]) } : null
}
const listPaths: { [Kind in ImportKind]?: string } = {
  customers: '/a/admin/customers',
  sites: '/a/admin/sites',
  users: '/a/admin/users',
  trainings: '/a/admin/trainings',
  'post-mortems': '/a/search',
}
const choices = importKinds.map((kind) => ({ value: kind, label: kindLabel(kind) }))

/** Imports a CSV file: shows a preview first, then applies it. */
export function ImportPage() {
  const form = useImportForm()
  const { kind, file, importing } = form
  const { data: outcome } = importing
  const fileInput = useRef<HTMLInputElement>(null)
  return (
    <Page
      title={importTexts.title}
      back="/a/admin"
      ownHeading
      footer={file && <ImportButtons form={form} chooseAnother={() => fileInput.current?.click()} />}
    >
      <h1>{importTexts.title}</h1>
      {!file && <p className="hint">{importTexts.explained}</p>}
      <SelectField label={importTexts.what} value={kind} onChange={form.chooseKind} choices={choices} />
      {file ? (
        // the outcome is what matters now
        <Disclosure className="" title={importTexts.aboutFile}>
          <div className="stack">
            <Columns kind={kind} />
          </div>
        </Disclosure>
      ) : (
        <Columns kind={kind} />
      )}
      <FileDrop file={file} limits={limitsOf(kind)} inputRef={fileInput} onChoose={form.chooseFile} />
      {kind === 'users' && (
        <Checkbox
          label={importTexts.mail}
          description={<span className="hint">{importTexts.mailHint}</span>}
          checked={form.sendInvitations}
          onChange={(event) => form.setSendInvitations(event.currentTarget.checked)}
        />
      )}
      {importing.isPending && <Skeletons height={96} count={2} />}
      {importing.isError && (
        <p className="banner danger" role="alert">
          {errorMessage(importing.error, importTexts.failed)}
        </p>
      )}
      {outcome && <ImportOutcomeView outcome={outcome} />}
    </Page>
  )
}

interface ImportButtonsProps {
  form: ReturnType<typeof useImportForm>
  chooseAnother: () => void
}

/** The buttons that preview the file again or open the imported list, and that apply the file or choose another one. */
function ImportButtons({ form: { kind, importing, preview, apply }, chooseAnother }: ImportButtonsProps) {
  const { data: outcome } = importing
  const list = listOf(kind)
  const mayApply =
    outcome && !outcome.applied && outcome.counts.problems === 0 && outcome.counts.new + outcome.counts.changed > 0
  return (
    <>
      {outcome?.applied ? (
        list && (
          <Button variant="default" component={Link} to={list.to}>
            {list.text}
          </Button>
        )
      ) : (
        <Button variant="default" disabled={importing.isPending} onClick={preview}>
          {importTexts.again}
        </Button>
      )}
      {mayApply || importing.isPending ? (
        <Button disabled={!mayApply} loading={importing.isPending && importing.variables.apply} onClick={apply}>
          {importTexts.apply}
        </Button>
      ) : (
        // it is done, or the file has to be corrected
        <Button onClick={chooseAnother}>{importTexts.chooseAnother}</Button>
      )}
    </>
  )
}

/** The choice of list and file. A file is previewed as soon as it is chosen. */
function useImportForm() {
  const [kind, setKind] = useState<ImportKind>('customers')
  const [file, setFile] = useState<File | null>(null)
  const [sendInvitations, setSendInvitations] = useState(true)
  const importing = useImport()
  const upload = async (chosen: File | null, apply: boolean) => {
    if (!chosen) return
    // a failure is shown by the mutation's state
    await importing.mutateAsync({ kind, file: chosen, mail: sendInvitations, apply }).catch(() => undefined)
  }
  const apply = useSingleFlight(() => upload(file, true))
  return {
    kind,
    file,
    sendInvitations,
    setSendInvitations,
    importing,
    chooseKind: (next: string | null) => {
      const chosen = importKinds.find((one) => one === next)
      if (!chosen) return
      setKind(chosen)
      // The next kind of list has other columns.
      setFile(null)
      importing.reset()
    },
    chooseFile: (next: File) => {
      setFile(next)
      void upload(next, false)
    },
    preview: () => void upload(file, false),
    apply: () => void apply(),
  }
}

/** The columns that the file must have, and a file with only these. */
const Columns = ({ kind }: { kind: ImportKind }) => (
  <>
    <p className="hint">{importTexts.rules[isLibrary(kind) ? 'library' : kind]}</p>
    <p className="hint">{importTexts.columns(importColumns[kind])}</p>
    <Button
      variant="default"
      size="sm"
      leftSection={<IconFileDownload size={20} stroke={1.8} aria-hidden />}
      style={{ alignSelf: 'flex-start' }}
      onClick={() => downloadTemplate(kind)}
    >
      {importTexts.template}
    </Button>
  </>
)

const limitsOf = (kind: ImportKind) => {
  const { maxBytes, maxRows } = kind === 'post-mortems' ? constants.imports.tickets : constants.imports
  return importTexts.orDrop(maxBytes / 1024 / 1024, maxRows)
}

/** A CSV file with only a header row. */
const downloadTemplate = (kind: ImportKind) => saveFile(csvFile([importColumns[kind]]), `chisholm-${kind}-template.csv`)
