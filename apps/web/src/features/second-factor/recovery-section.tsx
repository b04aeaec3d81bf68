import { Button } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { api } from '../../api/client.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { uiTexts } from '../../ui-texts.ts'
import { SecuritySection } from './security-section.tsx'
import { useSecurityChange } from './use-security-change.tsx'
import { secondFactorTexts } from './second-factor-texts.ts'

interface RecoverySectionProps {
  left: number
  onCodes: (codes: string[]) => void
}

export function RecoverySection({ left, onCodes }: RecoverySectionProps) {
  const { change, busy, dialog } = useSecurityChange()
  const { ask, dialog: confirmDialog } = useConfirm()
  const renew = async () => {
    if (!(await ask({ title: secondFactorTexts.askNewCodes, confirmLabel: secondFactorTexts.newCodes }))) return
    const made = await change(() => api.post('/auth/recovery-codes', undefined))
    if (made) onCodes(made.data.recovery_codes)
  }
  return (
    <SecuritySection title={secondFactorTexts.recoveryCodes} hint={secondFactorTexts.recoveryHint}>
      <p>{secondFactorTexts.codesLeft(left)}</p>
      <Button variant="default" loading={busy} onClick={() => void renew()}>
        {secondFactorTexts.newCodes}
      </Button>
      {confirmDialog}
      {dialog}
    </SecuritySection>
  )
}

const codesAsText = (codes: string[]) => `${secondFactorTexts.codesFile}\n\n${codes.join('\n')}\n`

/** New recovery codes are shown only once, so a click outside does not close the dialog. */
export function RecoveryCodes({ codes, onClose }: { codes: string[] | null; onClose: () => void }) {
  const copy = async () => {
    await navigator.clipboard.writeText(codesAsText(codes ?? []))
    toast.success(secondFactorTexts.codesCopied)
  }
  return (
    <Dialog
      opened={codes !== null}
      onClose={onClose}
      title={secondFactorTexts.keepCodes}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <div className="stack">
        <p>{secondFactorTexts.codesShownOnce}</p>
        <ol className="recovery-codes">
          {codes?.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="two">
          <Button
            variant="default"
            leftSection={<IconCopy size={20} aria-hidden />}
            onClick={() => void copy().catch(() => toast.failure(secondFactorTexts.codesNotCopied))}
          >
            {secondFactorTexts.copy}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={20} aria-hidden />}
            onClick={() => downloadText(codesAsText(codes ?? []))}
          >
            {uiTexts.download}
          </Button>
        </div>
        <Button onClick={onClose}>{secondFactorTexts.codesKept}</Button>
      </div>
    </Dialog>
  )
}

function downloadText(text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = 'chisholm-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(link.href)
}
