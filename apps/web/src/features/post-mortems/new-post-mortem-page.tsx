import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { readRfid, shownRfid } from '@chisholm/domain/rfid'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { ApiFailure } from '../../api/client.ts'
import { forget, keep, keptQuery } from '../../api/kept.ts'
import { newId } from '../../api/new-id.ts'
import { today } from '../../api/practice.ts'
import { useLeadOn } from '../../ui/lead-on.ts'
import { Page } from '../../ui/page.tsx'
import { toast, wordsOf } from '../../ui/toast.ts'
import { useTypedScan } from '../../ui/typed-scan.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import {
  DetailsForm,
  type DetailsErrors,
  detailsMistake,
  detailsToSend,
  refusedFields,
  tellUnknownPlaces,
  type TypedDetails,
  withoutCorrected,
} from './details-form.tsx'
import { useCreateTicket } from './queries.ts'
import { Steps } from './steps.tsx'

const form = 'new post mortem'
type Kept = { id: string; details: TypedDetails }

/** First step of the wizard; restores unsent input under its id. */
export function NewPostMortemPage() {
  const kept = useQuery(keptQuery<Kept>(form))
  if (kept.isPending) return <Page title={postMortemTexts.newPostMortem}>{null}</Page>
  return <NewPostMortemForm kept={kept.data ?? null} />
}

const blank = (): Kept => ({
  id: newId(),
  details: {
    record_at: today(),
    customer_id: null,
    site_id: null,
    note: '',
    no_vet_visit_requested: false,
  },
})

/** Creates the draft and continues with its animals. */
function NewPostMortemForm({ kept }: { kept: Kept | null }) {
  const [{ id, details: first }] = useState(() => kept ?? blank())
  const [details, setTyped] = useState(first)
  const [errors, setErrors] = useState<DetailsErrors>({})
  const setDetails = (next: TypedDetails) => {
    setErrors(withoutCorrected(errors, details, next))
    setTyped(next)
    keep(form, { id, details: next } satisfies Kept)
  }
  const { rfid }: { rfid?: string } = useSearch({ strict: false })
  const create = useCreateTicket()
  const begin = useLeadOn()
  const navigate = useNavigate()

  // keyboard scanner used too early: keeps the RFID for the animal step, and its Enter presses no button
  useTypedScan((text) => {
    const reading = readRfid(text)
    if (!reading.ok) return toast.failure(reading.mistake)
    void navigate({ to: '/a/postmortem/add', search: { rfid: reading.rfid }, replace: true })
  })

  const save = async () => {
    const mistake = detailsMistake(details)
    setErrors(mistake ?? {})
    const ready = mistake ? null : detailsToSend(details)
    if (!ready) return tellUnknownPlaces()
    const leadOn = begin()
    try {
      await create.mutateAsync({ ...ready, id })
      await forget(form)
      leadOn(`/a/postmortem/${id}`, { step: 'animal', ...(rfid && { rfid }) })
    } catch (failure) {
      if (failure instanceof ApiFailure) setErrors(refusedFields(failure.errors))
      toast.failure(wordsOf(failure, texts.failure.addPostMortem))
    }
  }

  return (
    <Page
      title={postMortemTexts.newPostMortem}
      back
      ownHeading
      foot={
        <Button loading={create.isPending} onClick={() => void save()}>
          {postMortemTexts.addAnimals}
        </Button>
      }
    >
      <Steps reached={1} />
      <h1>{postMortemTexts.newPostMortem}</h1>
      {rfid && <output className="hint">{postMortemTexts.firstAnimal(shownRfid(rfid))}</output>}
      <DetailsForm details={details} onChange={setDetails} onFill={setTyped} errors={errors} />
    </Page>
  )
}
