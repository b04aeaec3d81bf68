import './samples.css'
import { Button, TextInput } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { vetPostMortemPath } from '@chisholm/domain/page-paths'
import type { Sample } from '@chisholm/domain/schemas/samples'
import { type FormEvent, useRef, useState } from 'react'
import { useZone } from '../../api/cached-provider.ts'
import { Page } from '../../ui/page.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { LinkRow } from '../../ui/link-row.tsx'
import { errorMessage, toast } from '../../ui/toast.ts'
import { useIsMounted } from '../../ui/use-is-mounted.ts'
import { uiTexts } from '../../ui-texts.ts'
import { daysWaiting } from './days-waiting.ts'
import { findSample, waitingSamplesQuery } from './sample-queries.ts'
import { SampleState } from './sample-row.tsx'
import { sampleTexts } from './sample-texts.ts'

const pathOf = (sample: Sample) => vetPostMortemPath(sample.veterinary_record_id)

/** Samples without a result, and how long they have been waiting. */
export function WaitingSamplesPage() {
  const { page = 1 }: { page?: number } = useSearch({ strict: false })
  const navigate = useNavigate()
  const samples = useQuery(waitingSamplesQuery(page))
  return (
    <Page title={uiTexts.samples} back="/a/location/all/inbox" ownHeading>
      <h1>{uiTexts.samples}</h1>
      <p className="hint">{sampleTexts.waiting.hint}</p>
      <LabelField />
      <PagedList
        query={samples}
        page={page}
        onPage={(next) => void navigate({ to: '.', search: { page: next } })}
        failureText={sampleTexts.failed}
        empty={<EmptyState text={sampleTexts.waiting.empty} />}
        renderRow={(sample) => <WaitingSample sample={sample} />}
        height={80}
      />
    </Page>
  )
}

function WaitingSample({ sample }: { sample: Sample }) {
  const days = daysWaiting(sample, useZone())
  const details = [sample.title, sample.animal.tag ?? sample.animal.rfid, sample.lab, sample.test]
  return (
    <LinkRow
      to={pathOf(sample)}
      title={`${sample.label} · ${sample.sample_kind.name}`}
      hint={
        <>
          <span className="row sample-state">
            <SampleState sample={sample} />
            {days !== null && (days > 0 ? sampleTexts.waiting.days(days) : sampleTexts.waiting.today)}
          </span>
          {details.filter(Boolean).join(' · ')}
        </>
      }
    />
  )
}

/** Opens the ticket of a label. A barcode reader types the label followed by Enter. */
function LabelField() {
  const navigate = useNavigate()
  const isMounted = useIsMounted()
  const latest = useRef('')
  const [label, setLabel] = useState('')
  const open = async (event: FormEvent) => {
    event.preventDefault()
    if (!label.trim()) return
    try {
      latest.current = label
      const sample = await findSample(label.trim())
      // another label was read, or another page was opened, meanwhile
      if (latest.current !== label || !isMounted()) return
      if (sample) await navigate({ to: pathOf(sample) })
      else toast.failure(sampleTexts.waiting.noSuch(label.trim()))
    } catch (failure) {
      toast.failure(errorMessage(failure, sampleTexts.failed))
    }
  }
  return (
    <form className="row" onSubmit={(event) => void open(event)}>
      <TextInput
        className="grow"
        aria-label={sampleTexts.waiting.scan}
        placeholder={sampleTexts.waiting.scanHint}
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
        leftSection={<IconQrcode size={20} aria-hidden />}
        autoComplete="off"
      />
      <Button type="submit" variant="default">
        {uiTexts.search}
      </Button>
    </form>
  )
}
