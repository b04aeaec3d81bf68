import '../../ui/divided-list.css'
import './missing-photos.css'
import { Button, Textarea } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { ExpandableList } from '../../ui/expandable-list.tsx'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { nameOfAnimal } from '../animals/index.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import type { StepProps } from './step-layout.tsx'

/** The missing required photos for which sending was rejected: the names of slots by animal. */
export const missingPhotosOf = ({ message, errors }: { message: string; errors: Record<string, string[]> }) =>
  message === texts.refusal.photosMissing ? errors : null

interface MissingPhotosProps extends Pick<StepProps, 'postMortem' | 'goToStep'> {
  /** The names of the slots by animal, from the server's response. */
  missing: Record<string, string[]>
  /** @returns whether the ticket was sent or waits */
  onSend: (reason: string) => Promise<boolean>
}

/** Lists the missing required photos, and offers to take them or to give a reason. */
export function MissingPhotos({ postMortem, missing, onSend, goToStep }: MissingPhotosProps) {
  const form = useDraftForm({
    draftName: `photos-missing-reason ${postMortem.id}`,
    initialValues: { reason: '' },
    required: { reason: postMortemTexts.photosMissingReasonRequired },
    onSubmit: async ({ reason }) => ({ reason, isSent: await onSend(reason.trim()) }),
    onSuccess: ({ reason, isSent }) => {
      if (isSent) return goToStep({ step: 'sent' })
      // the user went back, so that nothing of it is saved
      form.resetTo({ reason: '' })
      form.setValues({ reason })
    },
    failureText: texts.failure.updatePostMortem,
  })
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
      <form className="stack" {...form.formProps}>
        <Textarea
          label={postMortemTexts.photosMissingReason}
          description={postMortemTexts.photosMissingHint}
          {...form.getInputProps('reason')}
          maxLength={constants.photo.missingReasonMax}
          autosize
          minRows={2}
        />
        <Button type="submit" variant="default" loading={form.isSubmitting}>
          {postMortemTexts.sendWithoutPhotos}
        </Button>
      </form>
    </section>
  )
}
