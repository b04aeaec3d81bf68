import { Button } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { api } from '../../api/client.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { uiTexts } from '../../ui-texts.ts'
import { Section } from './section.tsx'
import { useChange } from './use-change.tsx'

interface RecoverySectionProps {
  left: number
  onCodes: (codes: string[]) => void
}

export function RecoverySection({ left, onCodes }: RecoverySectionProps) {
  const { change, busy, dialog } = useChange()
  const { ask, dialog: question } = useConfirm()
  const renew = async () => {
    if (!(await ask({ title: 'Make new recovery codes? The old ones stop working.', verb: 'Make new codes' }))) return
    const made = await change(() => api.post('/auth/recovery-codes', undefined))
    if (made) onCodes(made.data.recovery_codes)
  }
  return (
    <Section title="Recovery codes" hint="For the day your phone is lost: each code signs you in once.">
      <p>{left === 1 ? '1 code is left.' : `${left} codes are left.`}</p>
      <Button variant="default" loading={busy} onClick={() => void renew()}>
        Make new codes
      </Button>
      {question}
      {dialog}
    </Section>
  )
}

const asText = (codes: string[]) => `${uiTexts.product}: recovery codes\n\n${codes.join('\n')}\n`

/** New recovery codes, shown once; a click outside does not close the dialog. */
export function RecoveryCodes({ codes, onClose }: { codes: string[] | null; onClose: () => void }) {
  const copy = async () => {
    await navigator.clipboard.writeText(asText(codes ?? []))
    toast.success('The codes were copied.')
  }
  return (
    <Dialog
      opened={codes !== null}
      onClose={onClose}
      title="Keep your recovery codes"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <div className="stack">
        <p>
          Each signs you in once when your phone or key is lost. They are shown only now: keep them in a safe place.
        </p>
        <ol className="recovery-codes">
          {codes?.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="two">
          <Button
            variant="default"
            leftSection={<IconCopy size={20} aria-hidden />}
            onClick={() => void copy().catch(() => toast.failure('The codes could not be copied.'))}
          >
            Copy
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={20} aria-hidden />}
            onClick={() => download(asText(codes ?? []))}
          >
            Download
          </Button>
        </div>
        <Button onClick={onClose}>I have kept them</Button>
      </div>
    </Dialog>
  )
}

function download(text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = 'chisholm-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(link.href)
}
