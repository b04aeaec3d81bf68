import '../../ui/divided-list.css'
import './missing-photos.css'
import { Button, Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { constants } from '@chisholm/domain/constants'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { texts } from '@chisholm/domain/texts'
import { ExpandableList } from '../../ui/expandable-list.tsx'
import { nameOfAnimal } from '../animals/index.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import type { StepSearch } from './step-search-params.ts'

/** The missing required photos for which sending was rejected: the names of slots by animal. */
export const missingPhotosOf = ({ message, errors }: { message: string; errors: Record<string, string[]> }) =>
  message === texts.refusal.photosMissing ? errors : null

interface MissingPhotosProps {
  postMortem: PostMortem
  /** The names of the slots by animal, from the server's response. */
  missing: Record<string, string[]>
  isSending: boolean
  onSend: (reason: string) => void
  goToStep: (step: StepSearch) => void
}

/** Lists the missing required photos, and offers to take them or to give a reason. */
export function MissingPhotos({ postMortem, missing, isSending, onSend, goToStep }: MissingPhotosProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // After each refusal: the button that sends is at the lower edge, and the animals between are longer than the screen.
  useEffect(() => {
    if (Object.keys(missing).length === 0) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [missing])
  const animals = postMortem.veterinary_record.veterinary_record_animals.filter(({ id }) => missing[id])
  return (
    <section className="card stack missing-photos" aria-labelledby="missing-photos">
      <h2 id="missing-photos" ref={heading} tabIndex={-1}>
        {texts.refusal.photosMissing}
      </h2>
      <ExpandableList className="divided-list">
        {animals.map((animal) => (
          <li key={animal.id}>
            <p className="divided-list-text">
              <span>
                <b>{nameOfAnimal(animal)}</b>: {missing[animal.id]?.join(', ')}
              </span>
            </p>
            <Button
              variant="default"
              aria-label={postMortemTexts.takePhotosOf(nameOfAnimal(animal))}
              onClick={() => goToStep({ step: 'animal', animal: animal.id })}
            >
              {postMortemTexts.takePhotos}
            </Button>
          </li>
        ))}
      </ExpandableList>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (reason.trim()) onSend(reason.trim())
          else setError(postMortemTexts.photosMissingReasonRequired)
        }}
      >
        <Textarea
          label={postMortemTexts.photosMissingReason}
          description={postMortemTexts.photosMissingHint}
          value={reason}
          error={error}
          maxLength={constants.photo.missingReasonMax}
          autosize
          minRows={2}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={isSending}>
          {postMortemTexts.sendWithoutPhotos}
        </Button>
      </form>
    </section>
  )
}
