import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { texts } from '@chisholm/domain/texts'
import { toast } from '../../ui/toast.ts'
import { useChangeTicket } from './queries.ts'
import { type StepProps, StepFrame } from './step-frame.tsx'

/** Explains what completing means, and does it. */
export function CompleteStep({ ticket, beside, go }: StepProps) {
  const change = useChangeTicket(ticket.id)
  const navigate = useNavigate()
  const undiagnosed = ticket.veterinary_record.veterinary_record_animals.filter((animal) => !animal.vet_diagnosis_id)
  const complete = () =>
    change.mutate(
      { completed_at: new Date().toISOString() },
      {
        onSuccess: ({ message }) => {
          toast.success(message ?? texts.success.completed)
          void navigate({ to: `/a/vet/ticketdetail/${ticket.id}/report` as string })
        },
      },
    )
  const foot = (
    <>
      <Button variant="default" onClick={() => go({})}>
        Go Back
      </Button>
      <Button loading={change.isPending} onClick={complete}>
        Complete
      </Button>
    </>
  )
  return (
    <StepFrame title={ticket.title} beside={beside} foot={foot}>
      <h1>Complete {ticket.title}?</h1>
      <p>{texts.other.completeExplained}</p>
      {undiagnosed.length > 0 && (
        <p className="banner">
          Without a diagnosis so far: {undiagnosed.map((animal) => animal.tag ?? animal.rfid ?? 'an animal').join(', ')}
        </p>
      )}
    </StepFrame>
  )
}
