import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconHelpCircle } from '@tabler/icons-react'
import type { Animal, Photo } from '@chisholm/domain/schemas/post-mortems'
import type { Sample } from '@chisholm/domain/schemas/samples'
import { useState } from 'react'
import { serverNow } from '../../api/server-clock.ts'
import { download } from '../../api/download.ts'
import { DateOnly, DateTime } from '../../ui/date-time.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { attempt } from '../../ui/toast.ts'
import { useAskAndDelete } from '../../ui/use-ask-and-delete.tsx'
import { uiTexts } from '../../ui-texts.ts'
import { ResultForm } from './result-form.tsx'
import { SampleFiles, useAddFiles } from './sample-files.tsx'
import { SampleForm } from './sample-form.tsx'
import { type SampleAction, SampleMenu } from './sample-menu.tsx'
import { useChangeSample, useDeleteSample } from './sample-queries.ts'
import { sampleTexts } from './sample-texts.ts'

const icon = { size: 15, stroke: 2.2, 'aria-hidden': true } as const
const flagStyles = {
  negative: ['done', IconCircleCheck],
  positive: ['danger', IconAlertTriangle],
  inconclusive: ['warn', IconHelpCircle],
} as const

/** The state of a sample as icon and text. */
export function SampleState({ sample }: { sample: Sample }) {
  if (sample.result_flag) {
    const [look, Icon] = flagStyles[sample.result_flag]
    return (
      <span className={`pill ${look}`}>
        <Icon {...icon} />
        {sampleTexts.flags[sample.result_flag]}
      </span>
    )
  }
  if (sample.result_at) return null
  return (
    <span className={`pill ${sample.sent_at ? 'progress' : 'draft'}`}>
      <IconClock {...icon} />
      {sample.sent_at ? sampleTexts.atLab : sampleTexts.notSent}
    </span>
  )
}

interface SampleRowProps {
  sample: Sample
  animals: readonly Animal[]
  files: readonly Photo[]
  mayWrite: boolean
}

export function SampleRow({ sample, animals, files, mayWrite }: SampleRowProps) {
  const details = [sample.animal.tag ?? sample.animal.rfid, sample.container, sample.test, sample.lab, sample.note]
  return (
    <li className="sample">
      <div className="row between">
        <b>
          {sample.label} · {sample.sample_kind.name}
        </b>
        <SampleState sample={sample} />
      </div>
      <p className="hint">{details.filter(Boolean).join(' · ')}</p>
      <p className="meta">
        {sample.taken_at && (
          <span>
            {sampleTexts.taken} <DateTime at={sample.taken_at} />
          </span>
        )}
        {sample.sent_at && (
          <span>
            {sampleTexts.sent} <DateOnly at={sample.sent_at} />
          </span>
        )}
        {sample.result_at && (
          <span>
            {sampleTexts.resultAt} <DateOnly at={sample.result_at} />
          </span>
        )}
      </p>
      {sample.result && <p className="sample-result">{sample.result}</p>}
      {files.length > 0 && <SampleFiles files={files} mayWrite={mayWrite} />}
      {sample.after_report && (
        <p className="banner">
          <IconAlertTriangle size={18} aria-hidden />
          {sampleTexts.afterReport}
        </p>
      )}
      {mayWrite && <SampleActions sample={sample} animals={animals} />}
    </li>
  )
}

/** The next action by the state of the sample, and all others in a menu. */
function SampleActions({ sample, animals }: Omit<SampleRowProps, 'mayWrite' | 'files'>) {
  const [openForm, setOpenForm] = useState<'sample' | 'result' | null>(null)
  const change = useChangeSample()
  const deletion = useDeleteSample()
  const files = useAddFiles(sample)
  const { askAndDelete, dialog } = useAskAndDelete()
  const close = () => setOpenForm(null)
  const isWaiting = !sample.sent_at && !sample.result_at
  const markSent = () => change.mutateAsync({ id: sample.id, change: { sent_at: serverNow().toISOString() } })
  const enterResult = {
    text: sample.result_at ? sampleTexts.editResult : sampleTexts.enterResult,
    act: () => setOpenForm('result'),
  }
  const main = isWaiting
    ? { text: sampleTexts.markSent, act: () => void attempt(markSent, sampleTexts.notSaved) }
    : enterResult
  const printLabel = () => attempt(() => download('/samples/{id}/label', { id: sample.id }), sampleTexts.noLabel)
  const remove = () =>
    askAndDelete({
      question: { title: sampleTexts.askDelete(sample.label), confirmLabel: uiTexts.delete },
      onDelete: () => deletion.mutateAsync(sample.id),
      failureText: sampleTexts.notDeleted,
    })
  const others: SampleAction[] = [
    ...(isWaiting ? [enterResult] : []),
    ...(files.mayChoose
      ? [{ text: sampleTexts.files.add, label: sampleTexts.files.addTo(sample.label), act: files.choose }]
      : []),
    { text: sampleTexts.label, label: sampleTexts.labelOf(sample.label), act: () => void printLabel() },
    { text: uiTexts.edit, label: uiTexts.editOf(sample.label), act: () => setOpenForm('sample') },
    { text: uiTexts.delete, label: uiTexts.deleteOf(sample.label), act: () => void remove(), color: 'var(--danger)' },
  ]
  return (
    <div className="row">
      <Button size="sm" mih={44} variant="default" onClick={main.act}>
        {main.text}
      </Button>
      <SampleMenu label={sampleTexts.moreOf(sample.label)} actions={others} isBusy={files.isSending} />
      {files.unsentFiles}
      {files.input}
      <Dialog opened={openForm === 'sample'} onClose={close} title={sampleTexts.edit(sample.label)}>
        {openForm === 'sample' && (
          <SampleForm postMortemId={sample.veterinary_record_id} animals={animals} sample={sample} onDone={close} />
        )}
      </Dialog>
      <Dialog opened={openForm === 'result'} onClose={close} title={sampleTexts.resultOf(sample.label)}>
        {openForm === 'result' && <ResultForm sample={sample} onDone={close} />}
      </Dialog>
      {dialog}
    </div>
  )
}
