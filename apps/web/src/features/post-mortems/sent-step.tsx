import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { texts } from '@chisholm/domain/texts'
import { type StepProps, StepFrame } from './step-frame.tsx'

/** The ticket is with the veterinarians. */
export function SentStep({ ticket, beside }: StepProps) {
  const navigate = useNavigate()
  const foot = (
    <>
      <Button variant="default" onClick={() => void navigate({ to: '/a/postmortems/pending' as string })}>
        Go Back
      </Button>
      <Button onClick={() => void navigate({ to: '/a/postmortem/add' as string })}>Create Another</Button>
    </>
  )
  return (
    <StepFrame title={ticket.title} beside={beside} back="/a/postmortems/pending" foot={foot}>
      <div className="empty">
        <IconCircleCheck stroke={1.4} aria-hidden style={{ opacity: 1 }} />
        <h1>{texts.success.sent}</h1>
        <p>
          {ticket.title} is with the veterinarians. You will get a mail when a date is set and when the report is ready.
        </p>
      </div>
    </StepFrame>
  )
}
